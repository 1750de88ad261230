"""What the book says of an event's players, as tallies: a constant number of queries, whatever the event's size.

Knows where figures are stored; knows no rank, no rule of a game and no page.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import Sum

from tournaments.actions.effects import Gain, gains_by_sitter
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


def standing(event: Event, names: Mapping[int, str] | None = None, foreseen: Sequence[Sheet] = ()) -> tuple[Row, ...]:
    """The event's players ranked, those who have not played yet among them. `names`: other names for its entries.
    `foreseen`: sheets that are not written so, each taken in the place of its table's own."""
    return ranked(tallies(event, names, foreseen))


def tallies(event: Event, names: Mapping[int, str] | None = None, foreseen: Sequence[Sheet] = ()) -> list[Tally]:
    """One tally for each entry of the event."""
    entries = dict(Entry.objects.filter(event=event).values_list("pk", "shown_name"))
    names = names or entries
    sums = _sums(event, foreseen)
    left = _left(event, foreseen)
    return [Tally(entry, names[entry], left=left[entry], **sums[entry]) for entry in entries]


def _sums(event: Event, foreseen: Sequence[Sheet]) -> dict[int, Counter[str]]:
    """By entry, its sums over all tables; a table counts as played where a coup stands there."""
    sums: dict[int, Counter[str]] = defaultdict(Counter)
    lines = Line.objects.filter(seat__entry__event=event).exclude(seat__table__in=[each.table.pk for each in foreseen])
    at_tables = lines.values("seat__entry", "seat__table").annotate(**SUMS)
    for found in at_tables.order_by().values_list("seat__entry", *SUMS, named=True):
        _add(sums[found.seat__entry], {key: getattr(found, key) for key in SUMS})
    for sheet in foreseen:
        for entry, gain in _gains(sheet).items():
            _add(sums[entry], gain._asdict() | {"total": gain.net})
    return sums


def _add(mine: Counter[str], table: Mapping[str, int]) -> None:
    """One table more in somebody's sums."""
    mine.update({key: table[key] for key in SUMS})
    mine["tables"] += table["coups"] > 0


def _gains(sheet: Sheet) -> dict[int, Gain]:
    """By entry, what the sheet's events give: as the lines of its records would sum up."""
    entries = {seat.pk: seat.entry_id for seat in sheet.sitters}
    found: dict[int, Gain] = {}
    for seat, gain in gains_by_sitter(sheet).items():
        found[entries[seat]] = found.get(entries[seat], Gain()).plus(gain)
    return found


def _left(event: Event, foreseen: Sequence[Sheet]) -> Counter[int]:
    """By entry, how many tables he, or his side, left before the end (GEN-01, PEN-12). Only the tables are read where
    somebody's leaving was ever recorded: it may have been struck out since."""
    recorded = Record.objects.filter(table__round__event=event, body__type="leave").values("table")
    others = Table.objects.filter(pk__in=recorded).exclude(pk__in=[each.table.pk for each in foreseen])
    sheets = [Sheet.of(table) for table in others.with_sheets()]
    return Counter(entry for sheet in (*sheets, *foreseen) for entry in _gone(sheet))


def _gone(sheet: Sheet) -> list[int]:
    """The entries of who left this table, with his side."""
    left = sheet.state.left if sheet.state else ()
    sides = (sheet.setting and sheet.setting.sides) or ()
    gone = {partner for side in sides if set(side) & set(left) for partner in side} | set(left)
    return [seat.entry_id for seat, name in zip(sheet.seats, sheet.names, strict=True) if name in gone]
