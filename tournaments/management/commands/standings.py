"""`manage.py standings EVENT`: print a tournament's standings as text, JSON or CSV."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from tournaments.models import Event
from tournaments.results.export import as_json, as_text
from tournaments.results.game_figures import figures_of
from tournaments.results.tallies import standing
from tournaments.tables.export import as_csv, grid_of
from tournaments.tables.standings import StandingsTable


class Command(BaseCommand):
    help = "Le classement d’une soirée."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="le numéro ou le code de la soirée")
        parser.add_argument("--format", choices=("text", "json", "csv"), default="text", help="text (défaut)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            event = Event.objects.named(options["event"])
        except Event.DoesNotExist:
            raise CommandError(f"Aucune soirée ne porte le numéro ou le code {options['event']}.") from None
        with override("fr"):
            self.stdout.write(self._written(event, options["format"]), ending="")

    def _written(self, event: Event, form: str) -> str:
        rows = standing(event)
        if form == "json":
            return json.dumps(as_json(event, rows), ensure_ascii=False, indent=2) + "\n"
        if form == "csv":
            return as_csv(grid_of(StandingsTable(rows, figures_of(event))), for_spreadsheet=False)
        return as_text(rows) + "\n"
