"""Figures made of whom a player met: how strong his opponents were, and how he did against those he is level with.

At a table of more than two, everybody on another side is an opponent; who is met twice counts twice. A round that was
rested has no opponent.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256

from .played import Played, Result
from .scores import Number, Score, won_against

LOT_BITS = 48


@dataclass(frozen=True)
class Strength:
    """The opponents' scores, each looked up once, and whom each player met."""

    played: Played
    score: Score
    known: dict[int, Number] = field(default_factory=dict)
    weakest_first: dict[int, tuple[Number, ...]] = field(default_factory=dict)

    def of(self, entry: int) -> Number:
        if entry not in self.known:
            self.known[entry] = self.score.of(self.played, entry)
        return self.known[entry]

    def met(self, entry: int) -> tuple[Number, ...]:
        """The scores of all opponents of all rounds, the weakest first."""
        if entry not in self.weakest_first:
            met = (other.entry for result in self.played.mine(entry) for other in self.played.others(result))
            self.weakest_first[entry] = tuple(sorted(map(self.of, met)))
        return self.weakest_first[entry]


@dataclass(frozen=True, slots=True)
class Terms:
    """What a figure is the sum of, in the order in which it is reckoned, and what is `left_out` of it; `average`: the
    sum is divided by how many terms there are."""

    counted: tuple[Number, ...]
    left_out: tuple[Number, ...] = ()
    average: bool = False

    @property
    def figure(self) -> Number:
        whole: Number = sum(self.counted, start=0)
        return Fraction(whole) / len(self.counted) if self.average and self.counted else whole


def buchholz(strength: Strength, entry: int) -> Terms:
    return Terms(strength.met(entry))


def buchholz_cut(strength: Strength, entry: int) -> Terms:
    """Without the weakest opponent."""
    met = strength.met(entry)
    return Terms(met[1:], met[:1])


def buchholz_median(strength: Strength, entry: int) -> Terms:
    """Without the weakest and the strongest."""
    met = strength.met(entry)
    return Terms(met[1:-1], met[:1] + met[1:][-1:])


def average(strength: Strength, entry: int) -> Terms:
    return Terms(strength.met(entry), average=True)


def sonneborn_berger(strength: Strength, entry: int) -> Terms:
    """The scores of those he was placed before, and half of those he was level with."""
    played = strength.played
    pairs = ((other.entry, won_against(mine, other)) for mine in played.mine(entry) for other in played.others(mine))
    return Terms(tuple(won * strength.of(other) for other, won in pairs if won))


def progressive(strength: Strength, entry: int) -> Terms:
    """His scores as they stood after each round."""
    return Terms(tuple(strength.score.after_each_round(strength.played, entry)))


def direct(played: Played, entry: int, tied: Collection[int]) -> Terms | None:
    """Encounters won among the players who are level; nothing unless every one of them has met every other."""
    if any(len(_foes(played, one) & (set(tied) - {one})) < len(tied) - 1 for one in tied):
        return None
    return Terms(tuple(won_against(mine, other) for mine, other in _encounters(played, entry, tied)))


def mini_table(played: Played, entry: int, tied: Collection[int]) -> Terms | None:
    """By how much he was better than those he is level with where they met: his total there less theirs."""
    met = _encounters(played, entry, tied)
    return Terms(tuple(mine.total - other.total for mine, other in met)) if met else None


def _foes(played: Played, entry: int) -> set[int]:
    return {other.entry for result in played.mine(entry) for other in played.others(result)}


def _encounters(played: Played, entry: int, tied: Collection[int]) -> list[tuple[Result, Result]]:
    mine = played.mine(entry)
    return [(result, other) for result in mine for other in played.others(result) if other.entry in tied]


def lot(played: Played, entry: int) -> int:
    """A lot that the seed alone decides, of LOT_BITS; the highest wins."""
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
