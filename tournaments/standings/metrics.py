"""The figures that a standing is made of, each under a name.

A tally is what the book says of one player of an event: plain sums, nothing weighed. A metric reads one figure from a
tally and says which end of it is good. Which metrics rank an event, and in which order, is data (`ranking.PRECEDENCE`),
so a figure added here changes nobody's rank. Pure: knows no database, no game and no language.
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's sums in one event.

    `entry` is his number in the event; `total` his gain, in jetons (negative: a loss), or his points in games of
    points; `tables` at how many tables he has played a coup; `left` how many of them he left before the end.
    """

    entry: int
    player: str
    total: int = 0
    tables: int = 0
    coups: int = 0
    coups_won: int = 0
    brusquembilles_won: int = 0
    brusquembilles_lost: int = 0
    left: int = 0


@dataclass(frozen=True, slots=True)
class Metric:
    """A named figure of a tally; `merit` grows with what is better."""

    key: str
    merit: Callable[[Tally], int]


METRICS = {
    metric.key: metric
    for metric in (
        Metric("total", lambda tally: tally.total),
        Metric("left", lambda tally: -tally.left),
        Metric("tables", lambda tally: tally.tables),
        Metric("coups_won", lambda tally: tally.coups_won),
        Metric("brusquembilles_won", lambda tally: tally.brusquembilles_won),
        Metric("brusquembilles_lost", lambda tally: -tally.brusquembilles_lost),
    )
}
