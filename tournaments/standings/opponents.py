"""Compute figures made of the opponents met: how strong they were, and how a player did against those level with him.

At a table of more than two players, everybody on another side is an opponent; a player met twice counts twice. A rested
round has no opponent.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from typing import NamedTuple

from .scores import HALF, Number, Score, compare_places
from .tournament_results import TableResult, TournamentResults

LOT_BITS = 48
"""How many bits the number has that is drawn for a player whom nothing else ranks."""


@dataclass(frozen=True)
class OpponentStrength:
    """The final scores of all players, each computed once, and the opponents of each player."""

    results: TournamentResults
    score: Score
    known: dict[int, Number] = field(default_factory=dict)
    weakest_first: dict[int, tuple[Number, ...]] = field(default_factory=dict)

    def get_score(self, entry: int) -> Number:
        """Return the final score of this entry."""
        if entry not in self.known:
            self.known[entry] = self.score.compute(self.results, entry)
        return self.known[entry]

    def list_opponent_scores(self, entry: int) -> tuple[Number, ...]:
        """Return the scores of all opponents of all rounds, the weakest first."""
        if entry not in self.weakest_first:
            met, known = self.results.list_opponent_entries(entry), self.known
            scores = [known[other] if other in known else self.get_score(other) for other in met]
            self.weakest_first[entry] = tuple(sorted(scores))
        return self.weakest_first[entry]


class FigureTerms(NamedTuple):
    """What a figure is the sum of, in the order of calculation, and what is left out of it.

    average: True if the sum is divided by the number of terms.
    """

    counted: tuple[Number, ...]
    left_out: tuple[Number, ...] = ()
    average: bool = False

    @property
    def figure(self) -> Number:
        """The sum of the terms, or their average."""
        whole: Number = sum(self.counted)
        return Fraction(whole) / len(self.counted) if self.average and self.counted else whole


def compute_buchholz(strength: OpponentStrength, entry: int) -> FigureTerms:
    """Return the player's Buchholz figure: the sum of the scores of all his opponents, term by term."""
    return FigureTerms(strength.list_opponent_scores(entry))


def compute_buchholz_cut(strength: OpponentStrength, entry: int) -> FigureTerms:
    """Return the player's cut Buchholz figure, term by term: the scores of all his opponents except the weakest."""
    met = strength.list_opponent_scores(entry)
    return FigureTerms(met[1:], met[:1])


def compute_buchholz_median(strength: OpponentStrength, entry: int) -> FigureTerms:
    """Return the player's median Buchholz figure, term by term: the scores of all opponents but the weakest and the
    strongest."""
    met = strength.list_opponent_scores(entry)
    return FigureTerms(met[1:-1], met[:1] + met[1:][-1:])


def compute_opponents_average(strength: OpponentStrength, entry: int) -> FigureTerms:
    """Return the average score of the player's opponents, as terms to be averaged."""
    return FigureTerms(strength.list_opponent_scores(entry), average=True)


def compute_sonneborn_berger(strength: OpponentStrength, entry: int) -> FigureTerms:
    """Return the player's Sonneborn-Berger figure, term by term: the scores of the opponents placed behind him, half
    the scores of those level with him."""
    pairs = ((other.entry, compare_places(mine, other)) for mine, other in strength.results.get_encounters(entry))
    return FigureTerms(tuple([_multiply(won, strength.get_score(other)) for other, won in pairs if won]))


def _multiply(won: Number, score: Number) -> Number:
    """Return won × score, where one half of an even score stays an integer, which is a great deal faster."""
    return score // 2 if won is HALF and isinstance(score, int) and not score % 2 else won * score


def compute_progressive(strength: OpponentStrength, entry: int) -> FigureTerms:
    """Return the sum of the player's own scores after each round, term by term."""
    return FigureTerms(tuple(strength.score.list_after_each_round(strength.results, entry)))


def compute_direct_encounters(results: TournamentResults, entry: int, tied: Collection[int]) -> FigureTerms | None:
    """Return the encounters that the player won (1, one half, 0) against the entries `tied`, who are level with him,
    term by term; None unless every one of them has met every other."""
    if not results.have_all_met(frozenset(tied)):
        return None
    return FigureTerms(tuple([compare_places(mine, other) for mine, other in _list_encounters(results, entry, tied)]))


def compute_mini_table(results: TournamentResults, entry: int, tied: Collection[int]) -> FigureTerms | None:
    """Return the player's gain less the opponent's, for each meeting with one of the entries `tied`, who are level with
    him; None where they never met."""
    met = _list_encounters(results, entry, tied)
    return FigureTerms(tuple([mine.total - other.total for mine, other in met])) if met else None


def _list_encounters(
    results: TournamentResults, entry: int, tied: Collection[int]
) -> list[tuple[TableResult, TableResult]]:
    """Return (own result, opponent's result) for each meeting with an opponent who is level."""
    return [(mine, other) for mine, other in results.get_encounters(entry) if other.entry in tied]


def draw_lot(results: TournamentResults, entry: int) -> int:
    """Return the entry's lot, an integer of LOT_BITS bits; the highest wins.

    It depends only on the seed and the entry.
    """
    return int.from_bytes(sha256(f"{results.scales.seed}:{entry}".encode()).digest()[: LOT_BITS // 8])


OF_OPPONENTS: dict[str, Callable[[OpponentStrength, int], FigureTerms]] = {
    "buchholz": compute_buchholz,
    "buchholz_cut": compute_buchholz_cut,
    "buchholz_median": compute_buchholz_median,
    "sonneborn_berger": compute_sonneborn_berger,
    "opponents_average": compute_opponents_average,
    "progressive": compute_progressive,
}
BY_SCORES = ("buchholz", "buchholz_cut", "buchholz_median", "opponents_average")
"""The metrics that depend on the opponents' scores alone, and on no place at a table."""
AMONG_TIED: dict[str, Callable[[TournamentResults, int, Collection[int]], FigureTerms | None]] = {
    "direct": compute_direct_encounters,
    "mini_table": compute_mini_table,
}
