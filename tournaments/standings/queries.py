"""What the book says of an event's players, as tallies: a constant number of queries, whatever the event's size.

Knows where figures are stored; knows no rank, no rule of a game and no page.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping

from django.db.models import Sum

from tournaments.models import Entry, Event, Line, Record, Table
from tournaments.sheets import Sheet

from .metrics import Tally
from .ranking import Row, ranked

SUMS = {
    "total": Sum("net"),
    "coups": Sum("coups"),
    "coups_won": Sum("coups_won"),
    "brusquembilles_won": Sum("brusquembilles_won"),
    "brusquembilles_lost": Sum("brusquembilles_lost"),
}


def standing(event: Event, names: Mapping[int, str] | None = None) -> tuple[Row, ...]:
    """The event's players ranked, those who have not played yet among them. `names`: other names for its entries."""
    return ranked(tallies(event, names))


def tallies(event: Event, names: Mapping[int, str] | None = None) -> list[Tally]:
    """One tally for each entry of the event."""
    entries = dict(Entry.objects.filter(event=event).values_list("pk", "shown_name"))
    names = names or entries
    sums = _sums(event)
    left = _left(event)
    return [Tally(entry, names[entry], left=left[entry], **sums[entry]) for entry in entries]


def _sums(event: Event) -> dict[int, Counter[str]]:
    """By entry, its sums over all tables; a table counts as played where a coup stands there."""
    sums: dict[int, Counter[str]] = defaultdict(Counter)
    at_tables = Line.objects.filter(seat__entry__event=event).values("seat__entry", "seat__table").annotate(**SUMS)
    for found in at_tables.order_by().values_list("seat__entry", *SUMS, named=True):
        mine = sums[found.seat__entry]
        mine.update({key: getattr(found, key) for key in SUMS})
        mine["tables"] += found.coups > 0
    return sums


def _left(event: Event) -> Counter[int]:
    """By entry, how many tables he, or his side, left before the end (GEN-01, PEN-12). Only the tables are read where
    somebody's leaving was ever recorded: it may have been struck out since."""
    recorded = Record.objects.filter(table__round__event=event, body__type="leave").values("table")
    tables = Table.objects.filter(pk__in=recorded).with_sheets()
    return Counter(entry for table in tables for entry in _gone(Sheet.of(table)))


def _gone(sheet: Sheet) -> list[int]:
    """The entries of who left this table, with his side."""
    left = sheet.state.left if sheet.state else ()
    sides = (sheet.setting and sheet.setting.sides) or ()
    gone = {partner for side in sides if set(side) & set(left) for partner in side} | set(left)
    return [seat.entry_id for seat, name in zip(sheet.seats, sheet.names, strict=True) if name in gone]
