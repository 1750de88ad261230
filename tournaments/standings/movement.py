"""How far everybody moved between two standings of one event. Pure."""

from collections.abc import Iterable

from .ranking import Row


def moved(before: Iterable[Row], now: Iterable[Row]) -> dict[int, int]:
    """By entry, the places he climbed (below zero: fell) since `before`; who was not there has not moved."""
    ranks = {row.tally.entry: row.rank for row in before}
    return {row.tally.entry: ranks.get(row.tally.entry, row.rank) - row.rank for row in now}
