"""What the book says of an event's players, as tallies: a constant number of queries, whatever the event's size.

Knows where figures are stored; knows no rank, no rule of a game and no page.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Sum

from tournaments.models import Entry, Event, Line, Record, Rest, Table
from tournaments.sheets import Sheet

from .metrics import needs_results
from .orders import Order
from .played import Played, Tally
from .ranking import Row, ranked
from .results import results

SUMS = {
    "total": Sum("net"),
    "coups": Sum("coups"),
    "coups_won": Sum("coups_won"),
    "brusquembilles_won": Sum("brusquembilles_won"),
    "brusquembilles_lost": Sum("brusquembilles_lost"),
}


@dataclass(frozen=True)
class Scope:
    """What is counted: an event, up to a round (None: all of them)."""

    event: Event
    through: int | None

    def tables(self, path: str) -> dict[str, object]:
        """As a filter on what reaches its table by this path ("" for tables themselves)."""
        rounds = f"{path}__round" if path else "round"
        return {f"{rounds}__event": self.event} | ({f"{rounds}__n__lte": self.through} if self.through else {})


@dataclass(frozen=True)
class Left:
    """Who left before the end: by entry, how many tables; and which tables."""

    entries: Counter[int]
    tables: frozenset[int]


def standing(event: Event, names: Mapping[int, str] | None = None, through: int | None = None) -> tuple[Row, ...]:
    """The event's players ranked as the event says, those who have not played yet among them. `names`: other names for
    its entries. `through`: as it stood after this round."""
    order, scope = Order.of(event.ranking), Scope(event, through)
    left = _left(scope)
    rests = _rests(scope) if order.scales.flat or needs_results(order.precedence) else {}
    found = _tallies(scope, names, left, rests, order)
    at_tables = results(event, scope.tables("seat__table"), left.tables) if needs_results(order.precedence) else ()
    return ranked(found, order.precedence, Played(at_tables, rests, order.scales))


def tallies(event: Event, names: Mapping[int, str] | None = None) -> list[Tally]:
    """One tally for each entry of the event, rests not counted."""
    scope = Scope(event, None)
    return _tallies(scope, names, _left(scope), {}, Order())


def _tallies(
    scope: Scope, names: Mapping[int, str] | None, left: Left, rests: Mapping[int, tuple[int, ...]], order: Order
) -> list[Tally]:
    entries = dict(Entry.objects.filter(event=scope.event).values_list("pk", "shown_name"))
    names = names or entries
    sums = _sums(scope)
    for entry, rounds in rests.items():
        sums[entry]["total"] += order.scales.flat * len(rounds)
    best = _best_coups(scope) if "best_coup" in order.precedence else {}
    return [
        Tally(entry, names[entry], left=left.entries[entry], best_coup=best.get(entry, 0), **sums[entry])
        for entry in entries
    ]


def _sums(scope: Scope) -> dict[int, Counter[str]]:
    """By entry, its sums over all tables; a table counts as played where a coup stands there."""
    sums: dict[int, Counter[str]] = defaultdict(Counter)
    lines = Line.objects.filter(**scope.tables("seat__table")).values("seat__entry", "seat__table").annotate(**SUMS)
    for found in lines.order_by().values_list("seat__entry", *SUMS, named=True):
        mine = sums[found.seat__entry]
        mine.update({key: getattr(found, key) for key in SUMS})
        mine["tables"] += found.coups > 0
    return sums


def _left(scope: Scope) -> Left:
    """How many tables each, or his side, left before the end (GEN-01, PEN-12). Only the tables are read where
    somebody's leaving was ever recorded: it may have been struck out since."""
    recorded = Record.objects.filter(body__type="leave", **scope.tables("table")).values("table")
    gone = {table.pk: _gone(Sheet.of(table)) for table in Table.objects.filter(pk__in=recorded).with_sheets()}
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
    lines = Line.objects.filter(**scope.tables("seat__table")).values(
        "seat__entry", "record__table", "record__position"
    )
    coups = lines.annotate(brought=Sum("net"), is_coup=Sum("coups")).filter(is_coup=1).order_by()
    best: dict[int, int] = {}
    for entry, brought in coups.values_list("seat__entry", "brought"):
        best[entry] = max(brought, best.get(entry, brought))
    return best


def _rests(scope: Scope) -> dict[int, tuple[int, ...]]:
    """By entry, the rounds that he rested."""
    rests: dict[int, tuple[int, ...]] = {}
    resting = Rest.objects.filter(round__event=scope.event).order_by("round__n")
    if scope.through:
        resting = resting.filter(round__n__lte=scope.through)
    for entry, n in resting.values_list("entry", "round__n"):
        rests[entry] = (*rests.get(entry, ()), n)
    return rests
