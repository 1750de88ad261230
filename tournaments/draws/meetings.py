"""Count who met whom. Pairs are keys of counters, so that ten thousand players need no square table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain, combinations

from tournaments.draws.model import DrawRound, TablePlayers


def list_pairs(table: Iterable[int]) -> list[tuple[int, int]]:
    """Return the pairs of players at one table, the lower number first."""
    return list(combinations(sorted(table), 2))


def count_meetings(rounds: Iterable[DrawRound]) -> Counter[tuple[int, int]]:
    """Return how often each pair met in these rounds."""
    return count_table_meetings(table for one in rounds for table in one.tables)


def count_table_meetings(tables: Iterable[TablePlayers]) -> Counter[tuple[int, int]]:
    """Return how often each pair sat together at these tables."""
    return Counter(chain.from_iterable(combinations(sorted(table), 2) for table in tables))


def add_counts(met: Counter[tuple[int, int]], more: Counter[tuple[int, int]]) -> Counter[tuple[int, int]]:
    """Return the sum of both counters, by pair; quick where `more` is small."""
    counts = met.copy()
    counts.update(more)
    return counts


def count_repeats(met: Counter[tuple[int, int]]) -> int:
    """Return the number of repeated meetings: Σ over pairs of max(0, meetings − 1)."""
    return sum((times - 1) * pairs for times, pairs in Counter(met.values()).items() if times > 1)


def compute_pair_cost(met: Counter[tuple[int, int]]) -> int:
    """Return the pair cost of these meetings: Σ over pairs of C(meetings, 2)."""
    return sum(times * (times - 1) // 2 * pairs for times, pairs in Counter(met.values()).items())
