"""`manage.py recheck [EVENT]`: score every stored record again, or those of clubs (`--club`); exit 1 if one does not
give exactly its stored book, if a head that was seen on paper (`--head`) is no longer in the chain, or if the chain no
longer goes through what somebody kept (`--against`): a head, an export, a backup."""

import gc
import os
import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db.models import QuerySet

from config.server.worker import GARBAGE_THRESHOLD
from config.storage.state import check_damage, find_static_trouble
from tournaments.actions.errors import ActionError
from tournaments.actions.tables.book_check import BookCheckResult, check_book
from tournaments.actions.tables.decision_check import NAMES
from tournaments.actions.tables.held_heads import (
    RECORD,
    SEAT,
    find_held_head,
    find_last_head,
    find_place,
    find_vanished_heads,
    find_vanished_links,
    select_tables_since,
)
from tournaments.exchange.held_files import HeldFile, read_held_file
from tournaments.management.arguments import build_file_error, find_tournament
from tournaments.management.backup_files import open_backup_file
from tournaments.management.club_checks import check_clubs, describe_count, find_clubs
from tournaments.management.data_command import DataCommand
from tournaments.models import Record, Table, Tournament
from tournaments.models.querysets import TableQuerySet
from tournaments.presentation.text.numbers import format_head

VANISHED = "Ce qui portait ce sceau n’est plus dans le livre : {}."
LEFT_OUT = (
    "Pas regardé : les soirées où rien ne s’est écrit depuis ce sceau (tables : {}, enregistrements : {}). "
    "Ce qu’on y aurait changé dans le fichier ne se voit que sans --since."
)
WORDS = NAMES | {RECORD: "un enregistrement", SEAT: "qui était assis à une place"}


class Command(DataCommand):
    help = "Recompte chaque enregistrement et compare avec le livre ; à la première différence, la dit et rend 1."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", nargs="?", metavar="EVENT", help="son numéro ou son code ; sinon tout")
        parser.add_argument(
            "--head",
            action="append",
            default=[],
            metavar="3f9a-12bc-77e0-1d42",
            help="un sceau lu sur une feuille, un classement ou un export : il doit être encore dans le livre",
        )
        parser.add_argument(
            "--since",
            metavar="3f9a-12bc-77e0-1d42",
            help="le sceau qu’un recompte a dit, noté ailleurs que sur cet ordinateur : les soirées où rien ne s’est "
            "écrit depuis ne sont pas recomptées, et ce qu’on y aurait changé dans le fichier n’est pas vu",
        )
        parser.add_argument(
            "--club", action="append", type=int, default=[], metavar="CLUB", help="les soirées de ce club (son numéro)"
        )
        parser.add_argument(
            "--resume",
            type=Path,
            metavar="FILE",
            help="club après club ; FILE note ceux dont le livre est juste, et le même appel reprend après eux",
        )
        parser.add_argument(
            "--against",
            action="append",
            default=[],
            metavar="FILE|HEAD",
            help="un export, une sauvegarde ou un sceau gardés ailleurs : le livre doit encore passer par là, "
            "et ce qu’il dit de plus depuis est dit",
        )

    def handle(
        self,
        *_args: Any,
        event: str | None,
        head: list[str],
        against: list[str],
        since: str | None,
        club: list[int],
        resume: Path | None,
        **_options: Any,
    ) -> None:
        if event and (club or resume):
            raise CommandError("EVENT se recompte sans --club ni --resume.")
        check_damage()
        gc.set_threshold(GARBAGE_THRESHOLD)  # a sheet has no cycles: looking for some takes a tenth of the time
        tournaments = select_tournaments(event, club)
        tables = Table.objects.all() if tournaments is None else Table.objects.filter(round__tournament__in=tournaments)
        wanted, left_out = leave_out_earlier(tables, since) if since else (tables, "")
        if club or resume:
            counted = check_clubs(wanted, club, resume, self.check_book, self.stdout.write)
        else:
            counted = self.check_book(wanted, tournaments)
        compared = compare_with_held(tables, head, against)
        self.stdout.write(f"Le livre est juste ({describe_count(counted)}).")
        if left_out:
            self.stdout.write(left_out)
        if tournaments is None and (last := find_last_head()):
            self.stdout.write(f"Son dernier sceau : {format_head(last)}")
        for line in compared:
            self.stdout.write(line)
        if trouble := find_static_trouble():
            self.stdout.write(trouble.write_out(settings.STATIC_ROOT))

    def check_book(
        self, tables: TableQuerySet, tournaments: QuerySet[Tournament] | None, *, checks_database: bool = True
    ) -> BookCheckResult:
        """Check the records of these tables, on all processor cores; with `checks_database`, the database under them
        first. `tournaments`: those of the tables; None for all. Return how much was checked. Raises CommandError at the
        first difference."""
        processes = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
        checked = check_book(
            tables, tournaments, processes=processes, report=self.tell_progress, checks_database=checks_database
        )
        if checked.difference:
            raise CommandError(checked.difference)
        return checked

    def tell_progress(self, seen: int, count: int) -> None:
        """Print on a terminal how many of the tables are checked: `seen` of `count`."""
        if sys.stderr.isatty():
            self.stderr.write(f"\r{seen} / {count}", ending="\n" if seen == count else "")


