"""When a round will end: from the time that its coups have taken so far, and from the coups that each table has left.

The time of one coup is taken as normally distributed, and tables as independent of each other; the round ends with
its last table. Pure: it gets cards of tables with the times of their events, and the time as an argument.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import erf, prod, sqrt
from statistics import fmean, median, pstdev
from typing import NamedTuple

from tournaments.book.table_cards import TableCard

from .table_status import list_waits

MIN_COUPS = 6  # timed coups of a round that are needed to speak of a pace
PAUSE_FACTOR = 3  # what takes so many times the median is no coup: a pause, or a table that forgot to write
EARLY, MIDDLE, LATE = 0.1, 0.5, 0.9
STEP = timedelta(minutes=5)
"""An expected end is rounded to a multiple of this."""


@dataclass(frozen=True)
class RoundEnd:
    """When a round will probably end: a middle time, and an early and a late one between which it ends eight times in
    ten. Whole steps of five minutes."""

    expected: datetime
    early: datetime
    late: datetime


class Duration(NamedTuple):
    """How many seconds something takes, a coup or what a table has left, and how much that varies (standard
    deviation)."""

    seconds: float
    spread: float


def estimate_round_end(cards: Sequence[TableCard], now: datetime) -> RoundEnd | None:
    """Return when the round of these tables will end; None once it is over, or while too little is known.

    Too little is known before MIN_COUPS timed coups, and as long as a table still to be finished keeps its sheet on
    paper, plays to a target, cannot play as it is seated, or has written nothing for far longer than a coup takes.
    """
    playing = [card for card in cards if not (card.is_over or card.unplayed)]
    pace = measure_pace(cards)
    if pace is None or not playing:
        return None
    if any(card.table.paper_first or card.coups_planned is None for card in playing):
        return None
    if any(_measure_wait(card, now) > PAUSE_FACTOR * pace.seconds for card in playing):
        return None
    ends = [_estimate_table_end(card, pace, now) for card in playing]
    early, middle, late = (now + timedelta(seconds=find_quantile(ends, share)) for share in (EARLY, MIDDLE, LATE))
    return RoundEnd(round_time(middle), round_time(early), round_time(late))


def measure_pace(cards: Iterable[TableCard]) -> Duration | None:
    """Return how long a coup takes at these tables; None while they have too few timed coups."""
    waits = list_waits(cards)
    if len(waits) < MIN_COUPS:
        return None
    longest = PAUSE_FACTOR * median(waits)
    played = [wait for wait in waits if wait <= longest]
    return Duration(fmean(played), pstdev(played))


def _estimate_table_end(card: TableCard, pace: Duration, now: datetime) -> Duration:
    """Return when a table will end that has a planned number of coups; a coup that is overdue ends about now."""
    left = (card.coups_planned or 0) - card.coups_played
    current = max(0.0, pace.seconds - _measure_wait(card, now))
    return Duration(current + pace.seconds * (left - 1), pace.spread * sqrt(left))


def _measure_wait(card: TableCard, now: datetime) -> float:
    """Return the seconds since a table's last event; 0 before the first."""
    return max(0.0, (now - card.event_times[-1]).total_seconds()) if card.event_times else 0.0


def find_quantile(ends: Sequence[Duration], share: float) -> float:
    """Return the seconds after which, with this probability (`share`), the last of these tables has ended. `ends`: the
    estimated durations of the tables."""
    low, high = 0.0, max(end.seconds + 5 * end.spread for end in ends) + 1
    while high - low > 1:
        middle = (low + high) / 2
        low, high = (low, middle) if _compute_ended_share(ends, middle) >= share else (middle, high)
    return high


def _compute_ended_share(ends: Sequence[Duration], seconds: float) -> float:
    """Return the probability that all these tables have ended after so many seconds."""
    return prod((1 + erf((seconds - end.seconds) / max(end.spread, 1) / sqrt(2))) / 2 for end in ends)


def round_time(moment: datetime) -> datetime:
    """Return a time rounded to the nearest step of five minutes."""
    past = timedelta(minutes=moment.minute, seconds=moment.second, microseconds=moment.microsecond)
    return moment - past + STEP * round(past / STEP)
