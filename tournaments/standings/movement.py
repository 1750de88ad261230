"""How many places each player moved between two standings of one tournament. Pure."""

from collections.abc import Iterable

from .ranking import StandingsRow


def compute_movement(before: Iterable[StandingsRow], now: Iterable[StandingsRow]) -> dict[int, int]:
    """Return, by entry, how many places the player climbed since `before` (negative: fell).

    0 for a player who was not there before; nobody moves who has not played yet.
    """
    ranks = {row.tally.entry: row.rank for row in before if not row.waiting}
    return {row.tally.entry: 0 if row.waiting else ranks.get(row.tally.entry, row.rank) - row.rank for row in now}
