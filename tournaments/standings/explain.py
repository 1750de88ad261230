"""Explain a player's rank: what separates him from those just before and just behind him, read from the standings rows.

Facts only; the caller makes the sentence. Pure: knows no database, no game and no language.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .ranking import StandingsRow
from .scores import Number


@dataclass(frozen=True, slots=True)
class RankDifference:
    """What separates the player of `row` from the player of `other`.

    level: the metrics by which the two players are level, the weightiest first.
    metric: the first metric by which they differ; None where there is none.
    n: which of that metric's comparisons decides: 0 the first one, 1 that among the fewer players then still level, ….
    """

    row: StandingsRow
    other: StandingsRow
    level: tuple[str, ...]
    metric: str | None
    n: int = 0

    @property
    def mine(self) -> Number:
        """The figure of the player of `row` in the metric that separates him from the player of `other`; 0 where none
        does."""
        return self.row.list_comparisons(self.metric)[self.n] if self.metric else 0

    @property
    def theirs(self) -> Number:
        """The figure of the player of `other` in the metric that separates him from the player of `row`; 0 where none
        does."""
        return self.other.list_comparisons(self.metric)[self.n] if self.metric else 0


@dataclass(frozen=True, slots=True)
class RankExplanation:
    """The explanation of one player's rank.

    before: what separates him from the player placed just before him; None for the first.
    after: what separates him from the player placed just behind him; None for the last.
    equals: the rows of those who share his rank.
    """

    row: StandingsRow
    before: RankDifference | None
    after: RankDifference | None
    equals: tuple[StandingsRow, ...]


def explain_rank(rows: Sequence[StandingsRow], entry: int, precedence: Sequence[str]) -> RankExplanation:
    """Explain the rank of an entry. `rows`: the standings, as `ranking.rank_tallies` returns them.

    Raises KeyError where the entry is not among them.
    """
    mine = next((row for row in rows if row.tally.entry == entry), None)
    if mine is None:
        raise KeyError(entry)
    above = [row for row in rows if row.rank < mine.rank]
    below = [row for row in rows if row.rank > mine.rank]
    equals = tuple(row for row in rows if row.rank == mine.rank and row is not mine)
    return RankExplanation(
        mine,
        find_difference(mine, above[-1], precedence) if above else None,
        find_difference(mine, below[0], precedence) if below else None,
        equals,
    )


def find_difference(row: StandingsRow, other: StandingsRow, precedence: Sequence[str]) -> RankDifference:
    """Return what separates two players, by the metrics in `precedence`, the weightiest first."""
    level: list[str] = []
    for key in precedence:
        for n, (mine, theirs) in enumerate(zip(row.list_comparisons(key), other.list_comparisons(key), strict=False)):
            if mine != theirs:
                return RankDifference(row, other, tuple(level), key, n)
        level.append(key)
    return RankDifference(row, other, tuple(level), None)
