"""Weigh one table: the levels of the objective in which a table has a part, as one number in which no level is
outweighed by lower ones. A round's weight is the sum of its tables' weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.draws import fixed_tables, swiss
from tournaments.draws.mates import MATE_MEETINGS
from tournaments.draws.seat_costs import SeatCosts
from tournaments.draws.swaps import MetRows

REPEATS, SPREAD, SEATS, PLACES, SMALL = 12, 24, 48, 8, 24
"""How many bits of a weight hold each level below the meetings, summed over the tables of a round."""
LOWER = SPREAD + SEATS + PLACES + SMALL
"""How many bits hold all levels below the repeated pairs."""
MEETINGS = REPEATS + LOWER
"""How many bits hold all levels below the pair cost."""
SMALL_TABLE_FACTOR = 4
"""How many times more each further small table of one player weighs."""


@dataclass(frozen=True)
class TableWeights:
    """Weighs one table, given its players in ascending order.

    met: meetings so far; forbidden pairs count as having met very often.
    rank: each player's place in the ranking, where players close in the ranking should meet; None otherwise.
    seat_costs: what seats cost each player.
    wanted: by player, the number of his fixed table.
    full: how many players a large table has.
    small: by player, how often he sat at a smaller table.
    """

    met: MetRows
    rank: Sequence[int] | None
    seat_costs: SeatCosts
    wanted: Mapping[int, int]
    full: int
    small: Mapping[int, int]

    def __call__(self, table: tuple[int, ...]) -> int:
        """Return how bad it is to seat these players at one table, as an integer whose highest bits hold repeated
        meetings."""
        times = [self.met[p][q] for p, q in combinations(table, 2)]
        weight = sum(times)
        weight = weight << REPEATS | sum([n % MATE_MEETINGS > 0 for n in times])
        weight = weight << SPREAD | (swiss.compute_spread(table, self.rank) if self.rank else 0)
        weight = weight << SEATS | self.seat_costs.compute_table_cost(table)
        weight = weight << PLACES | fixed_tables.count_strangers(table, self.wanted)
        return weight << SMALL | (
            sum([SMALL_TABLE_FACTOR ** self.small.get(p, 0) for p in table]) if len(table) < self.full else 0
        )

    def weigh_rest(self, out: Sequence[int]) -> int:
        """Return the weight of letting these players rest: who rests cannot even out the seats that he has had too
        often."""
        return sum([self.seat_costs.rest_costs.get(p, 0) for p in out]) << PLACES + SMALL


def unpack_meetings(weight: int) -> tuple[int, int]:
    """Return (what tables of this weight add to the pair cost Σ C(meetings, 2), what they add to the number of repeated
    pairs)."""
    return weight >> MEETINGS, (weight >> LOWER) % (1 << REPEATS)


def round_to_multiple(weight: int, cost: int) -> int:
    """Return the weight with its pair cost rounded down to a multiple of `cost`, and with nothing in the lower levels:
    a pair cost of 7 becomes 6 for a `cost` of 3."""
    return weight // (cost << MEETINGS) * (cost << MEETINGS)


def round_to_meetings(weight: int) -> int:
    """Return the least weight with the same pair cost and repeated pairs: any lighter table has less of one of them."""
    return weight >> LOWER << LOWER
