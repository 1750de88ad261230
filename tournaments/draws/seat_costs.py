"""Seat costs: how well a table can give its players the seats that they have had least often, and in which order.

Knows counts of seats, and nothing of how tables came about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

LARGEST_TABLE = 8
"""The largest table for which the best order is found by going through all sets of seats."""
GAP_FACTOR, GAP_LIMIT = 32, 6
"""How many times more each further seat too many weighs, and from how many seats too many on a larger number weighs no
more. A difference of one is not too many: nobody's counts can always be equal."""
SEAT_WEIGHT = 4
"""The weight of one seat too many, compared with 1 for a first deal that is due to others."""


def _weigh_gap(gap: int) -> int:
    """Return the cost of a player's seat counts differing by `gap`."""
    return SEAT_WEIGHT * (int(GAP_FACTOR ** min(max(gap - 1, 0), GAP_LIMIT)) - 1)


def _list_seat_costs(mine: Sequence[int]) -> tuple[int, ...]:
    """Return the cost of each seat for a player with these seat counts.

    The first seat deals first: at equal cost it goes to whoever has dealt less than his share.
    """
    share = len(mine) * mine[0] - sum(mine)
    after = [[count + (n == seat) for n, count in enumerate(mine)] for seat in range(len(mine))]
    seats = [_weigh_gap(max(counts) - min(counts)) for counts in after]
    return (seats[0] + 1 + (share > 0) - (share < 0), *seats[1:])


class SeatCosts:
    """What it costs to seat players, given how often each has had each of `size` seats (`seen`: these counts by
    player).

    As long as no player's counts differ by more than one, the cost is below `SEAT_WEIGHT` for each player. Each further
    difference costs so much more that many players with a difference of two cost less than one with three.
    """

    def __init__(self, seen: Mapping[int, Sequence[int]], size: int) -> None:
        self.newcomer_costs = _list_seat_costs((0,) * size) if size else ()
        kinds = {tuple(mine) for mine in seen.values()}
        known = {kind: _list_seat_costs(kind) for kind in kinds}
        self.player_costs = {p: known[tuple(mine)] for p, mine in seen.items()}
        self.rest_costs = {p: _weigh_gap(max(mine, default=0) - min(mine, default=0)) for p, mine in seen.items()}
        self.get_cached_cost = cache(self._compute_cost)

    def compute_table_cost(self, table: Sequence[int]) -> int:
        """Return the least cost of seating this table, over all seat orders."""
        return self.get_cached_cost(tuple(sorted(table)))

    def get_player_costs(self, player: int) -> tuple[int, ...]:
        """Return the cost of each seat for this player."""
        return self.player_costs.get(player, self.newcomer_costs)

    def find_seat_order(self, table: Sequence[int]) -> list[int]:
        """Return the players of this table in the cheapest seat order.

        Between equal orders, players who come first in `table` choose first.
        """
        return list(self._find_cheapest(tuple(table))[1])

    def _compute_cost(self, table: tuple[int, ...]) -> int:
        """Return the least cost of seating this table; `table` is sorted."""
        return self._find_cheapest(table)[0]

    def _find_cheapest(self, table: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """Return (cost, seat order) of the cheapest seat order.

        It is found by dynamic programming: for each set of taken seats, the cheapest way to give them to the first
        players.
        """
        empty = (-1,) * len(table)
        least: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, empty)}
        for player in table:
            worse = self.get_player_costs(player)
            after: dict[int, tuple[int, tuple[int, ...]]] = {}
            for taken, (cost, seated) in least.items():
                for seat in range(len(table)):
                    key = taken | 1 << seat
                    if key != taken and (key not in after or cost + worse[seat] < after[key][0]):
                        after[key] = cost + worse[seat], (*seated[:seat], player, *seated[seat + 1 :])
            least = after
        return least[(1 << len(table)) - 1]
