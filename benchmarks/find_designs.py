"""Search again for the base rounds that are stored in `tournaments/draws/designs.py`, for whoever doubts them.

    python benchmarks/find_designs.py                 checks the stored designs: how many rounds each gives
    python benchmarks/find_designs.py --all           searches every one again, from seconds to some minutes each
    python benchmarks/find_designs.py 4 14 --seconds 300      searches for 14 tables of 4, in CPU time

Prints Python source that can be pasted into the data. Tables of four are searched under a symmetry of order three
that turns the three copies of the residues (one third of the search), and once as two planes with signs; some of five
and six under one of order three or five (`TURNED`); the others without symmetry.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from itertools import combinations, product
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._exact_search import ExactSearch, search_rotational
from benchmarks._line_search import Turn, list_images, merge_kinds, search_beside_lines, search_copies, turn_blocks
from tournaments.draws.design_library import build_repeat_free_rounds, build_stored_rounds
from tournaments.draws.designs import ROTATIONAL, STARTERS, TRANSVERSALS, StoredDesign
from tournaments.draws.starters import CyclicFrame, Starter

MOVES = 400_000
FACTOR = 3  # whose cube is one more than the residues of 26
TURNED = {
    (5, 11): Turn(5, 3),
    (5, 15): Turn(5, 1),
    (5, 16): Turn(4, 1),
    (5, 19): Turn(3, 7, 0),
    (5, 20): Turn(5, 1),
    (5, 22): Turn(5, 3),
    (6, 14): Turn(3, 3),
    (6, 15): Turn(3, 9),
    (6, 20): Turn(3, 7),
}
"""By (size, tables): the symmetry of the base round, which is searched beside the stored lines."""
EXACT = {(3, 34): 16, (3, 38): 18, (4, 25): 6, (4, 29): 7, (4, 30): 7}
"""By (size, tables): how many blocks of the base round are searched by exact cover, where annealing came to no end."""


def search_plain(size: int, tables: int, like: StoredDesign, seconds: float, rng: Random) -> StoredDesign | None:
    """Search base rounds that have no symmetry but the shift, in the frame and beside the lines of the design `like`.
    Return None if `seconds` pass without success."""
    frame = CyclicFrame(like.modulus, like.copies, like.infinite)
    kinds, used = frame.list_kinds()
    used = used | {kinds[p][q]: 1 for lines in like.lines for line in lines for p, q in combinations(line, 2)}
    units = [[(p,) for p in range(frame.points)]] * len(like.base)
    if free := EXACT.get((size, tables)):
        found = ExactSearch(kinds, used, units[0], size, rng).search(free, seconds)
        return _build_stored_design(frame, [found], like.lines) if found else None
    starter = Starter(kinds, used, units, [size] * tables, rng)
    if not _restart(starter, seconds):
        return None
    return _build_stored_design(frame, starter.list_base_rounds(), like.lines)


def _restart(starter: Starter, seconds: float, moves: int = MOVES) -> bool:
    """Search from new starts until one succeeds (True) or `seconds` are over (False)."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        if starter.search(moves):
            return True
        starter.shuffle()
    return False


