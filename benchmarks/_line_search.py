"""Search base rounds under a symmetry that turns copies of the residues: one third or one fifth of the search.

Over four copies with the lines that close it, for rounds in which nobody misses more than one other; over copies that
all turn, for as many rounds as residues and as lines fit beside them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from itertools import combinations, product
from random import Random

from benchmarks._exact_search import ExactSearch
from tournaments.draws.starters import Blocks, CyclicFrame, Starter

MOVES = 300_000
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


def search_copies(
    frame: CyclicFrame, size: int, symmetry: tuple[int, int], lines: int, seconds: float, rng: Random
) -> tuple[Blocks, Blocks] | None:
    """Search a base round whose copies and infinite points turn by so many: (copy, x) → (next copy, factor·x), with
    `symmetry` = order and factor, factor to the order = 1. Return its blocks, and so many lines with one point of each
    copy; None if `seconds` pass first.

    The lines, and the blocks that the symmetry leaves as they are where the tables are not a multiple of its order, are
    drawn by lot: a kind in them comes `order` times.
    """
    order, factor = symmetry

    def turn(p: int) -> int:
        """Return the image of the point `p` under the symmetry."""
        if p >= frame.finite:
            return p + 1 - order if (p - frame.finite) % order == order - 1 else p + 1
        copy, x = divmod(p, frame.modulus)
        return (
            copy + 1 - order if copy % order == order - 1 else copy + 1
        ) * frame.modulus + x * factor % frame.modulus

    kinds, used = merge_kinds(frame, turn, order)
    orbits = [
        *{frozenset(orbit): orbit for orbit in (list_images(p, turn, order) for p in range(frame.points))}.values()
    ]
    turned = _list_turned_lines(frame, order, factor) if lines else []
    tables, each = frame.points // size, size // order
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        held = rng.sample(orbits, tables % order * each)
        staying = [[p for orbit in held[n : n + each] for p in orbit] for n in range(0, len(held), each)]
        across = [rng.choice(turned) for _line in range(lines)]
        taken = Counter(kinds[p][q] for block in (*staying, *across) for p, q in combinations(block, 2))
        if any(times != order or used.get(kind) for kind, times in taken.items()):
            continue
        units = [orbit for orbit in orbits if orbit not in held]
        starter = Starter(kinds, used | dict.fromkeys(taken, 1), [units], [size] * (tables // order), rng)
        if starter.search(MOVES):
            return [*staying, *turn_blocks(starter.list_base_rounds()[0], turn, order)], across
    return None


def _list_turned_lines(frame: CyclicFrame, order: int, factor: int) -> Blocks:
    """Return the lines over as many copies as the symmetry's order that it leaves as they are, but for a shift."""
    found = []
    for x, shift in product(range(frame.modulus), repeat=2):
        residues = [x]
        for _copy in range(order):
            residues.append((residues[-1] * factor + shift) % frame.modulus)
        if residues.pop() == x:
            found.append([copy * frame.modulus + y for copy, y in enumerate(residues)])
    return found


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
    merged = [[name.get(kind, 0) for kind in row] for row in kinds]
    return merged, {name[kind]: times for kind, times in used.items()}
