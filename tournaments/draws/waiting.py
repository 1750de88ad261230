"""Choose the fairest table of waiting players: whoever waits longest, with those who have met each other least.

Pure: people are numbers of any kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

MeetingCounts = Counter[frozenset[int]]
LOOKED_AT = 12
"""How many of those who wait longest are considered: so nobody is passed over for long."""


def count_pair_meetings(tables: Iterable[Iterable[int]]) -> MeetingCounts:
    """Return how often each pair sat together at these tables."""
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))


def count_meetings_of(table: Iterable[int], met: MeetingCounts) -> int:
    """Return how many meetings these people have had, all pairs together."""
    return sum(met[frozenset(pair)] for pair in combinations(table, 2))


def choose_fairest_table(
    queue: Sequence[int], size: int, met: MeetingCounts, forbidden: Collection[frozenset[int]] = ()
) -> tuple[int, ...]:
    """Return `size` people of the queue (the longest waiting first), the first of the queue among them.

    In order of priority: no pair in `forbidden`, Σ C(meetings + 1, 2) least, those who wait longest. The table is in
    the order of the queue. Raises ValueError where fewer than `size` people wait.
    """
    if size > len(queue):
        raise ValueError("there are not so many who wait")
    first, *others = range(len(queue))

    def cost(chosen: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        pairs = [frozenset((queue[a], queue[b])) for a, b in combinations((first, *chosen), 2)]
        return sum(pair in forbidden for pair in pairs), sum(met[p] * (met[p] + 1) // 2 for p in pairs), chosen

    best = min(combinations(others[: LOOKED_AT - 1], size - 1), key=cost)
    return tuple(queue[i] for i in (first, *best))
