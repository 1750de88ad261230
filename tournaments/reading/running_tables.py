"""What goes on at a club's open evenings at the same time: who sits at running tables of two of them, and which evening
has been left open. A table runs from its first record until its partie is over."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import NamedTuple

from django.utils import timezone

from tournaments.models import Seat, TableSummary, Tournament

FORGOTTEN_AFTER = timedelta(days=14)  # a league plays each week


class RunningPlace(NamedTuple):
    """A player's seat at a running table: the names of the evening and of the entry, and the table's numbers."""

    tournament: int
    evening: str
    round_n: int
    table_n: int
    name: str


@dataclass(frozen=True)
class DoubleSeat:
    """A player who sits at running tables of two evenings or more: `places`, one of each."""

    name: str
    places: tuple[RunningPlace, ...]


def list_double_seats(tournaments: Iterable[Tournament]) -> list[DoubleSeat]:
    """Return the players who sit at running tables of several of these tournaments, with one table of each: the first
    one at which the player sits there. No query if fewer than two of the tournaments are open."""
    is_open = [each.pk for each in tournaments if each.status == Tournament.Status.OPEN]
    if len(is_open) < 2:
        return []
    running = Seat.objects.filter(
        table__round__tournament__in=is_open, table__summary__complete=False, table__unplayed=None
    )
    columns = ("table__round__tournament", "table__round__tournament__name", "table__round__n", "table__n")
    ordered = running.order_by("table__round__tournament", "table__round__n", "table__n", "position", "since")
    sitters: dict[tuple[int, int, int, int], tuple[int, RunningPlace]] = {}
    for player, position, *place in ordered.values_list("entry__player", "position", *columns, "entry__shown_name"):
        sits = RunningPlace(*place)
        sitters[sits.tournament, sits.round_n, sits.table_n, position] = player, sits  # the last to sit down there
    double_seats: dict[int, dict[int, RunningPlace]] = {}
    for player, sits in sitters.values():
        double_seats.setdefault(player, {}).setdefault(sits.tournament, sits)
    several = (tuple(places.values()) for places in double_seats.values() if len(places) > 1)
    return [DoubleSeat(places[0].name, places) for places in several]


def list_forgotten(tournaments: Sequence[Tournament], now: datetime) -> list[tuple[Tournament, datetime]]:
    """Return (tournament, time of its last record) for those of these open tournaments in which no record was written
    for FORGOTTEN_AFTER. For a tournament without any record the beginning of its day counts. No query for an empty
    list."""
    if not tournaments:
        return []
    last = {each.pk: timezone.make_aware(datetime.combine(each.date, time())) for each in tournaments}
    written = TableSummary.objects.filter(table__round__tournament__in=last)
    for pk, at in written.values_list("table__round__tournament", "last_at"):
        last[pk] = max(last[pk], at)
    return [(each, last[each.pk]) for each in tournaments if now - last[each.pk] >= FORGOTTEN_AFTER]
