"""Counting who met whom. Works on pairs as keys, so that ten thousand players need no square table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from tournaments.draws.model import Round, Table


def pairs(table: Iterable[int]) -> list[tuple[int, int]]:
    """The pairs of a table, the lower number first."""
    return list(combinations(sorted(table), 2))


def count(rounds: Iterable[Round]) -> Counter[tuple[int, int]]:
    """How often each pair met."""
    return count_tables(table for one in rounds for table in one.tables)


def count_tables(tables: Iterable[Table]) -> Counter[tuple[int, int]]:
    """How often each pair sat together at these tables."""
    return Counter(pair for table in tables for pair in pairs(table))


def repeats(met: Counter[tuple[int, int]]) -> int:
    """Σ over pairs of max(0, meetings − 1)."""
    return sum(times - 1 for times in met.values() if times > 1)


def pair_cost(met: Counter[tuple[int, int]]) -> int:
    """Σ over pairs of C(meetings, 2)."""
    return sum(times * (times - 1) // 2 for times in met.values())
