"""What one table costs, as one number: the levels of the objective that a table has a part in, none ever outweighed by
the lower ones. A round costs the sum of its tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.draws import places, swiss
from tournaments.draws.needs import Needs
from tournaments.draws.swaps import Rows

REPEATS, SPREAD, SEATS, PLACES, SMALL = 12, 24, 48, 8, 24
"""Bits for the sum of each level below the meetings."""
LOWER = SPREAD + SEATS + PLACES + SMALL
MEETINGS = REPEATS + LOWER
FEWEST = 4
"""Each further evening at a small table counts as many times more."""


@dataclass(frozen=True)
class Weights:
    """met: meetings so far, pairs kept apart having met very often. rank: by player, where neighbours in the ranking
    meet. wanted: table numbers of players who keep theirs. full: players at a large table; small: how often each sat
    at a smaller one."""

    met: Rows
    rank: Sequence[int] | None
    needs: Needs
    wanted: Mapping[int, int]
    full: int
    small: Mapping[int, int]

    def __call__(self, table: tuple[int, ...]) -> int:
        times = [self.met[p][q] for p, q in combinations(table, 2)]
        weight = sum(times)
        weight = weight << REPEATS | sum([n > 0 for n in times])
        weight = weight << SPREAD | (swiss.spread(table, self.rank) if self.rank else 0)
        weight = weight << SEATS | self.needs.cost(table)
        weight = weight << PLACES | places.strangers(table, self.wanted)
        return weight << SMALL | (sum([FEWEST ** self.small.get(p, 0) for p in table]) if len(table) < self.full else 0)

    def rest(self, out: Sequence[int]) -> int:
        """What it costs that these rest: who has had a seat too often goes on so."""
        return sum([self.needs.resting.get(p, 0) for p in out]) << PLACES + SMALL


def meetings(weight: int) -> tuple[int, int]:
    """What tables of this weight add: to the pair cost, to the repeated pairs."""
    return weight >> MEETINGS, (weight >> LOWER) % (1 << REPEATS)


def fewer(weight: int) -> int:
    """All lighter tables have less of one or the other."""
    return weight >> LOWER << LOWER
