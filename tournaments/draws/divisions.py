"""Divide a number of players into tables of the sizes that a game allows.

In order of priority: as few players resting as possible, then as few tables as possible, then tables as equal as
possible. Who chooses among several divisions sees the most equal ones first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

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
def _find_best(n: int, sizes: tuple[int, ...]) -> BestDivisions:
    """Return the least costs, (tables, Σ size²), of seating 0 to n players at tables of these sizes."""
    best: BestDivisions = [(0, 0, 0)]
    for seated in range(1, n + 1):
        ways = [
            (before[0] + 1, before[1] + size * size, size)
            for size in sizes
            if size <= seated and (before := best[seated - size]) is not None
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


def divide(n: int, sizes: Sequence[int]) -> Division:
    """Return the division of n players with the fewest resting, then the fewest tables, then the most equal ones."""
    best = _find_best(n, tuple(sorted(set(sizes))))
    seated = next(seated for seated in range(n, -1, -1) if best[seated] is not None)
    return Division(_list_sizes(best, seated), n - seated)


def propose_divisions(n: int, sizes: Sequence[int]) -> tuple[Division, ...]:
    """Return the divisions to choose from, all different: for each choice among the sizes its best one, where nobody
    rests who could play; and those with tables of one size.

    In order of fewer resting, sizes nearer to each other, fewer tables.
    """
    allowed = sorted(set(sizes))
    divisions = {divide(n, some) for many in range(1, len(allowed) + 1) for some in combinations(allowed, many)}
    least = min(one.resting for one in divisions)
    offered = [one for one in divisions if one.sizes and (one.resting == least or not one.small_tables)]
    return tuple(
        sorted(offered, key=lambda one: (one.resting, one.sizes[0] - one.sizes[-1], len(one.sizes), one.sizes))
    )
