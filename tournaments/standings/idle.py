"""Rounds that somebody did not play though he was there: rests, and tables that were not played. What each counts is
the event's to say (`played.Scales`); what is found here is which of them count as what.

Knows where figures are stored; no rule of a game and no page.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.models import Event, Rest, Seat, Unplayed

from .played import AVERAGE, FLAT, Scales

Rounds = Mapping[int, tuple[int, ...]]
EXEMPT = Unplayed.Kind.EXEMPT
RESTED, AWAY = "rest", "away"


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
        spent += [(entry, n, kind) for entry, n, kind in _at_tables(event) if kind != AWAY]
    worth = {kind: getattr(scales, kind) for kind in Unplayed.Kind.values}
    counted = [(entry, n, worth[kind]) for entry, n, kind in spent if not through or n <= through]
    return Idle(_by_entry(counted, FLAT), _by_entry(counted, AVERAGE))


def not_played(event: Event) -> Mapping[int, Mapping[int, str]]:
    """By entry and round, why he did not play it: he rested, was "away" from a table that he forfeits, or what became
    of his table."""
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for entry, n, kind in (*_at_tables(event), *((entry, n, RESTED) for entry, n, _ in _rests(event))):
        found[entry][n] = kind
    return found


def rests_of(event: Event) -> QuerySet[Rest]:
    """Who rested. Whoever took over a place later in the round did not."""
    played = Seat.objects.filter(table__round=OuterRef("round"), entry=OuterRef("entry"))
    return Rest.objects.filter(~Exists(played), round__event=event)


def _rests(event: Event) -> Iterator[tuple[int, int, str]]:
    """(entry, round, kind): who rests is exempted."""
    return ((entry, n, EXEMPT) for entry, n in rests_of(event).values_list("entry", "round__n"))


def _at_tables(event: Event) -> Iterator[tuple[int, int, str]]:
    """(entry, round, kind) of everybody at tables that are not played; AWAY of who forfeits."""
    seats = Seat.objects.filter(table__round__event=event, table__unplayed__isnull=False).order_by("since")
    columns = ("table", "position", "entry", "table__round__n", "table__unplayed__kind", "table__unplayed__absent")
    last = {(table, position): rest for table, position, *rest in seats.values_list(*columns)}
    for (_table, position), (entry, n, kind, absent) in last.items():
        yield entry, n, AWAY if position in absent else kind


def _by_entry(counted: Iterable[tuple[int, int, str]], worth: str) -> dict[int, tuple[int, ...]]:
    found: dict[int, list[int]] = defaultdict(list)
    for entry, n, each in sorted(counted):
        if each == worth:
            found[entry].append(n)
    return {entry: tuple(rounds) for entry, rounds in found.items()}
