"""How many places each player moved between two standings of one tournament. Pure."""

from collections.abc import Iterable

from .ranking import StandingsRow


def compute_movement(before: Iterable[StandingsRow], now: Iterable[StandingsRow]) -> dict[int, int | None]:
    """Return, by entry, how many places the player climbed since `before` (negative: fell); None for whoever has no
    rank now, or had none before."""
    ranks = {row.tally.entry: row.rank for row in before if not row.waiting}
    return {
        row.tally.entry: None if row.waiting or row.tally.entry not in ranks else ranks[row.tally.entry] - row.rank
        for row in now
    }
