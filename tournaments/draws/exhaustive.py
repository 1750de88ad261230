"""One round of a small hall: every way to seat it is looked at, or proved worse than one that was (branch and bound).

A table is worth a number in which a higher level of the objective outweighs all lower ones; the best round is the one
with the least sum. Knows nothing of what the levels are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb, lcm

Tables = list[list[int]]
WEIGHED = 4
"""Looks that it is worth to weigh a table for one choice of players."""
MOST_TABLES = 1000
"""So many different tables are weighed at the most; a hall with more is not small."""


def is_small(players: int, sizes: Iterable[int]) -> bool:
    """May every way be looked at?"""
    return sum(comb(players, size) for size in set(sizes)) <= MOST_TABLES


@dataclass
class Search:
    """weigh: what a table costs, its players in ascending order. looks: tables tried, at the most. Once `ended` is
    false after a search, there may be something better."""

    sizes: tuple[int, ...]
    weigh: Callable[[tuple[int, ...]], int]
    looks: int
    weights: dict[tuple[int, ...], int] = field(default_factory=dict)

    def best(self, players: Sequence[int], below: int | None = None) -> tuple[int, Tables] | None:
        """The least weight and its tables, where it is less than `below`. Of equals the first in the order of the
        players."""
        return _Branches(self, players, below).found() if self.sizes else (0, [])

    @property
    def ended(self) -> bool:
        return self.looks > 0

    def weight(self, table: tuple[int, ...]) -> int:
        key = tuple(sorted(table))
        if key not in self.weights:
            self.weights[key] = self.weigh(key)
        return self.weights[key]


class _Branches:
    """Tables are filled one by one, each with the first player who is not seated yet.

    Every player is charged an equal part of the lightest table that he could sit at: those parts together are a lower
    bound, and only what a table weighs beyond them is carried along.
    """

    def __init__(self, search: Search, players: Sequence[int], below: int | None) -> None:
        self.search, self.players = search, players
        self.unit = lcm(*search.sizes)
        self.own = self._parts()
        self.least = sum(self.own)
        self.limit = None if below is None else below * self.unit - self.least
        self.tables = self._by_first()
        self.chosen: Tables = []
        self.kept: Tables | None = None

    def found(self) -> tuple[int, Tables] | None:
        left = {size: self.search.sizes.count(size) for size in set(self.search.sizes)}
        self._fill(0, 0, left)
        if self.kept is None or self.limit is None:
            return None
        return (self.limit + self.least) // self.unit, self.kept

    def _parts(self) -> list[int]:
        """By place in `players`, the part of a table that each weighs at the least, in units."""
        own: list[int | None] = [None] * len(self.players)
        for size in set(self.search.sizes):
            for places in combinations(range(len(self.players)), size):
                part = self._weight(places) * (self.unit // size)
                for place in places:
                    known = own[place]
                    own[place] = part if known is None else min(known, part)
        return [part or 0 for part in own]

    def _weight(self, places: tuple[int, ...]) -> int:
        return self.search.weight(tuple([self.players[place] for place in places]))

    def _by_first(self) -> list[list[tuple[int, int, tuple[int, ...]]]]:
        """By their first player, the tables with what they weigh beyond their players' parts, the lightest first:
        (weight, the places as bits, the places)."""
        found: list[list[tuple[int, int, tuple[int, ...]]]] = [[] for _ in self.players]
        for size in sorted(set(self.search.sizes)):
            for places in combinations(range(len(self.players)), size):
                beyond = self._weight(places) * self.unit - sum([self.own[place] for place in places])
                found[places[0]].append((beyond, sum([1 << place for place in places]), places))
                self.search.looks -= WEIGHED
        for some in found:
            some.sort(key=lambda one: one[0])
        return found

    def _fill(self, taken: int, weight: int, left: dict[int, int]) -> None:
        first = (~taken & (taken + 1)).bit_length() - 1
        if first == len(self.players):
            self.limit, self.kept = weight, [[self.players[place] for place in table] for table in self.chosen]
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
