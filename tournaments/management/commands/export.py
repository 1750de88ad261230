"""`manage.py export EVENT [-o FILE]`: write one tournament as a corbillon.evenement/1 document."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.security_log import log_event
from tournaments.archives.tournament_export import build_tournament_document
from tournaments.management.arguments import find_tournament


class Command(BaseCommand):
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
            output.write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{output} : {error.strerror}") from None
