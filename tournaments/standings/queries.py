"""What the book says of an event's players, as tallies: a constant number of queries, whatever the event's size.

Knows where figures are stored; knows no rank, no rule of a game and no page.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import connection
from django.db.models import Exists, Q, QuerySet, Sum

from tournaments.effects import Gain, effect_at, gains_by_sitter
from tournaments.models import Entry, Event, Line, Record, Table, TellsOfLeaving, Unplayed
from tournaments.sheets import Sheet

from .idle import Idle, idle, resting
from .metrics import needs_results
from .orders import Order
from .played import AVERAGE, Played, Result, Tally
from .ranking import Row, ranked
from .results import of_sheet, results
from .scores import half_up

ENTRY = ("pk", "shown_name", "idle")
SUMS = {
    "total": Sum("net"),
    "coups": Sum("coups"),
    "coups_won": Sum("coups_won"),
    "brusquembilles_won": Sum("brusquembilles_won"),
    "brusquembilles_lost": Sum("brusquembilles_lost"),
}
OVER_TABLES = (
    f"WITH at_tables (sitter, {', '.join(SUMS)}) AS ({{}}) SELECT sitter, {', '.join(f'SUM({key})' for key in SUMS)},"
    " SUM(CASE WHEN coups > 0 THEN 1 ELSE 0 END) FROM at_tables GROUP BY sitter"
)
"""From the sums by entry and table, in the order of SUMS, to one row an entry: the database adds up, not the page."""
NOTHING = dict.fromkeys((*SUMS, "tables"), 0)

Sums = dict[int, dict[str, int]]
"""By entry, what it has of SUMS, and at how many tables it played."""


@dataclass(frozen=True)
class Scope:
    """What is counted: an event, up to a round (None: all of them). `foreseen`: sheets that are not written so, each
    taken in the place of its table's own. `sitters`: these entries alone (None: everybody)."""

    event: Event
    through: int | None = None
    foreseen: Sequence[Sheet] = ()
    sitters: Collection[int] | None = None

    def tables(self, path: str = "") -> Q:
        """As a filter on what reaches its table by this path (tables themselves: none): those that are written so."""
        to = f"{path}__" if path else ""
        wanted = Q(**{f"{to}round__event": self.event})
        if self.through:
            wanted &= Q(**{f"{to}round__n__lte": self.through})
        wanted &= ~Q(**{f"{to}pk__in": self.struck().values("pk")})
        return wanted & ~Q(**{f"{to}pk__in": [sheet.table.pk for sheet in self.foreseen]}) if self.foreseen else wanted

    def struck(self) -> QuerySet[Unplayed]:
        """The tables that nobody's figures hold, whatever stands there."""
        return Unplayed.objects.filter(table__round__event=self.event, kind__in=Unplayed.FINAL)

    def lines(self) -> QuerySet[Line]:
        found = Line.objects.filter(self.tables("seat__table"))
        return found if self.sitters is None else found.filter(seat__entry__in=self.sitters)


@dataclass(frozen=True)
class Left:
    """Who left before the end: by entry, how many tables; and which tables."""

    entries: Counter[int]
    tables: frozenset[int]


def standing(
    event: Event,
    names: Mapping[int, str] | None = None,
    through: int | None = None,
    foreseen: Sequence[Sheet] = (),
) -> tuple[Row, ...]:
    """The event's players ranked as the event says, those who have not played yet among them. `names`: other names for
    its entries. `through`: as it stood after this round. `foreseen`: as it would stand with these sheets, each in the
    place of its table's own."""
    scope = Scope(event, through, [sheet for sheet in foreseen if not sheet.struck])
    return _standing(scope, names, (*SUMS, "tables"))[0]


def ranks(
    event: Event, names: Mapping[int, str] | None = None, through: int | None = None, more: Collection[str] = ()
) -> tuple[Row, ...]:
    """The same rows, in their order, for who shows a few of very many: a tally holds what ranks it, and `more` of its
    figures, and nothing else until it is `told`."""
    return _ranks(Scope(event, through), names, more)[0]


def weighed(event: Event, names: Mapping[int, str] | None = None) -> tuple[tuple[Row, ...], Played]:
    """The rows of `ranks`, and what they were ranked by: the rounds that count though they were not played, each by
    what it counts; results only where sums alone do not rank."""
    return _ranks(Scope(event), names)


