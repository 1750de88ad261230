"""`manage.py import FILE`: import one tournament from a corbillon.evenement/1 document, all of it or nothing, and print
its id on the last line."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from tournaments.actions.errors import Refused
from tournaments.actions.evenings.importing import import_tournament
from tournaments.exchange.tournament_import import format_errors, read_tournament_file
from tournaments.management.arguments import build_file_error
from tournaments.management.data_command import DataCommand
from tournaments.models import Club
from tournaments.models.clubs import FIRST_CLUB


class Command(DataCommand):
    help = "Ajoute un évènement entier (corbillon.evenement/1). Rend son numéro."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--club", metavar="NAME", help="le club qui le reçoit ; sinon le premier")

    def handle(self, *args: Any, file: Path, club: str | None, **options: Any) -> None:
        try:
            whole = read_tournament_file(file)
            tournament = import_tournament(find_receiving_club(club, whole.time_zone), whole)
        except OSError as error:
            raise build_file_error(file, error) from None
        except Refused as refused:
            raise CommandError(format_errors(refused.problems)) from None
        self.stdout.write(str(tournament.pk))


def find_receiving_club(name: str | None, time_zone: str) -> Club:
    """Return the club of this name (CommandError if there is none); without a name the first club that is no
    demonstration, created with this time zone if necessary."""
    clubs = Club.objects.filter(demonstration=False).order_by("pk")
    if name is None:
        return clubs.first() or Club.objects.create(name=FIRST_CLUB, time_zone=time_zone)
    club = Club.objects.filter(name=name).order_by("pk").first()
    if club is None:
        raise CommandError(f"Il n’y a pas de club « {name} ».")
    return club
