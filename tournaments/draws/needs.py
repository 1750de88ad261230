"""Which seats players have had least often: how well a table can seat its players, and in which order.

Knows counts of seats, and nothing of how tables came about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

LARGEST = 8
"""Players at a table up to which the best order is found by looking at all sets of seats."""
HEAVIER, MOST = 32, 6
"""How many times more each further seat too many weighs, and from how many on it makes no difference. One too many is
none: nobody's counts can always be equal."""
SEAT = 4
"""What one seat too many weighs beside a first deal that others are due rather."""


def _worse(gap: int) -> int:
    """What it costs that a player's seat counts differ by so much."""
    return SEAT * (int(HEAVIER ** min(max(gap - 1, 0), MOST)) - 1)


def _costs(mine: Sequence[int]) -> tuple[int, ...]:
    """By seat. The first one deals first: at equal cost by whoever has dealt less than his share."""
    share = len(mine) * mine[0] - sum(mine)
    after = [[count + (n == seat) for n, count in enumerate(mine)] for seat in range(len(mine))]
    seats = [_worse(max(counts) - min(counts)) for counts in after]
    return (seats[0] + 1 + (share > 0) - (share < 0), *seats[1:])


class Needs:
    """What it costs to seat players, by how often each has had each of `size` seats: less than `SEAT` a player where
    nobody's counts differ by more than one afterwards; many who differ by two weigh less than one by three."""

    def __init__(self, seen: Mapping[int, Sequence[int]], size: int) -> None:
        self.none = _costs((0,) * size) if size else ()
        kinds = {tuple(mine) for mine in seen.values()}
        known = {kind: _costs(kind) for kind in kinds}
        self.worse = {p: known[tuple(mine)] for p, mine in seen.items()}
        self.resting = {p: _worse(max(mine, default=0) - min(mine, default=0)) for p, mine in seen.items()}
        self.known = cache(self._cost)

    def cost(self, table: Sequence[int]) -> int:
        return self.known(tuple(sorted(table)))

    def of(self, player: int) -> tuple[int, ...]:
        """What each seat costs this player."""
        return self.worse.get(player, self.none)

    def order(self, table: Sequence[int]) -> list[int]:
        """The players in the seat order that costs least; players who come first in `table` choose among equals."""
        return list(self._least(tuple(table))[1])

    def _cost(self, table: tuple[int, ...]) -> int:
        return self._least(table)[0]

    def _least(self, table: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """By sets of seats taken, one player after the other: (cost, who sits where)."""
        empty = (-1,) * len(table)
        least: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, empty)}
        for player in table:
            worse = self.of(player)
            after: dict[int, tuple[int, tuple[int, ...]]] = {}
            for taken, (cost, seated) in least.items():
                for seat in range(len(table)):
                    key = taken | 1 << seat
                    if key != taken and (key not in after or cost + worse[seat] < after[key][0]):
                        after[key] = cost + worse[seat], (*seated[:seat], player, *seated[seat + 1 :])
            least = after
        return least[(1 << len(table)) - 1]