def told(event: Event, rows: Sequence[Row], through: int | None = None) -> list[Row]:
    """These rows of `ranks` with all that a tally holds. `through`: as there."""
    sums = _sums(Scope(event, through, sitters=[row.tally.entry for row in rows]))
    return [replace(row, tally=_with(row.tally, sums.get(row.tally.entry, NOTHING))) for row in rows]


def _with(tally: Tally, sums: Mapping[str, int]) -> Tally:
    """Its total, which holds what idle rounds bring, stays."""
    more: dict[str, Any] = {key: figure for key, figure in sums.items() if key != "total"}
    return replace(tally, **more)


def _ranks(scope: Scope, names: Mapping[int, str] | None, more: Collection[str] = ()) -> tuple[tuple[Row, ...], Played]:
    wanted = {"total", *Order.of(scope.event.ranking).precedence, *more}
    return _standing(scope, names, [key for key in (*SUMS, "tables") if key in wanted])


def _standing(scope: Scope, names: Mapping[int, str] | None, keys: Collection[str]) -> tuple[tuple[Row, ...], Played]:
    """`keys`: the sums that are needed."""
    order = Order.of(scope.event.ranking)
    left = _left(scope)
    entries = _entries(scope)
    spent = _idle(scope, order, tables=any(entry.idle for entry in entries))
    sums = _sums(scope) if spent.granted or "tables" in keys else _plain_sums(scope, keys)
    found = _tallies(scope, entries, names, left, spent, order, sums)
    at_tables = _results(scope, left) if needs_results(order.precedence) else ()
    played = Played(at_tables, spent.rests, order.scales, spent.granted)
    return ranked(found, order.precedence, played), played


def played(event: Event, through: int | None = None) -> Played:
    """The result of every table and every rest, up to this round; whatever ranks the event."""
    scope = Scope(event, through)
    return Played(_results(scope, _left(scope)), resting(event, through), Order.of(event.ranking).scales)


def tallies(event: Event, names: Mapping[int, str] | None = None) -> list[Tally]:
    """One tally for each entry of the event, rests not counted."""
    scope = Scope(event)
    return _tallies(scope, _entries(scope), names, _left(scope), Idle(), Order(), _sums(scope))


def counting() -> QuerySet[Line]:
    """The lines of all tables that count, of every event."""
    struck = Unplayed.objects.filter(kind__in=Unplayed.FINAL)
    return Line.objects.exclude(seat__table__in=struck.values("pk")).order_by()


def who_played(lines: QuerySet[Line]) -> QuerySet[Entry]:
    """Those who played a coup by these lines."""
    coups = lines.values("seat__entry").annotate(played=Sum("coups")).filter(played__gt=0)
    return Entry.objects.filter(pk__in=coups.values("seat__entry")).order_by()


def _entries(scope: Scope) -> list[Any]:
    """Everybody: `pk`, `shown_name`; `idle`: is there a table in the event that is not played? The same of all."""
    idle = Exists(Unplayed.objects.filter(table__round__event=scope.event))
    return list(Entry.objects.filter(event=scope.event).annotate(idle=idle).values_list(*ENTRY, named=True))


def _idle(scope: Scope, order: Order, *, tables: bool) -> Idle:
    """Read only where it may count."""
    scales = order.scales
    if not (tables or scales.flat or scales.exempt == AVERAGE or needs_results(order.precedence)):
        return Idle()
    return idle(scope.event, scales, scope.through, tables=tables)


def _tallies(
    scope: Scope,
    entries: Sequence[Any],
    names: Mapping[int, str] | None,
    left: Left,
    spent: Idle,
    order: Order,
    sums: Sums,
) -> list[Tally]:
    names = names or {entry.pk: entry.shown_name for entry in entries}
    for pk, rounds in spent.granted.items():
        tables = sums[pk]["tables"]
        sums[pk]["total"] += len(rounds) * half_up(sums[pk]["total"], tables) if tables else 0
    for pk, rounds in spent.rests.items():
        sums[pk]["total"] += order.scales.flat * len(rounds)
    best = _best_coups(scope) if "best_coup" in order.precedence else {}
    return [
        Tally(pk, names[pk], left=left.entries[pk], best_coup=best.get(pk, 0), **sums.get(pk, NOTHING))
        for pk, *_ in entries
    ]


