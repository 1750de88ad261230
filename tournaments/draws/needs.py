"""Which seats players have had least often: how well a table can seat its players, and in which order.

Knows counts of seats, and nothing of how tables came about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

LARGEST = 8
"""Players at a table up to which the best order is found by looking at all sets of seats."""


class Needs:
    """What it costs to seat players, by how often each has had each of `size` seats: 0 where everybody at the table can
    have a seat that he has had least often; one seat too many weighs less than the same seat twice too many."""

    def __init__(self, seen: Mapping[int, Sequence[int]], size: int) -> None:
        self.none = (0,) * size
        self.worse = {p: tuple(4 ** (n - min(mine)) - 1 for n in mine) for p, mine in seen.items()}
        self.known = cache(self._cost)

    def cost(self, table: Sequence[int]) -> int:
        return self.known(tuple(sorted(table)))

    def turn(self, player: int) -> list[int]:
        """The seats that he has had least often."""
        return [seat for seat, worse in enumerate(self.worse.get(player, self.none)) if not worse]

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
            worse = self.worse.get(player, self.none)
            after: dict[int, tuple[int, tuple[int, ...]]] = {}
            for taken, (cost, seated) in least.items():
                for seat in range(len(table)):
                    key = taken | 1 << seat
                    if key != taken and (key not in after or cost + worse[seat] < after[key][0]):
                        after[key] = cost + worse[seat], (*seated[:seat], player, *seated[seat + 1 :])
            least = after
        return least[(1 << len(table)) - 1]
