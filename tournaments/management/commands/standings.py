"""`manage.py standings EVENT`: print a tournament's standings as text, JSON or CSV."""

import json
from argparse import ArgumentParser
from typing import Any

from django.utils.translation import override

from tournaments.management.arguments import find_tournament
from tournaments.management.data_command import DataCommand
from tournaments.models import Tournament
from tournaments.presentation.tables.export import as_csv, build_grid
from tournaments.presentation.tables.row_table import FILE
from tournaments.presentation.tables.standings import StandingsTable
from tournaments.reading.export import standings_to_json, standings_to_text
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.taking_part import list_who_took_no_part, place_absent_last
from tournaments.reading.tallies import get_standings


class Command(DataCommand):
    help = "Le classement d’une soirée."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="le numéro ou le code de la soirée")
        parser.add_argument("--format", choices=("text", "json", "csv"), default="text", help="text (défaut)")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = find_tournament(options["event"])
        with override("fr"):
            self.stdout.write(self._format_standings(tournament, options["format"]), ending="")

    def _format_standings(self, tournament: Tournament, form: str) -> str:
        rows = place_absent_last(get_standings(tournament), list_who_took_no_part(tournament))
        if form == "json":
            return json.dumps(standings_to_json(tournament, rows), ensure_ascii=False, indent=2) + "\n"
        if form == "csv":
            return as_csv(
                build_grid(StandingsTable(rows, get_game_figures(tournament), medium=FILE)), for_spreadsheet=False
            )
        return standings_to_text(rows) + "\n"
