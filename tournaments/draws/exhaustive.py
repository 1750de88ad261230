"""Find the best round of a small field of players: every seating is tried, or proved worse than one that was (branch
and bound).

A table has a weight, one number in which a higher level of the objective outweighs all lower ones; the best round is
the one with the least sum of weights. Knows nothing of what the levels are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb, lcm

Tables = list[list[int]]
LOOKS_A_WEIGHING = 4
"""How many of a search's `looks` it costs to weigh the table of one choice of players."""
MOST_TABLES = 1000
"""The largest number of different tables that are weighed; a field of players with more is not small."""


def is_small(players: int, sizes: Iterable[int]) -> bool:
    """True if there are few enough different tables to try every seating."""
    return sum(comb(players, size) for size in set(sizes)) <= MOST_TABLES


@dataclass
class ExhaustiveSearch:
    """A search for the best round among all seatings of a small field.

    sizes: the table sizes.
    weigh: returns the weight of a table, given its players in ascending order.
    looks: how many tables may still be tried.
    weights: the weights computed so far, by table.
    """

    sizes: tuple[int, ...]
    weigh: Callable[[tuple[int, ...]], int]
    looks: int
    weights: dict[tuple[int, ...], int] = field(default_factory=dict)

    def find_best(self, players: Sequence[int], below: int | None = None) -> tuple[int, Tables] | None:
        """Return (the least weight of a round, its tables); None where there is none less than `below`.

        Of equals the first in the order of the players is returned.
        """
        return _BranchAndBound(self, players, below).run() if self.sizes else (0, [])

    @property
    def is_complete(self) -> bool:
        """True if every seating was tried or ruled out; False if the looks ran out first."""
        return self.looks > 0

    def get_weight(self, table: tuple[int, ...]) -> int:
        """Return the weight of a table; it is computed once."""
        key = tuple(sorted(table))
        if key not in self.weights:
            self.weights[key] = self.weigh(key)
        return self.weights[key]


class _BranchAndBound:
    """One branch-and-bound search: tables are filled one by one, each with the first player who is not seated yet.

    Every player is charged an equal part of the lightest table that he could sit at: those parts together are a lower
    bound, and only what a table weighs beyond them is carried along.
    """

    def __init__(self, search: ExhaustiveSearch, players: Sequence[int], below: int | None) -> None:
        self.search, self.players = search, players
        self.unit = lcm(*search.sizes)
        self.own = self._compute_parts()
        self.least = sum(self.own)
        self.limit = None if below is None else below * self.unit - self.least
        self.tables = self._group_by_first()
        self.chosen: Tables = []
        self.best: Tables | None = None

    def run(self) -> tuple[int, Tables] | None:
        """Run the search. Return the least weight and its tables, or None if nothing is lighter than the limit."""
        left = {size: self.search.sizes.count(size) for size in set(self.search.sizes)}
        self._fill(0, 0, left)
        if self.best is None or self.limit is None:
            return None
        return (self.limit + self.least) // self.unit, self.best

    def _compute_parts(self) -> list[int]:
        """Return, by place in `players`, the player's part: the weight per player of the lightest table that he could
        sit at. Parts are counted in 1/unit, the unit being the common multiple of all sizes, so that they are
        integers."""
        own: list[int | None] = [None] * len(self.players)
        for size in set(self.search.sizes):
            for places in combinations(range(len(self.players)), size):
                part = self._get_weight(places) * (self.unit // size)
                for place in places:
                    known = own[place]
                    own[place] = part if known is None else min(known, part)
        return [part or 0 for part in own]

    def _get_weight(self, places: tuple[int, ...]) -> int:
        """Return the weight of the table of the players at these places."""
        return self.search.get_weight(tuple([self.players[place] for place in places]))

    def _group_by_first(self) -> list[list[tuple[int, int, tuple[int, ...]]]]:
        """Return all tables by the place of their first player, the lightest first.

        A table is (weight, the places as bits, the places); the weight is what it weighs beyond its players' parts, in
        units.
        """
        found: list[list[tuple[int, int, tuple[int, ...]]]] = [[] for _ in self.players]
        for size in sorted(set(self.search.sizes)):
            for places in combinations(range(len(self.players)), size):
                beyond = self._get_weight(places) * self.unit - sum([self.own[place] for place in places])
                found[places[0]].append((beyond, sum([1 << place for place in places]), places))
                self.search.looks -= LOOKS_A_WEIGHING
        for some in found:
            some.sort(key=lambda one: one[0])
        return found

    def _fill(self, taken: int, weight: int, left: dict[int, int]) -> None:
        """Try every way to seat the players who are not seated yet, and keep the lightest round found in `best`: the
        first of them goes to each table that he can sit at, one after the other, and this method seats the rest.

        taken: which places in `players` are seated, as bits.
        weight: what the tables chosen so far weigh beyond the parts of their players (`_compute_parts`), in 1/unit.
        left: by size, how many tables are still to be chosen.
        """
        first = (~taken & (taken + 1)).bit_length() - 1
        if first == len(self.players):
            self.limit, self.best = weight, [[self.players[place] for place in table] for table in self.chosen]
            return
        for beyond, bits, places in self.tables[first]:
            if (self.limit is not None and weight + beyond >= self.limit) or self.search.looks <= 0:
                return
            self.search.looks -= 1
            if not bits & taken and left[len(places)]:
                left[len(places)] -= 1
                self.chosen.append(list(places))
                self._fill(taken | bits, weight + beyond, left)
                self.chosen.pop()
                left[len(places)] += 1
