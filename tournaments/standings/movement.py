"""How many places each player moved between two standings of one tournament. Pure."""

from collections.abc import Iterable

from .ranking import StandingsRow


def compute_movement(before: Iterable[StandingsRow], now: Iterable[StandingsRow]) -> dict[int, int | None]:
    """Return, by entry, how many places the player climbed since `before` (negative: fell); None for whoever has no
    rank now, or had none before."""
    ranks = {row.tally.entry: row.rank for row in before if not row.waiting}
    return {row.tally.entry: _count_places(ranks.get(row.tally.entry), row) for row in now}


def _count_places(rank_before: int | None, row: StandingsRow) -> int | None:
    """Count the places climbed from a rank to that of this row; None where one of the two is no rank."""
    return None if rank_before is None or row.waiting else rank_before - row.rank
