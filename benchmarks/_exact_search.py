"""Search a base round by exact cover: some blocks by lot, then every way to fill the others until one fits.

Where a base round must use every kind of pair, annealing comes to one pair too many and stays there; to cover each
point and each kind once, the rarest first, comes to an end. Knows the kinds of pairs, not where they are from.

And the lines of a projective space, which are covered in the same way.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random

from tournaments.draws.algebra import build_ring
from tournaments.draws.starters import CyclicFrame

Unit = tuple[int, ...]
Option = tuple[int, tuple[int, ...]]
"""A block: the units and kinds that it covers, as bits, and its points."""
STEPS = 1_000_000
"""How many blocks are tried before other blocks are drawn by lot."""


class ExactSearch:
    """Blocks of `size` units each, whose pairs have all different kinds.

    kinds: the kind of each pair of points. used: the kinds that stay free. units: the points that may stand for each
    place (one, or the orbit of a point under a symmetry that is divided out of `kinds`), all in one round.
    """

    def __init__(self, kinds: list[list[int]], used: dict[int, int], units: Sequence[Unit], size: int, rng: Random):
        self.kinds, self.units, self.size, self.rng = kinds, units, size, rng
        names = sorted({kind for row in kinds for kind in row} - {kind for kind, times in used.items() if times})
        self.bit = {kind: 1 << (len(units) + n) for n, kind in enumerate(names)}
        self.whole = (1 << (len(units) + len(names))) - 1
        self.steps = 0

    def search(self, free: int, seconds: float) -> list[list[int]] | None:
        """Return the blocks of a round, `free` of them filled in every way; None if `seconds` pass without success."""
        until = time.process_time() + seconds
        while time.process_time() < until:
            chosen, taken = self._draw_blocks(len(self.units) // self.size - free)
            self.steps = 0
            rest = self._fill(list(self._list_options(taken)), self.whole & ~taken)
            if rest is not None:
                return [list(points) for points in (*chosen, *rest)]
        return None

    def _draw_blocks(self, count: int) -> tuple[list[tuple[int, ...]], int]:
        """Return that many blocks by lot, and what they cover."""
        chosen, taken = list[tuple[int, ...]](), 0
        while len(chosen) < count:
            places = self.rng.sample(range(len(self.units)), self.size)
            points = tuple(self.rng.choice(self.units[place]) for place in places)
            option = self._weigh(places, points, taken)
            if option is not None:
                chosen.append(points)
                taken |= option[0]
        return chosen, taken

    def _list_options(self, taken: int) -> Iterator[Option]:
        """Yield every block that fits beside what is taken, the first of its points taken as the first of its unit."""
        places = [place for place in range(len(self.units)) if not taken >> place & 1]
        for some in combinations(places, self.size):
            for points in product(self.units[some[0]][:1], *(self.units[place] for place in some[1:])):
                option = self._weigh(some, points, taken)
                if option is not None:
                    yield option

    def _weigh(self, places: Sequence[int], points: tuple[int, ...], taken: int) -> Option | None:
        """Return the block of these points; None where it covers something twice."""
        covered = taken
        for p, q in combinations(points, 2):
            bit = self.bit.get(self.kinds[p][q], covered)
            if covered & bit or not bit:
                return None
            covered |= bit
        bits = sum(1 << place for place in places)
        return None if covered & bits else ((covered ^ taken) | bits, points)

    def _fill(self, options: list[Option], missing: int) -> list[tuple[int, ...]] | None:
        """Return blocks that cover what is missing, the item with the fewest options first; None where there are none,
        or after too many steps."""
        if not missing:
            return []
        often = Counter[int]()
        for bits, _points in options:
            while bits:
                often[bits & -bits] += 1
                bits &= bits - 1
        if sum(often.keys()) != missing:
            return None
        rare = min(often, key=often.__getitem__)
        for bits, points in options:
            self.steps += 1
            if bits & rare and self.steps <= STEPS:
                rest = self._fill([one for one in options if not one[0] & bits], missing & ~bits)
                if rest is not None:
                    return [points, *rest]
        return None


# --- the projective space of 85 points over the field of four elements, under a turn of order seven ---


def list_space_lines() -> list[tuple[int, ...]]:
    """Return the 357 lines, each of five points, numbered so that the turn adds one to a residue modulo seven."""
    field = build_ring(4)

    def combine(a: int, p: tuple[int, ...], b: int, q: tuple[int, ...]) -> tuple[int, ...]:
        """Return a·p + b·q, with one as its first coordinate that is not zero."""
        found = [field.add[field.multiply[a][x]][field.multiply[b][y]] for x, y in zip(p, q, strict=True)]
        first = next((x for x in found if x), 1)
        return tuple(field.multiply[field.multiply[first].index(1)][x] for x in found)

    def turn(p: tuple[int, ...]) -> tuple[int, ...]:
        """Return the image of p: three coordinates are a number of the field of 64, multiplied by a seventh root of one
        (x³ = x + 1 over two elements, so over four as well)."""
        return combine(1, (p[2], field.add[p[0]][p[2]], p[1], p[3]), 0, p)

    points = {combine(1, p, 0, p) for p in product(range(4), repeat=4) if any(p)}
    name: dict[tuple[int, ...], int] = {(0, 0, 0, 1): 84}
    for p in sorted(points):
        while p not in name:
            name[p] = len(name) - 1
            p = turn(p)
    return sorted(
        {
            tuple(sorted({name[combine(a, p, b, q)] for a, b in product(range(4), repeat=2) if a or b}))
            for p, q in combinations(points, 2)
        }
    )


def turn_line(line: tuple[int, ...], by: int) -> tuple[int, ...]:
    """Return the line after so many turns."""
    frame = CyclicFrame(7, 12, 1)
    return tuple(sorted(frame.shift(p, by) for p in line))
