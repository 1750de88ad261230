"""Search a base round by exact cover: some blocks by lot, then every way to fill the others until one fits.

Where a base round must use every kind of pair, annealing comes to one pair too many and stays there; to cover each
point and each kind once, the rarest first, comes to an end. Knows the kinds of pairs, not where they are from.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from math import exp
from random import Random

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


# --- blocks for `algebra.build_rotational_rounds`: first modulo the number of rounds, then the numbers themselves ---

SWAPS, HEAT = 20_000, 1.5


def search_rotational(size: int, tables: int, seconds: float, rng: Random) -> list[tuple[int, ...]] | None:
    """Return the blocks for so many tables; None if `seconds` pass without success.

    Modulo the number of rounds m each difference must come size − 1 times, which annealing finds; then each residue
    gets a multiple of m added so that all differences are distinct, for which every way is tried.
    """
    rounds = (size * tables - 1) // (size - 1)
    until = time.process_time() + seconds
    while time.process_time() < until:
        blocks = _spread_residues(rounds, size, rng)
        lifted = [list(_iterate_lifts(block, rounds)) for block in blocks]
        if blocks and (found := _choose_lifts(lifted, 0)) is not None:
            return found
    return None


def _spread_residues(modulus: int, size: int, rng: Random) -> list[list[int]]:
    """Return all residues but 0 in blocks in which each difference comes as often; empty if that is not found."""
    residues, often = rng.sample(range(1, modulus), modulus - 1), [0] * modulus

    def count(place: int, way: int) -> None:
        """Count the differences to the residue at this place in its block, both ways; `way` −1: take them away."""
        start = place - place % size
        for other in range(start, start + size):
            if other != place:
                difference = residues[place] - residues[other]
                often[difference % modulus] += way
                often[-difference % modulus] += way

    for start in range(0, modulus - 1, size):
        for p, q in permutations(residues[start : start + size], 2):
            often[(p - q) % modulus] += 1
    cost, least = sum(n * n for n in often), (modulus - 1) * (size - 1) ** 2
    for _swap in range(SWAPS):
        if cost == least:
            return [residues[start : start + size] for start in range(0, modulus - 1, size)]
        i, j = rng.sample(range(modulus - 1), 2)
        if i // size == j // size:
            continue
        before = often[:]
        count(i, -1), count(j, -1)
        residues[i], residues[j] = residues[j], residues[i]
        count(i, 1), count(j, 1)
        now = sum(n * n for n in often)
        if now > cost and rng.random() > exp((cost - now) / (2 * HEAT)):
            residues[i], residues[j] = residues[j], residues[i]
            often[:] = before
        else:
            cost = now
    return []


def _iterate_lifts(block: Sequence[int], modulus: int) -> Iterator[Option]:
    """Yield (differences as bits, points) of each way to add multiples of the modulus to all but the first residue, in
    which no difference comes twice."""
    first, *others = block
    points = modulus * (len(block) - 1)
    for steps in product(range(len(block) - 1), repeat=len(others)):
        lifted = (first, *(p + modulus * step for p, step in zip(others, steps, strict=True)))
        bits = {1 << (p - q) % points for p, q in permutations(lifted, 2)}
        if len(bits) == len(block) * (len(block) - 1):
            yield sum(bits), lifted


def _choose_lifts(lifted: Sequence[Sequence[Option]], taken: int) -> list[tuple[int, ...]] | None:
    """Return one of the points of each block whose differences are all distinct, and none of those taken; or None."""
    if not lifted:
        return []
    for bits, points in lifted[0]:
        if not bits & taken and (rest := _choose_lifts(lifted[1:], taken | bits)) is not None:
            return [points, *rest]
    return None
