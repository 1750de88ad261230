"""Divide a number of players into tables of the sizes that a game allows.

In order of priority: as few players resting as possible, then as few tables as possible, then tables as equal as
possible. Who chooses among several divisions sees the most equal ones first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from tournaments.draws.model import TablePlayers

MOST_PLAYERS_LISTED = 40
"""For how many players at most every division is listed: beyond, there are hundreds."""


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
    """Return the best division of 0, 1, … n players into tables of these sizes, each as (tables, Σ size², the size of
    one table); None for a number that cannot be seated."""
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


def divide(n: int, sizes: Sequence[int], held: Sequence[int] = ()) -> Division:
    """Return the division of n players with the fewest resting, then the fewest tables, then the most equal ones.

    sizes: if ascending, each number once, the sizes that tables may have: (3, 4). Else the size of every single table,
        the largest first: (4, 4, 3); the division then has these very tables, if they seat as many players as any
        division does, and else tables of these sizes.
    held: of such single tables, the sizes of those at which other players sit already; they are left out.
    """
    allowed = tuple(sorted(set(sizes)))
    best = _find_best(n, allowed)
    seated = next(seated for seated in range(n, -1, -1) if best[seated] is not None)
    left = tuple(sorted((Counter(sizes) - Counter(held)).elements(), reverse=True))
    wanted = tuple(sizes) != allowed and sum(left) == seated
    return Division(left if wanted else _list_sizes(best, seated), n - seated)


def propose_divisions(n: int, sizes: Sequence[int]) -> tuple[Division, ...]:
    """Return the divisions to choose from, all different: for each selection of some of the sizes, the best division
    into tables of these sizes alone. Those in which somebody rests who could play are left out, unless all their tables
    are of one size.

    In order of fewer resting, sizes nearer to each other, fewer tables.
    """
    allowed = sorted(set(sizes))
    divisions = {divide(n, some) for many in range(1, len(allowed) + 1) for some in combinations(allowed, many)}
    least = min(one.resting for one in divisions)
    offered = [one for one in divisions if one.sizes and (one.resting == least or not one.small_tables)]
    return tuple(sorted(offered, key=rank_division))


def rank_division(one: Division) -> tuple[object, ...]:
    """Return the key by which divisions to choose from are sorted: fewer resting first, then sizes nearer to each
    other, then fewer tables."""
    return one.resting, one.sizes[0] - one.sizes[-1], len(one.sizes), one.sizes


def list_divisions(n: int, sizes: Sequence[int]) -> list[Division]:
    """Return every division of n players into tables of these sizes in which nobody rests who could play, in the order
    of `rank_division`; empty for more than MOST_PLAYERS_LISTED players."""
    resting = divide(n, sorted(sizes)).resting
    if n > MOST_PLAYERS_LISTED or n == resting:
        return []
    found = [Division(some, resting) for some in _iterate_mixes(n - resting, tuple(sorted(set(sizes), reverse=True)))]
    return sorted(found, key=rank_division)


def _iterate_mixes(seats: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every way to make exactly so many seats of tables of these sizes, the largest first."""
    if not seats:
        yield ()
    for place, size in enumerate(sizes):
        if size <= seats:
            yield from ((size, *others) for others in _iterate_mixes(seats - size, sizes[place:]))
