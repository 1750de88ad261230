"""Figures made of whom a player met: how strong his opponents were, and how he did against those he is level with.

At a table of more than two, everybody on another side is an opponent; who is met twice counts twice. A round that was
rested has no opponent.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256

from .played import Played, Result
from .scores import Number, Score, won_against

LOT_BITS = 48


@dataclass(frozen=True)
class Strength:
    """The opponents' scores, each looked up once."""

    played: Played
    score: Score
    known: dict[int, Number]

    def of(self, entry: int) -> Number:
        if entry not in self.known:
            self.known[entry] = self.score.of(self.played, entry)
        return self.known[entry]

    def met(self, entry: int) -> list[Number]:
        """The scores of all opponents of all rounds, the weakest first."""
        met = (other.entry for result in self.played.mine(entry) for other in self.played.others(result))
        return sorted(self.of(other) for other in met)


def buchholz(strength: Strength, entry: int) -> Number:
    return sum(strength.met(entry), start=0)


def buchholz_cut(strength: Strength, entry: int) -> Number:
    """Without the weakest opponent."""
    return sum(strength.met(entry)[1:], start=0)


def buchholz_median(strength: Strength, entry: int) -> Number:
    """Without the weakest and the strongest."""
    return sum(strength.met(entry)[1:-1], start=0)


def average(strength: Strength, entry: int) -> Number:
    met = strength.met(entry)
    return Fraction(sum(met, start=Fraction(0)), len(met)) if met else 0


def sonneborn_berger(strength: Strength, entry: int) -> Number:
    """The scores of those he was placed before, and half of those he was level with."""
    played = strength.played
    pairs = ((result, other) for result in played.mine(entry) for other in played.others(result))
    return sum((won_against(result, other) * strength.of(other.entry) for result, other in pairs), start=Fraction(0))


def progressive(strength: Strength, entry: int) -> Number:
    """The sum of his scores as they stood after each round."""
    return sum(strength.score.after_each_round(strength.played, entry), start=0)


def direct(played: Played, entry: int, tied: Collection[int]) -> Number:
    """Encounters won among the players who are level; nothing unless every one of them has met every other."""
    if any(len(_foes(played, one) & (set(tied) - {one})) < len(tied) - 1 for one in tied):
        return 0
    return sum((won_against(mine, other) for mine, other in _encounters(played, entry, tied)), start=Fraction(0))


def mini_table(played: Played, entry: int, tied: Collection[int]) -> Number:
    """By how much he was better than those he is level with where they met: his total there less theirs."""
    return sum(mine.total - other.total for mine, other in _encounters(played, entry, tied))


def _foes(played: Played, entry: int) -> set[int]:
    return {other.entry for result in played.mine(entry) for other in played.others(result)}


def _encounters(played: Played, entry: int, tied: Collection[int]) -> list[tuple[Result, Result]]:
    mine = played.mine(entry)
    return [(result, other) for result in mine for other in played.others(result) if other.entry in tied]


def lot(played: Played, entry: int) -> int:
    """A lot that the seed alone decides, of LOT_BITS; the highest wins."""
    return int.from_bytes(sha256(f"{played.scales.seed}:{entry}".encode()).digest()[: LOT_BITS // 8])


OF_OPPONENTS: dict[str, Callable[[Strength, int], Number]] = {
    "buchholz": buchholz,
    "buchholz_cut": buchholz_cut,
    "buchholz_median": buchholz_median,
    "sonneborn_berger": sonneborn_berger,
    "opponents_average": average,
    "progressive": progressive,
}
AMONG_TIED: dict[str, Callable[[Played, int, Collection[int]], Number]] = {"direct": direct, "mini_table": mini_table}
