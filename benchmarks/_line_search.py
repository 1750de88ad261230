"""Search base rounds under a symmetry that turns copies of the residues: one third or one fifth of the search.

Over four copies with the lines that close it, for rounds in which nobody misses more than one other; over copies that
all turn or are multiplied in place, for as many rounds as residues and as lines fit beside them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import combinations
from random import Random
from typing import NamedTuple

from benchmarks._annealing import Chains
from benchmarks._exact_search import ExactSearch
from tournaments.draws.starters import Blocks, CyclicFrame

STEPS, CHECKED = 20_000, 500
"""How many swaps each chain makes before blocks are drawn by lot again, and after how many the clock is looked at."""
FREE = 6  # blocks of the base round, of the eight that the symmetry turns, that are filled in every way


def search_beside_lines(modulus: int, factor: int, seconds: float, rng: Random) -> tuple[Blocks, Blocks] | None:
    """Search as many tables of four as there are residues. Return the blocks of the base round, and the lines; None if
    `seconds` pass without success.

    The symmetry is (copy, x) → (copy + 1, factor·x) on three copies and (3, x) → (3, factor·x) on the last one, with
    factor³ = 1. It leaves two points of the last copy where they are: their tables are drawn by lot, as are the lines,
    which have one point of each copy. The other tables must use every kind of pair that is left, and are covered.
    """
    frame = CyclicFrame(modulus, 4)
    last = 3 * modulus

    def turn(p: int) -> int:
        """Return the image of the point `p` under the symmetry."""
        copy, x = divmod(p, modulus)
        return (copy if copy == 3 else (copy + 1) % 3) * modulus + x * factor % modulus

    kinds, used = merge_kinds(frame, turn)
    orbits = {frozenset(orbit): orbit for orbit in (list_images(p, turn) for p in range(frame.points))}
    staying = [p for p in range(last, frame.points) if turn(p) == p]
    moving = [orbit for key, orbit in orbits.items() if len(key) == 3]
    threes, ones = divmod((modulus - 2) // 3, 3)
    until = time.process_time() + seconds
    while time.process_time() < until:
        held = rng.sample([orbit for orbit in moving if orbit[0] < last], len(staying) + ones)
        fixed = [[point, *orbit] for point, orbit in zip([*staying, *staying[:1] * ones], held, strict=True)]
        turned = [[copy * modulus + rng.randrange(modulus) for copy in range(4)] for _three in range(threes)]
        taken = [kinds[p][q] for line in turned for p, q in combinations(line, 2)]
        taken += [kind for point, x, y, _z in fixed for kind in (kinds[point][x], kinds[x][y])]
        if len(set(taken)) < len(taken):
            continue
        base, lines = fixed[: len(staying)], fixed[len(staying) :]
        units = [orbit for orbit in moving if orbit not in held[: len(staying)]]
        search = ExactSearch(kinds, used | dict.fromkeys(taken, 1), units, 4, rng)
        if found := search.search(FREE, until - time.process_time()):
            return [*base, *turn_blocks(found, turn)], [*lines, *turn_blocks(turned, turn)]
    return None


class Turn(NamedTuple):
    """A symmetry of the points of a frame: (copy, x) → (copy + step, factor·x), factor to the `order` = 1.

    step: 1 where copies turn, and infinite points with them, `order` by `order`; 0 where all stay in their copies.
    """

    order: int
    factor: int
    step: int = 1

    def move(self, frame: CyclicFrame, p: int) -> int:
        """Return the image of the point `p`."""
        if p >= frame.finite:
            return frame.finite + self._step(p - frame.finite)
        copy, x = divmod(p, frame.modulus)
        return self._step(copy) * frame.modulus + x * self.factor % frame.modulus

    def _step(self, n: int) -> int:
        """Return the number that follows `n` in its group of `order` numbers: for 3, 0 → 1 → 2 → 0 and 3 → 4 → 5 → 3;
        `n` itself where `step` is 0."""
        return n - n % self.order + (n + 1) % self.order if self.step else n


def search_copies(
    frame: CyclicFrame, size: int, symmetry: Turn, lines: Blocks, seconds: float, rng: Random
) -> Blocks | None:
    """Search a base round under this symmetry, beside lines. Return its blocks; None if `seconds` pass first.

    The blocks that the symmetry leaves as they are, where the tables are not a multiple of its order, are drawn by lot,
    but for the one of all points that it leaves where they are.
    """
    order, points, turn = symmetry.order, range(frame.points), partial(symmetry.move, frame)
    each_kind, worn = frame.list_kinds()
    kinds, used = merge_kinds(frame, turn, order)
    staying_points = [p for p in points if turn(p) == p]
    orbits = [
        *{frozenset(orbit): orbit for orbit in (list_images(p, turn, order) for p in points if turn(p) != p)}.values()
    ]
    left, each = 0 if staying_points else frame.points // size % order, size // order
    until = time.process_time() + seconds
    while time.process_time() < until:
        held = rng.sample(orbits, left * each)
        staying = [[p for orbit in held[n : n + each] for p in orbit] for n in range(0, len(held), each)]
        staying += [staying_points] if staying_points else []
        taken = {(p, q) for block in (*staying, *lines) for p, q in combinations(block, 2)}
        if any(times > 1 or worn.get(kind) for kind, times in Counter(each_kind[p][q] for p, q in taken).items()):
            continue
        units = [orbit for orbit in orbits if orbit not in held]
        chains = Chains(kinds, used | {kinds[p][q]: 1 for p, q in taken}, units, size, rng)
        for _part in range(STEPS // CHECKED):
            if found := chains.search(CHECKED):
                return [*staying, *turn_blocks(found, turn, order)]
            if time.process_time() > until:
                break
    return None


def list_images(p: int, turn: Callable[[int], int], order: int = 3) -> tuple[int, ...]:
    """Return the point and its images under a symmetry of this order."""
    images = [p]
    while len(images) < order:
        images.append(turn(images[-1]))
    return tuple(images)


def turn_blocks(blocks: Blocks, turn: Callable[[int], int], order: int = 3) -> Blocks:
    """Return the blocks with their images under a symmetry of this order."""
    return [
        list(image) for block in blocks for image in zip(*(list_images(p, turn, order) for p in block), strict=True)
    ]


def merge_kinds(
    frame: CyclicFrame, turn: Callable[[int], int], order: int = 3
) -> tuple[list[list[int]], dict[int, int]]:
    """Return the kinds of the frame's differences, those that the symmetry turns into each other taken as one."""
    kinds, used = frame.list_kinds()
    name = {}
    for p, q in combinations(range(frame.points), 2):
        orbit = [kinds[a][b] for a, b in zip(list_images(p, turn, order), list_images(q, turn, order), strict=True)]
        name[orbit[0]] = min(orbit)
        if len(set(orbit)) < order:  # a block with such a pair would meet its own images
            used.setdefault(orbit[0], 1)
    merged = [[name.get(kind, 0) for kind in row] for row in kinds]
    return merged, {name[kind]: times for kind, times in used.items()}
