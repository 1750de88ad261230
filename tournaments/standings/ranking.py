"""Ranks from tallies, by an order of precedence that is data.

The first metric that tells two players apart ranks them; where none does they share the rank and the next rank is as
much further (1, 2, 2, 4). Inside a shared rank players stand by name. Pure: knows no database, no game, no language.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from .metrics import METRICS, Tally

# BRU-21 ranks by gain or loss; GEN-01 and PEN-12 put who left before the end last, whatever he holds.
PRECEDENCE = ("left", "total")


@dataclass(frozen=True, slots=True)
class Row:
    """A tally with its rank (from 1); `tied`: somebody else bears the same rank."""

    rank: int
    tied: bool
    tally: Tally

    @property
    def filed(self) -> str:
        """Where the player's name stands in a list of names."""
        return name_order(self.tally.player)


def ranked(tallies: Iterable[Tally], precedence: Sequence[str] = PRECEDENCE) -> tuple[Row, ...]:
    """Every tally once, best first. `precedence` names metrics of `METRICS`, the weightiest first."""
    metrics = [METRICS[key] for key in precedence]

    def merits(tally: Tally) -> tuple[int, ...]:
        return tuple(metric.merit(tally) for metric in metrics)

    best_first = sorted(sorted(tallies, key=_by_name), key=merits, reverse=True)
    return tuple(_rows(list(group) for _, group in groupby(best_first, merits)))


def _rows(groups: Iterable[list[Tally]]) -> Iterator[Row]:
    rank = 1
    for group in groups:
        yield from (Row(rank, len(group) > 1, tally) for tally in group)
        rank += len(group)


def _by_name(tally: Tally) -> tuple[str, int]:
    return name_order(tally.player), tally.entry


def name_order(name: str) -> str:
    """A key that files names as a reader looks for them: accents and capitals do not count (Élise among the E)."""
    letters = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()
