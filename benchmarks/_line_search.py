"""Search a base round over four copies of the residues with the lines that close it: rounds in which nobody misses more
than one other."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import combinations
from random import Random

from benchmarks._exact_search import ExactSearch
from tournaments.draws.starters import Blocks, CyclicFrame

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
    until = time.monotonic() + seconds
    while time.monotonic() < until:
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
        if found := search.search(FREE, until - time.monotonic()):
            return [*base, *turn_blocks(found, turn)], [*lines, *turn_blocks(turned, turn)]
    return None


def list_images(p: int, turn: Callable[[int], int]) -> tuple[int, int, int]:
    """Return the point and its two images under a symmetry of order three."""
    return p, turn(p), turn(turn(p))


def turn_blocks(blocks: Blocks, turn: Callable[[int], int]) -> Blocks:
    """Return the blocks with their images under a symmetry of order three."""
    return [list(image) for block in blocks for image in zip(*(list_images(p, turn) for p in block), strict=True)]


def merge_kinds(frame: CyclicFrame, turn: Callable[[int], int]) -> tuple[list[list[int]], dict[int, int]]:
    """Return the kinds of the frame's differences, those that the symmetry turns into each other taken as one."""
    kinds, used = frame.list_kinds()
    name = {}
    for p, q in combinations(range(frame.points), 2):
        orbit = [kinds[a][b] for a, b in zip(list_images(p, turn), list_images(q, turn), strict=True)]
        name[orbit[0]] = min(orbit)
    merged = [[name.get(kind, 0) for kind in row] for row in kinds]
    return merged, {name[kind]: times for kind, times in used.items()}
