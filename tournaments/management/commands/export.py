"""`manage.py export EVENT [-o FILE]`: write one tournament as a corbillon.evenement/1 document."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from config.durable import SHARED, write_file
from config.security_log import log_event
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.management.arguments import build_file_error, find_tournament
from tournaments.management.data_command import DataCommand


class Command(DataCommand):
    help = "Écrit un évènement entier (corbillon.evenement/1) sur la sortie standard ou dans un fichier."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="son numéro ou son code")
        parser.add_argument("-o", "--output", type=Path, metavar="FILE")

    def handle(self, *args: Any, event: str, output: Path | None, **options: Any) -> None:
        text = json.dumps(build_tournament_document(find_tournament(event)), ensure_ascii=False, indent=1) + "\n"
        log_event("export", command="export")
        if output is None:
            self.stdout.write(text, ending="")
            return
        try:
            write_file(output, text.encode(), SHARED)
        except OSError as error:
            raise build_file_error(output, error) from None