def select_tournaments(event: str | None, clubs: list[int]) -> QuerySet[Tournament] | None:
    """Return the tournament with this id or code, else those of the clubs with these ids; None for all. Raises
    CommandError if there is none such."""
    if event:
        return Tournament.objects.filter(pk=find_tournament(event).pk)
    return Tournament.objects.filter(club__in=find_clubs(clubs)) if clubs else None


def leave_out_earlier(tables: TableQuerySet, since: str) -> tuple[TableQuerySet, str]:
    """Return the tables of evenings in which anything was recorded after the head `since` (a digest of the book's
    chain), and a sentence on how many are left out. Raises CommandError if the chain has no such head."""
    try:
        place = find_place(Table.objects.all(), since)
    except ActionError as refused:
        raise CommandError(str(refused)) from None
    if place is None:
        raise CommandError(VANISHED.format(since))
    later = select_tables_since(tables, place[1])
    others = tables.exclude(pk__in=later.values("pk"))
    return later, LEFT_OUT.format(others.count(), Record.objects.filter(table__in=others.values("pk")).count())


def compare_with_held(tables: TableQuerySet, heads: list[str], against: list[str]) -> list[str]:
    """Compare the book with `heads` (digests of its chain that somebody noted) and with `against` (heads, exports or
    backups that somebody kept); return a sentence for each of the latter. Raises CommandError if anything is gone."""
    try:
        if vanished := find_vanished_heads(tables, heads):
            raise CommandError(VANISHED.format(", ".join(vanished)))
        return [compare_with(tables, each) for each in against]
    except ActionError as refused:
        raise CommandError(str(refused)) from None


def compare_with(tables: TableQuerySet, held: str) -> str:
    """Compare the book with a head, an export or a backup that somebody kept, and return in words what it has more
    since. `held`: the head itself, or the path of the file. Raises CommandError if the book lacks any of it or if the
    file cannot be read, NotNow if it is none of the three."""
    if not Path(held).is_file():
        return compare_with_head(tables, held, held)
    try:
        file = read_held_file(open_backup_file(Path(held)))
    except OSError as error:
        raise build_file_error(held, error) from None
    if file.links is None:
        return compare_with_export(tables, file, held)
    lost, newer = find_vanished_links(file.links)
    if lost:
        raise CommandError(f"{held} : le livre n’a plus tout ce qu’avait cette sauvegarde (sceaux disparus : {lost}).")
    return f"{held} : {describe_since(newer)}"


def compare_with_head(tables: TableQuerySet, head: str, name: str) -> str:
    """Compare the book with one head (a digest of its chain), called `name` in messages; return in words what the book
    has more since. Raises CommandError if the chain lacks the head, NotNow if the text is no head."""
    held_head = find_held_head(tables, head)
    if held_head is None:
        raise CommandError(VANISHED.format(name))
    return f"{name} ({held_head.tournament}) : {describe_since(held_head.since)}"


def compare_with_export(tables: TableQuerySet, file: HeldFile, name: str) -> str:
    """Compare the book with the heads in an export; return in words what it has more since. Raises CommandError, which
    names the tables that differ."""
    lost = [f"{n}.{table}" for n, table, head in file.tables if find_held_head(tables, head) is None]
    if lost:
        raise CommandError(f"{name} : le livre n’a plus ce qu’avait cet export (ronde.table : {', '.join(lost)}).")
    if not file.head:
        raise CommandError(f"{name} : cet export ne porte aucun sceau.")
    return compare_with_head(tables, file.head, name)


def describe_since(since: "Counter[str]") -> str:
    """Return in words what the book has more than what it was compared with. `since`: how many records of each kind."""
    if not since:
        return "rien n’a été écrit depuis."
    listing = ", ".join(f"{WORDS.get(what, what)} ({count})" for what, count in since.items())
    return f"le livre passe encore par là ; depuis, il dit de plus : {listing}."
