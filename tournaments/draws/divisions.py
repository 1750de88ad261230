"""Dividing a number of players into tables of the sizes a game allows.

In order: as few resting as possible, then as few tables as possible, then tables as equal as possible; or else tables
as near to a wanted size as possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class Division:
    """Table sizes, the largest first, and how many players rest."""

    sizes: tuple[int, ...]
    resting: int

    @property
    def small(self) -> int:
        """How many tables are smaller than the largest."""
        return sum(size < self.sizes[0] for size in self.sizes)


Best = list[tuple[int, int, int] | None]
"""For each number of players: what it costs (first, second), a size to take away; None where it cannot be seated."""


@lru_cache(maxsize=64)
def _best(n: int, sizes: tuple[int, ...], target: int | None = None) -> Best:
    """The cost is (tables, Σ size²), or with a `target` (Σ (size − target)², tables)."""
    best: Best = [(0, 0, 0)]
    for seated in range(1, n + 1):
        ways = [
            (before[0] + first, before[1] + second, size)
            for size in sizes
            if size <= seated and (before := best[seated - size]) is not None
            for first, second in [(1, size * size) if target is None else ((size - target) ** 2, 1)]
        ]
        best.append(min(ways, default=None))
    return best


def _tables(best: Best, seated: int) -> tuple[int, ...]:
    tables = []
    while seated:
        entry = best[seated]
        assert entry is not None
        tables.append(entry[2])
        seated -= entry[2]
    return tuple(sorted(tables, reverse=True))


def divide(n: int, sizes: Sequence[int]) -> Division:
    """The division of n players: fewest resting, then fewest tables, then the most equal ones."""
    return _seat(n, _best(n, tuple(sorted(set(sizes)))))


def around(n: int, sizes: Sequence[int], target: int) -> Division:
    """The division of n players into tables as near to `target` as can be: fewest resting, then least squares."""
    return _seat(n, _best(n, tuple(sorted(set(sizes))), target))


def _seat(n: int, best: Best) -> Division:
    seated = next(seated for seated in range(n, -1, -1) if best[seated] is not None)
    return Division(_tables(best, seated), n - seated)


def around_each(n: int, sizes: Sequence[int]) -> tuple[Division, ...]:
    """For one evening at free tables: a division around each size, each different, none of them empty."""
    found = (around(n, sizes, size) for size in sizes)
    return tuple(dict.fromkeys(one for one in found if one.sizes))


def propose(n: int, sizes: Sequence[int], limit: int = 3) -> tuple[Division, ...]:
    """Up to `limit` divisions of n players, the best first, each different in who rests or in its tables.

    After the best come: tables of one size only, for each size, those with fewer resting first and then those
    with fewer tables; then the best division without the largest size.
    """
    found = [divide(n, sizes)]
    alike = [divide(n, (size,)) for size in set(sizes)]
    found += sorted((one for one in alike if one.sizes), key=lambda one: (one.resting, len(one.sizes)))
    if len(set(sizes)) > 1:
        found.insert(1, divide(n, sorted(set(sizes))[:-1]))
    return tuple(dict.fromkeys(one for one in found if one.sizes))[:limit]