def search_turned(players: int, modulus: int, factor: int, seconds: float, rng: Random) -> StoredDesign | None:
    """Search for tables of four over three copies, under (copy, x) → (copy + 1, factor·x), factor³ = 1. Return None if
    `seconds` pass without success.

    An infinite point that stays sits with a whole orbit; the others turn with the copies, in threes.
    """
    frame = CyclicFrame(modulus, 3, players - 3 * modulus)
    turning = frame.finite + frame.infinite % 3

    def turn(p: int) -> int:
        """Return the image of the point `p` under the symmetry."""
        if p >= frame.finite:
            return p if p < turning else p - 2 if (p - turning) % 3 == 2 else p + 1
        copy, x = divmod(p, modulus)
        return (copy + 1) % 3 * modulus + x * factor % modulus

    kinds, used = merge_kinds(frame, turn)
    closing = _list_quarters(frame) if modulus % 4 == frame.infinite % 4 == 0 else ()
    orbits = {frozenset(orbit): orbit for orbit in (list_images(p, turn) for p in range(players))}
    staying = [orbit[0] for key, orbit in orbits.items() if len(key) == 1 and orbit[0] >= frame.finite]
    moving = [orbit for key, orbit in orbits.items() if len(key) == 3]
    until = time.process_time() + seconds
    while time.process_time() < until:
        held = rng.sample([orbit for orbit in moving if orbit[0] < frame.finite], len(staying))
        taken = [kinds[orbit[0]][orbit[1]] for orbit in held]
        if len(set(taken)) < len(taken) or any(used.get(kind) for kind in taken):
            continue
        worn = used | dict.fromkeys(taken, 1)
        worn |= {kinds[point][p]: 1 for point, orbit in zip(staying, held, strict=True) for p in orbit}
        if modulus % 3 == frame.infinite % 3 == 0:  # a group of three meets never
            worn[kinds[0][modulus // 3]] = 1
        if closing:
            worn[kinds[0][modulus // 4]] = 1
        units = [orbit for orbit in moving if orbit not in held]
        free = EXACT.get((4, players // 4), 0)
        if found := _search_orbits(kinds, worn, units, until - time.process_time(), rng, free):
            base = [[point, *orbit] for point, orbit in zip(staying, held, strict=True)]
            return _build_stored_design(frame, [[*base, *turn_blocks(found, turn)]], closing)
    return None


def _list_quarters(frame: CyclicFrame) -> tuple[tuple[tuple[int, ...], ...]]:
    """Return the lines of one more round: residues a quarter of the modulus apart, and infinite points by fours."""
    quarter, first = frame.modulus // 4, range(0, frame.finite, frame.modulus)
    residues = [tuple(range(start, start + frame.modulus, quarter)) for start in first]
    return ((*residues, *(tuple(range(p, p + 4)) for p in range(frame.finite, frame.points, 4))),)


def _search_orbits(
    kinds, worn: dict[int, int], units, seconds: float, rng: Random, free: int
) -> list[list[int]] | None:
    """Return blocks of four orbits each: `free` of them by exact cover, or where that is 0 all by annealing, once."""
    if free:
        return ExactSearch(kinds, worn, units, 4, rng).search(free, seconds)
    starter = Starter(kinds, worn, [units], [4] * (len(units) // 4), rng)
    return starter.list_base_rounds()[0] if starter.search(MOVES, 0.2) else None


# --- two planes, signed ------------------------------------------------------------------------------------

SIGNS = 160


def search_two_planes(seconds: float, rng: Random) -> StoredDesign | None:
    """Search ten rounds of eight tables of four: the affine plane of order four twice, the second renamed, with signs.
    Return None if `seconds` pass without success.

    Each of the 16 letters stands for two players, + and −, and each line of a plane makes two tables: its four
    letters with some signs, and with the opposite ones. Every pair of letters lies on one line of each plane; it
    must come out alike on one and unlike on the other: 120 equations between signs, modulo 2. Letters of the
    second plane are exchanged until these agree.
    """
    plane = build_repeat_free_rounds(4, 4, 5)
    until = time.process_time() + seconds
    while time.process_time() < until:
        name = rng.sample(range(16), 16)
        wrong = len(_solve(plane, name)[1])
        for _ in range(MOVES // 1000):
            a, b = rng.sample(range(16), 2)
            name[a], name[b] = name[b], name[a]
            signs, contradictions = _solve(plane, name)
            if not contradictions:
                return _build_signed_design(plane, name, signs)
            if len(contradictions) > wrong:
                name[a], name[b] = name[b], name[a]
            else:
                wrong = len(contradictions)
    return None


def _get_both_planes(plane, name):
    """Return the plane as it is, and the plane with its letters renamed by `name`."""
    return plane, [[[name[p] for p in line] for line in one] for one in plane]


def _solve(plane, name) -> tuple[dict[int, int], list[int]]:
    """Solve the 120 equations. Return the signs, by the number of the letter's occurrence in the lines of both planes,
    and the equations that contradict the others.

    An equation is a bit set: the unknown signs, and bit `SIGNS` for the right side.
    """
    equations = dict.fromkeys((frozenset(pair) for pair in combinations(range(16), 2)), 1 << SIGNS)
    places = (p for planes in _get_both_planes(plane, name) for one in planes for line in one for p in line)
    for number, four in enumerate(zip(*[places] * 4, strict=True)):
        for (i, p), (j, q) in combinations(enumerate(four), 2):
            equations[frozenset((p, q))] ^= 1 << 4 * number + i | 1 << 4 * number + j
    unknown, contradictions = (1 << SIGNS) - 1, []
    pivots: dict[int, int] = {}
    for equation in equations.values():
        while equation & unknown and (top := (equation & unknown).bit_length() - 1) in pivots:
            equation ^= pivots[top]
        if equation & unknown:
            pivots[top] = equation
        elif equation:
            contradictions.append(equation)
    signs: dict[int, int] = {}
    for top in sorted(pivots):
        known = sum(signs.get(i, 0) for i in range(top) if pivots[top] >> i & 1)
        signs[top] = (known + (pivots[top] >> SIGNS)) % 2
    return signs, contradictions


def _build_signed_design(plane, name, signs: dict[int, int]) -> StoredDesign:
    """Return the design that these signs give."""
    number = iter(range(SIGNS))
    base = []
    for planes in _get_both_planes(plane, name):
        for one in planes:
            tables = [[2 * p + signs.get(next(number), 0) for p in line] for line in one]
            base.append([*tables, *([p ^ 1 for p in table] for table in tables)])
    return _build_stored_design(CyclicFrame(1, 32), base, ())


def search_matrix(group: tuple[int, ...], rows: int) -> tuple[tuple[int, ...], ...] | None:
    """Search a difference matrix over a product of cyclic groups: a row of zeros, a row of all elements, and
    orthomorphisms. Return None if there is none with so many rows."""
    elements = list(product(*map(range, group)))
    name = {e: i for i, e in enumerate(elements)}
    minus = [
        [name[tuple((x - y) % g for x, y, g in zip(a, b, group, strict=True))] for b in elements] for a in elements
    ]
    n = len(elements)

    def clear(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
        """True if all differences of the two rows are distinct."""
        return len({minus[x][y] for x, y in zip(a, b, strict=True)}) == n

    def extend(row: list[int], differences: set[int]) -> None:
        """Add to `found` every orthomorphism that begins with `row`."""
        x = len(row)
        if x == n:
            found.append(tuple(row))
            return
        for value in range(n):
            if value not in row and minus[value][x] not in differences:
                extend([*row, value], differences | {minus[value][x]})

    def clique(chosen: list[tuple[int, ...]], among: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Choose rows that are clear of each other; empty if there are not enough."""
        if len(chosen) == rows - 2:
            return chosen
        for i, row in enumerate(among):
            deeper = clique([*chosen, row], [other for other in among[i + 1 :] if clear(row, other)])
            if deeper:
                return deeper
        return []

    found: list[tuple[int, ...]] = []
    extend([0], {0})
    best = clique([], found)
    return tuple(zip([0] * n, range(n), *best, strict=True)) if best else None


def _build_stored_design(frame: CyclicFrame, base, lines) -> StoredDesign:
    """Return the design in its stored form, checked."""
    stored = StoredDesign(
        frame.modulus,
        frame.copies,
        frame.infinite,
        tuple(tuple(sorted(tuple(sorted(block)) for block in one)) for one in base),
        lines,
    )
    return check_design(stored)


def check_design(stored: StoredDesign) -> StoredDesign:
    """Return the same design, after asserting that every round seats everybody and no pair meets twice."""
    met, points = set(), CyclicFrame(stored.modulus, stored.copies, stored.infinite).points
    for one in build_stored_rounds(stored):
        assert sorted(p for table in one for p in table) == list(range(points))
        for pair in (frozenset(pair) for table in one for pair in combinations(table, 2)):
            assert pair not in met
            met.add(pair)
    return stored


def find_design(size: int, tables: int, seconds: float, rng: Random) -> StoredDesign | None:
    """Search the base rounds for `tables` tables of `size`, by the method that found the stored ones."""
    players, stored = size * tables, STARTERS[size, tables]
    if stored.modulus == 1:
        return search_two_planes(seconds, rng)
    if size == stored.copies == 4:
        found = search_beside_lines(tables, FACTOR, seconds, rng)
        return found and _build_stored_design(
            CyclicFrame(*stored[:3]), found[:1], tuple((tuple(line),) for line in found[1])
        )
    if symmetry := TURNED.get((size, tables)):
        frame, lines = CyclicFrame(*stored[:3]), [list(line) for one in stored.lines for line in one]
        base = search_copies(frame, size, symmetry, lines, seconds, rng)
        return _build_stored_design(frame, [base], stored.lines) if base else None
    if size == 4:
        factors = [f for f in range(1, stored.modulus) if pow(f, 3, stored.modulus) == 1]
        tries = (search_turned(players, stored.modulus, f, seconds / len(factors), rng) for f in reversed(factors))
        return next((found for found in tries if found), None)
    return search_plain(size, tables, stored, seconds, rng)


def search_designs(wanted: list[tuple[int, int]], seconds: float, seed: int) -> None:
    """Search each (size, tables) and print what was found as Python source."""
    for size, tables in wanted:
        begun = time.process_time()
        if (size, tables) in ROTATIONAL:
            blocks = search_rotational(size, tables, seconds, Random(seed)) or ()
            print(f"# tables of {size}, {tables}: {time.process_time() - begun:.1f} s")
            print(f'    ({size}, {tables}): _read_blocks("{write_blocks(blocks)}"),', flush=True)
            continue
        found = find_design(size, tables, seconds, Random(seed))
        rounds = len(build_stored_rounds(found)) if found else 0
        print(f"# tables of {size}, {tables}: {rounds} rounds, {time.process_time() - begun:.1f} s")
        if found:
            rows = [f'"{write_blocks(one)}"' for one in found.base]
            rows.append(f'lines="{"; ".join(map(write_blocks, found.lines))}"')
            print(f"    ({size}, {tables}): _read_design({found[:3]}, {', '.join(rows)}),", flush=True)


def write_blocks(blocks: Iterable[tuple[int, ...]]) -> str:
    """Return blocks of points as the data hold them: «0 2 3, 1 8 10»."""
    return ", ".join(" ".join(map(str, block)) for block in blocks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("size", type=int, nargs="?")
    parser.add_argument("tables", type=int, nargs="?")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.tables:
        search_designs([(options.size, options.tables)], options.seconds, options.seed)
    elif options.all:
        search_designs([*STARTERS, *ROTATIONAL], options.seconds, options.seed)
        found = search_matrix(TRANSVERSALS[12].group, TRANSVERSALS[12].columns) or ()
        print(f'    12: _read_transversals({TRANSVERSALS[12].group}, lines="{write_blocks(found)}"),')
    else:
        for (size, tables), stored in STARTERS.items():
            rounds = len(build_stored_rounds(check_design(stored)))
            best = (size * tables - 1) // (size - 1)
            print(f"stored: tables of {size}, {tables}: {rounds} rounds (at most {best} could be)")


if __name__ == "__main__":
    main()
