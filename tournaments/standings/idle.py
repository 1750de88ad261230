"""Rounds that somebody did not play though he was there: rests, and tables that were not played. What each counts is
the event's to say (`played.Scales`); what is found here is which of them count as what.

Knows where figures are stored; no rule of a game and no page.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef, Subquery, Sum

from tournaments.models import Event, Line, Rest, Seat, Unplayed

from .played import AVERAGE, FLAT, Scales

Rounds = Mapping[int, tuple[int, ...]]
EXEMPT = Unplayed.Kind.EXEMPT


@dataclass(frozen=True)
class Idle:
    """By entry, the rounds that count flat, as a rest does, and those granted as won with his average."""

    rests: Rounds = field(default_factory=dict)
    granted: Rounds = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.rests or self.granted)


def idle(event: Event, scales: Scales, through: int | None, *, tables: bool) -> Idle:
    """`through`: up to this round. `tables`: are there any that are not played?"""
    spent = list(_rests(event))
    if tables:
        spent += _at_tables(event)
    worth = {kind: getattr(scales, kind) for kind in Unplayed.Kind.values}
    counted = [(entry, n, worth[kind]) for entry, n, kind in spent if not through or n <= through]
    return Idle(_by_entry(counted, FLAT), _by_entry(counted, AVERAGE))


def resting(event: Event, through: int | None) -> Rounds:
    """By entry, the rounds in which it rested, up to `through`, whatever they count."""
    return _by_entry(((entry, n, kind) for entry, n, kind in _rests(event) if not through or n <= through), EXEMPT)


def _rests(event: Event) -> Iterator[tuple[int, int, str]]:
    """(entry, round, kind): who rests is exempted, unless he sat at a table of the round after all."""
    sat = Seat.objects.filter(entry=OuterRef("entry"), table__round=OuterRef("round"))
    resting = Rest.objects.filter(~Exists(sat), round__event=event).values_list("entry", "round__n")
    return ((entry, n, EXEMPT) for entry, n in resting)


def _at_tables(event: Event) -> Iterator[tuple[int, int, str]]:
    """(entry, round, kind) of everybody at tables that are not played, but for who forfeits. A table put off in the
    middle counts as it stands, and nothing besides."""
    coups = Line.objects.filter(seat__table=OuterRef("table")).values("seat__table").values_list(Sum("coups"))
    seats = Seat.objects.filter(table__round__event=event, table__unplayed__isnull=False).order_by("since")
    columns = ("table__round__n", "table__unplayed__kind", "table__unplayed__absent", Subquery(coups))
    last = {
        (table, position): rest for table, position, *rest in seats.values_list("table", "position", "entry", *columns)
    }
    for (_table, position), (entry, n, kind, absent, begun) in last.items():
        if position not in absent and not (begun and kind == Unplayed.Kind.ADJOURNED):
            yield entry, n, kind


def _by_entry(counted: Iterable[tuple[int, int, str]], worth: str) -> dict[int, tuple[int, ...]]:
    found: dict[int, list[int]] = defaultdict(list)
    for entry, n, each in sorted(counted):
        if each == worth:
            found[entry].append(n)
    return {entry: tuple(rounds) for entry, rounds in found.items()}
