"""`manage.py export EVENT [-o FILE]`: write one tournament as a corbillon.evenement/1 document; `--club N -o FILE`:
everything of a club as a zip."""

import json
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from config.background.jobs import OwnJob
from config.durable import SHARED, open_replacement, write_file
from config.security_log import log_event
from tournaments.exchange.club_export import write_club
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.management.arguments import build_file_error, find_tournament
from tournaments.management.club_checks import find_clubs
from tournaments.management.data_command import DataCommand


class Command(DataCommand):
    help = "Écrit un évènement entier (corbillon.evenement/1) sur la sortie standard ou dans un fichier."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", nargs="?", metavar="EVENT", help="son numéro ou son code")
        parser.add_argument("-o", "--output", type=Path, metavar="FILE")
        parser.add_argument("--club", type=int, metavar="CLUB", help="tout ce qu’a ce club (son numéro), en un zip")

    def handle(
        self, *args: Any, event: str | None, output: Path | None, club: int | None = None, **options: Any
    ) -> None:
        own = OwnJob(settings.VAR_DIR)
        club_file = output or own.result
        if (club is None) == (event is None) or (club is not None and club_file is None):
            raise CommandError("Un évènement, ou --club avec -o FILE.")
        if club_file is not None and club is not None:
            with own:
                self.export_club(club, club_file, own.report)
            return
        assert event is not None
        text = json.dumps(build_tournament_document(find_tournament(event)), ensure_ascii=False, indent=1) + "\n"
        log_event("export", command="export")
        if output is None:
            self.stdout.write(text, ending="")
            return
        try:
            write_file(output, text.encode(), SHARED)
        except OSError as error:
            raise build_file_error(output, error) from None

    def export_club(self, pk: int, output: Path, report: Callable[[int, int], None]) -> None:
        """Write all data of the club with this id to the file, complete or not at all. `report`: called with (evenings
        done, evenings in all). Raises CommandError."""
        [club] = find_clubs([pk])
        log_event("export", command="export")
        try:
            with open_replacement(output) as stream:
                count = write_club(club, stream, report)
        except OSError as error:
            raise build_file_error(output, error) from None
        self.stdout.write(f"{output} : {club.shown_name}, soirées : {count}.".replace(" :", "\u202f:"))