def _results(scope: Scope, left: Left) -> tuple[Result, ...]:
    written = results(scope.event, scope.lines(), left.tables - {sheet.table.pk for sheet in scope.foreseen})
    return (*written, *(result for sheet in scope.foreseen for result in of_sheet(sheet)))


def _plain_sums(scope: Scope, keys: Collection[str]) -> Sums:
    """By entry, some of its sums, whatever they are made of."""
    sums = scope.lines().values("seat__entry").annotate(**{key: SUMS[key] for key in keys}).order_by()
    found = sums.values_list("seat__entry", *keys)
    return defaultdict(NOTHING.copy, {entry: dict(zip(keys, its, strict=True)) for entry, *its in found})


def _sums(scope: Scope) -> Sums:
    """By entry, its sums over all tables; a table counts as played where a coup stands there."""
    at_tables = scope.lines().values("seat__entry", "seat__table").annotate(**SUMS).order_by()
    inner, values = at_tables.values_list("seat__entry", *SUMS).query.sql_with_params()
    sums: Sums = defaultdict(NOTHING.copy)
    with connection.cursor() as cursor:
        cursor.execute(OVER_TABLES.format(inner), values)
        for entry, *figures in cursor.fetchall():
            sums[entry] = dict(zip(NOTHING, map(int, figures), strict=True))
    for sheet in scope.foreseen:
        for entry, gain in _gains(sheet).items():
            _add(sums[entry], gain._asdict() | {"total": gain.net})
    return sums


def _add(mine: dict[str, int], table: Mapping[str, int]) -> None:
    """One table more in somebody's sums."""
    for key in SUMS:
        mine[key] += table[key]
    mine["tables"] += table["coups"] > 0


def _gains(sheet: Sheet) -> dict[int, Gain]:
    """By entry, what the sheet's events give: as the lines of its records would sum up."""
    entries = {seat.pk: seat.entry_id for seat in sheet.sitters}
    found: dict[int, Gain] = {}
    for seat, gain in gains_by_sitter(sheet).items():
        found[entries[seat]] = found.get(entries[seat], Gain()).plus(gain)
    return found


def _left(scope: Scope) -> Left:
    """How many tables each, or his side, left before the end (GEN-01, PEN-12). Only the tables are read where
    somebody's leaving was ever recorded: it may have been struck out since."""
    recorded = Record.objects.filter(TellsOfLeaving("body")).values("table")
    sheets = [Sheet.of(table) for table in Table.objects.filter(scope.tables(), pk__in=recorded).with_sheets()]
    gone = {sheet.table.pk: _gone(sheet) for sheet in (*sheets, *scope.foreseen)}
    entries = Counter(entry for at_table in gone.values() for entry in at_table)
    return Left(entries, frozenset(pk for pk, at_table in gone.items() if at_table))


def _gone(sheet: Sheet) -> list[int]:
    """The entries of who left this table, with his side."""
    left = sheet.state.left if sheet.state else ()
    sides = (sheet.setting and sheet.setting.sides) or ()
    gone = {partner for side in sides if set(side) & set(left) for partner in side} | set(left)
    return [seat.entry_id for seat, name in zip(sheet.seats, sheet.names, strict=True) if name in gone]


def _best_coups(scope: Scope) -> dict[int, int]:
    """By entry, the most that one coup brought; corrected coups count as they stand now."""
    coups = scope.lines().values("seat__entry", "record__table", "record__position")
    written = coups.annotate(brought=Sum("net"), is_coup=Sum("coups")).filter(is_coup=1).order_by()
    best: dict[int, int] = {}
    for entry, brought in (*written.values_list("seat__entry", "brought"), *_brought(scope.foreseen)):
        best[entry] = max(brought, best.get(entry, brought))
    return best


def _brought(sheets: Iterable[Sheet]) -> Iterator[tuple[int, int]]:
    """What each coup brought each entry, by the sheets alone."""
    for sheet in sheets:
        for n in range(1, len(sheet.steps) + 1):
            for place, gain in effect_at(sheet, n).gains.items():
                if gain.coups:
                    yield sheet.sitter(place, n).entry_id, gain.net
