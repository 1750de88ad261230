"""Divide a number of players into tables of the sizes that a game allows.

In order of priority: as few players resting as possible, then as few tables as possible, then tables as equal as
possible; or, given a target size, tables as near to that size as possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournaments.draws.model import TablePlayers


@dataclass(frozen=True)
class Division:
    """Table sizes, the largest first, and how many players rest."""

    sizes: tuple[int, ...]
    resting: int

    @property
    def small_tables(self) -> int:
        """How many tables are smaller than the largest."""
        return sum(size < self.sizes[0] for size in self.sizes)


@dataclass(frozen=True)
class RoundFrame:
    """The frame of one round: the players present, the locked tables with their numbers, and the division of the
    others."""

    present: tuple[int, ...]
    locked_tables: tuple[tuple[int, TablePlayers], ...]
    division: Division

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of all tables, locked ones first."""
        return (*(len(table) for _, table in self.locked_tables), *self.division.sizes)

    @property
    def free(self) -> list[int]:
        """The players present who are not at a locked table."""
        held = {p for _, table in self.locked_tables for p in table}
        return [p for p in self.present if p not in held]


BestDivisions = list[tuple[int, int, int] | None]
"""By number of players: the least cost of seating them as a pair of numbers, and the size of one table of that
division; None where they cannot be seated."""


@lru_cache(maxsize=64)
def _find_best(n: int, sizes: tuple[int, ...], target: int | None = None) -> BestDivisions:
    """Return the least costs of seating 0 to n players at tables of these sizes.

    The cost is (tables, Σ size²), or with a `target` (Σ (size − target)², tables).
    """
    best: BestDivisions = [(0, 0, 0)]
    for seated in range(1, n + 1):
        ways = [
            (before[0] + first, before[1] + second, size)
            for size in sizes
            if size <= seated and (before := best[seated - size]) is not None
            for first, second in [(1, size * size) if target is None else ((size - target) ** 2, 1)]
        ]
        best.append(min(ways, default=None))
    return best


def _list_sizes(best: BestDivisions, seated: int) -> tuple[int, ...]:
    """Return the table sizes of the best division of exactly `seated` players, the largest first."""
    tables = []
    while seated:
        entry = best[seated]
        assert entry is not None
        tables.append(entry[2])
        seated -= entry[2]
    return tuple(sorted(tables, reverse=True))


def divide(n: int, sizes: Sequence[int], target: int | None = None) -> Division:
    """Return the division of n players with the fewest resting, then the fewest tables, then the most equal ones; with
    a `target`, the fewest resting, then table sizes nearest to it."""
    best = _find_best(n, tuple(sorted(set(sizes))), target)
    seated = next(seated for seated in range(n, -1, -1) if best[seated] is not None)
    return Division(_list_sizes(best, seated), n - seated)


def divide_around_each(n: int, sizes: Sequence[int]) -> tuple[Division, ...]:
    """Return divisions of n players for one evening at free tables: one with tables near each size.

    Duplicates, and divisions without tables, are left out.
    """
    found = (divide(n, sizes, size) for size in sizes)
    return tuple(dict.fromkeys(one for one in found if one.sizes))


def propose_divisions(n: int, sizes: Sequence[int], limit: int = 3) -> tuple[Division, ...]:
    """Return up to `limit` divisions of n players, the best first, all different in their tables or in how many rest.

    After the best come: tables of one size only, for each size, those with fewer resting first and then those with
    fewer tables; then the best division without the largest size.
    """
    found = [divide(n, sizes)]
    alike = [divide(n, (size,)) for size in set(sizes)]
    found += sorted((one for one in alike if one.sizes), key=lambda one: (one.resting, len(one.sizes)))
    if len(set(sizes)) > 1:
        found.insert(1, divide(n, sorted(set(sizes))[:-1]))
    return tuple(dict.fromkeys(one for one in found if one.sizes))[:limit]
