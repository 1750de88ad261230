"""Compute figures made of the opponents met: how strong they were, and how a player did against those level with him.

At a table of more than two players, everybody on another side is an opponent; a player met twice counts twice. A rested
round has no opponent.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256

from .scores import Number, Score, won_against
from .tournament_results import Played, Result

LOT_BITS = 48
"""How many bits a lot has."""


@dataclass(frozen=True)
class Strength:
    """The final scores of all players, each computed once, and the opponents of each player."""

    played: Played
    score: Score
    known: dict[int, Number] = field(default_factory=dict)
    weakest_first: dict[int, tuple[Number, ...]] = field(default_factory=dict)

    def of(self, entry: int) -> Number:
        """Return the entry's score."""
        if entry not in self.known:
            self.known[entry] = self.score.of(self.played, entry)
        return self.known[entry]

    def met(self, entry: int) -> tuple[Number, ...]:
        """Return the scores of all opponents of all rounds, the weakest first."""
        if entry not in self.weakest_first:
            met = (other.entry for result in self.played.mine(entry) for other in self.played.others(result))
            self.weakest_first[entry] = tuple(sorted(map(self.of, met)))
        return self.weakest_first[entry]


@dataclass(frozen=True, slots=True)
class Terms:
    """What a figure is the sum of, in the order of calculation, and what is left out of it.

    average: True if the sum is divided by the number of terms.
    """

    counted: tuple[Number, ...]
    left_out: tuple[Number, ...] = ()
    average: bool = False

    @property
    def figure(self) -> Number:
        """The sum of the terms, or their average."""
        whole: Number = sum(self.counted, start=0)
        return Fraction(whole) / len(self.counted) if self.average and self.counted else whole


def buchholz(strength: Strength, entry: int) -> Terms:
    """Return the scores of all opponents."""
    return Terms(strength.met(entry))


def buchholz_cut(strength: Strength, entry: int) -> Terms:
    """Return the scores of all opponents except the weakest."""
    met = strength.met(entry)
    return Terms(met[1:], met[:1])


def buchholz_median(strength: Strength, entry: int) -> Terms:
    """Return the scores of all opponents except the weakest and the strongest."""
    met = strength.met(entry)
    return Terms(met[1:-1], met[:1] + met[1:][-1:])


def average(strength: Strength, entry: int) -> Terms:
    """Return the scores of all opponents, to be averaged."""
    return Terms(strength.met(entry), average=True)


def sonneborn_berger(strength: Strength, entry: int) -> Terms:
    """Return the scores of the opponents placed behind the player, and half the scores of those level with him."""
    played = strength.played
    pairs = ((other.entry, won_against(mine, other)) for mine in played.mine(entry) for other in played.others(mine))
    return Terms(tuple(won * strength.of(other) for other, won in pairs if won))


def progressive(strength: Strength, entry: int) -> Terms:
    """Return the player's own score after each round."""
    return Terms(tuple(strength.score.after_each_round(strength.played, entry)))


def direct(played: Played, entry: int, tied: Collection[int]) -> Terms | None:
    """Return the encounters won among the players who are level; None unless every one of them has met every other."""
    if any(len(_foes(played, one) & (set(tied) - {one})) < len(tied) - 1 for one in tied):
        return None
    return Terms(tuple(won_against(mine, other) for mine, other in _encounters(played, entry, tied)))


def mini_table(played: Played, entry: int, tied: Collection[int]) -> Terms | None:
    """Return the player's gain at each table less that of each level player there; None where they never met."""
    met = _encounters(played, entry, tied)
    return Terms(tuple(mine.total - other.total for mine, other in met)) if met else None


def _foes(played: Played, entry: int) -> set[int]:
    """Return the entries met as opponents."""
    return {other.entry for result in played.mine(entry) for other in played.others(result)}


def _encounters(played: Played, entry: int, tied: Collection[int]) -> list[tuple[Result, Result]]:
    """Return (own result, opponent's result) for each meeting with an opponent who is level."""
    mine = played.mine(entry)
    return [(result, other) for result in mine for other in played.others(result) if other.entry in tied]


def lot(played: Played, entry: int) -> int:
    """Return the entry's lot, an integer of LOT_BITS bits; the highest wins.

    It depends only on the seed and the entry.
    """
    return int.from_bytes(sha256(f"{played.scales.seed}:{entry}".encode()).digest()[: LOT_BITS // 8])


OF_OPPONENTS: dict[str, Callable[[Strength, int], Terms]] = {
    "buchholz": buchholz,
    "buchholz_cut": buchholz_cut,
    "buchholz_median": buchholz_median,
    "sonneborn_berger": sonneborn_berger,
    "opponents_average": average,
    "progressive": progressive,
}
AMONG_TIED: dict[str, Callable[[Played, int, Collection[int]], Terms | None]] = {
    "direct": direct,
    "mini_table": mini_table,
}
