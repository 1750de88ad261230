"""The lines of the projective space of 85 points over the field of four elements, under a turn of order seven."""

from __future__ import annotations

from itertools import combinations, product

from tournaments.draws.algebra import build_ring
from tournaments.draws.starters import CyclicFrame


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
