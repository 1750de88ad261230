"""`manage.py recheck [EVENT]`: score every stored record again; exit 1 if one does not give exactly its stored book, or
if a head that was seen on paper (`--head`) is no longer in the chain."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from config.storage.state import check_damage, find_static_trouble
from tournaments.actions.errors import ActionError
from tournaments.actions.tables.book_check import check_book
from tournaments.actions.tables.chain_check import find_vanished_heads
from tournaments.management.arguments import find_tournament
from tournaments.management.data_command import DataCommand
from tournaments.models import Table


class Command(DataCommand):
    help = "Recompte chaque enregistrement et compare avec le livre ; à la première différence, la dit et rend 1."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", nargs="?", metavar="EVENT", help="son numéro ou son code ; sinon tout")
        parser.add_argument(
            "--head",
            action="append",
            default=[],
            metavar="3f9a-12bc-77e0-1d42",
            help="un sceau lu sur une feuille, un classement ou un export : il doit être encore dans le livre",
        )

    def handle(self, *args: Any, event: str | None, head: list[str], **options: Any) -> None:
        check_damage()
        tables = Table.objects.filter(round__tournament=find_tournament(event)) if event else Table.objects.all()
        checked = check_book(tables)
        if checked.difference:
            raise CommandError(checked.difference)
        try:
            vanished = find_vanished_heads(tables, head)
        except ActionError as refused:
            raise CommandError(str(refused)) from None
        if vanished:
            raise CommandError(f"Ce qui portait ce sceau n’est plus dans le livre : {', '.join(vanished)}.")
        self.stdout.write(f"Le livre est juste (tables : {checked.tables}, enregistrements : {checked.records}).")
        if trouble := find_static_trouble():
            self.stdout.write(trouble.write_out(settings.STATIC_ROOT))
