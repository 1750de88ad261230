"""The check of the book club after club, for installations of many clubs: it says what each took, and goes on where it
was ended."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic

from django.core.management.base import CommandError
from django.db.models import QuerySet

from config.durable import write_file
from tournaments.actions.tables.book_check import BookCheckResult
from tournaments.actions.tables.database_check import BookDifference, check_database
from tournaments.actions.tables.decision_check import check_shared_decisions
from tournaments.management.arguments import build_file_error
from tournaments.models import Club, Tournament
from tournaments.models.querysets import TableQuerySet


def find_clubs(pks: Sequence[int]) -> QuerySet[Club]:
    """Return the clubs with these ids, all clubs if there are none. Raises CommandError if no club has one of them."""
    clubs = Club.objects.filter(pk__in=pks) if pks else Club.objects.all()
    if lost := set(pks) - set(clubs.values_list("pk", flat=True)):
        raise CommandError(f"Il n’y a pas de club de ce numéro : {min(lost)}.")
    return clubs.order_by("pk")


def check_clubs(
    tables: TableQuerySet,
    clubs: Sequence[int],
    file: Path | None,
    check: Callable[..., BookCheckResult],
    write: Callable[[str], object],
) -> BookCheckResult:
    """Check the records of these tables, club by club; the database itself is checked once. `file`: notes each club
    that is right, so that a check that was ended goes on there; it is deleted at the end. `check`: scores the tables of
    one club again and counts them; `write`: prints a line. Raises CommandError."""
    right = read_right_clubs(file) if file else {}
    try:
        check_database()
        for club in find_clubs(clubs).exclude(pk__in=right):
            began = monotonic()
            mine = Tournament.objects.filter(club=club)
            counted = check(tables.filter(round__tournament__in=mine), mine, checks_database=False)
            rate = counted.records / max(monotonic() - began, 0.001)
            write(f"{club.pk} {club.shown_name} : {describe_count(counted)}, {rate:.0f} enregistrements par seconde")
            right[club.pk] = (counted.tables, counted.records)
            if file:
                keep_right_clubs(file, right)
        if not clubs:
            check_shared_decisions()
    except BookDifference as found:
        raise CommandError(str(found)) from None
    if file:
        file.unlink(missing_ok=True)
    return BookCheckResult(sum(n for n, _records in right.values()), sum(n for _tables, n in right.values()), None)


def describe_count(counted: BookCheckResult) -> str:
    """Return how many tables and records were checked, in words."""
    return f"tables : {counted.tables}, enregistrements : {counted.records}"


def read_right_clubs(file: Path) -> dict[int, tuple[int, int]]:
    """Return the clubs that the file notes as right: (tables, records) by club id; empty if there is no such file.
    Raises CommandError if it is another file."""
    try:
        noted = json.loads(file.read_text(encoding="utf-8"))
        return {int(club): (tables, records) for club, (tables, records) in noted["right"].items()}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise build_file_error(file, error) from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise CommandError(f"{file} : ce n’est pas la note d’un recompte commencé.") from None


def keep_right_clubs(file: Path, right: dict[int, tuple[int, int]]) -> None:
    """Write to the file which clubs are right: (tables, records) by club id. Raises CommandError if it cannot be
    written."""
    try:
        write_file(file, json.dumps({"right": right}).encode())
    except OSError as error:
        raise build_file_error(file, error) from None
