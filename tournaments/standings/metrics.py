"""Define every figure that can rank the players of a tournament, each under its key, and what it needs.

Which metrics rank a tournament, and in which order, is data (`orders`): adding a metric here changes nobody's rank.
Pure: knows no database, no game and no language.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import Enum

from .opponents import AMONG_TIED, OF_OPPONENTS, Strength, Terms, lot
from .scores import SCORES, Number
from .tournament_results import Played, Tally


class Kind(Enum):
    """What a metric is made of.

    SUM: a sum in the tally. SCORE: the results of tables. OPPONENTS: the opponents' scores. TIED: the encounters among
    players who are level so far. LOT: a lot, which decides what is left.
    """

    SUM = "sum"
    SCORE = "score"
    OPPONENTS = "opponents"
    TIED = "tied"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric. `low`: True if less is better."""

    key: str
    kind: Kind
    low: bool = False

    @property
    def scores(self) -> bool:
        """True if opponents' strength can be measured by it."""
        return self.key in SCORES


SUMS = ("total", "coups_won", "tables", "best_coup", "brusquembilles_won")
LOW_SUMS = ("left", "brusquembilles_lost")
METRICS: dict[str, Metric] = {
    metric.key: metric
    for metric in (
        *(Metric(key, Kind.SUM) for key in SUMS),
        *(Metric(key, Kind.SUM, low=True) for key in LOW_SUMS),
        *(Metric(key, Kind.SCORE) for key in SCORES if key not in SUMS),
        *(Metric(key, Kind.OPPONENTS) for key in OF_OPPONENTS),
        *(Metric(key, Kind.TIED) for key in AMONG_TIED),
        Metric("lots", Kind.LOT),
    )
}


def needs_results(precedence: Iterable[str]) -> bool:
    """True if any of these metrics needs the results of each table; False if the sums suffice."""
    return any(METRICS[key].kind not in (Kind.SUM, Kind.LOT) for key in precedence)


@dataclass(frozen=True)
class Reader:
    """Computes any metric of one tournament. `main`: the score that measures opponents."""

    played: Played
    main: str = "total"
    _strength: dict[str, Strength] = field(default_factory=dict)

    def figure(self, key: str, tally: Tally, tied: Collection[int]) -> Number:
        """Return the figure of a metric for one player.

        tied: the entries that all weightier metrics leave level with the player, himself included.
        """
        match METRICS[key].kind:
            case Kind.SUM:
                return getattr(tally, key)  # type: ignore[no-any-return]
            case Kind.SCORE:
                known = key == self.main
                return self._opponents().of(tally.entry) if known else SCORES[key].of(self.played, tally.entry)
            case Kind.LOT:
                return lot(self.played, tally.entry)
            case Kind.OPPONENTS | Kind.TIED:
                found = self.terms(key, tally.entry, tied)
                return found.figure if found else 0

    def terms(self, key: str, entry: int, tied: Collection[int]) -> Terms | None:
        """Return what a figure is added up of.

        None where it is not made of the opponents met, or where nobody is level.
        """
        if METRICS[key].kind is Kind.OPPONENTS:
            return OF_OPPONENTS[key](self._opponents(), entry)
        if METRICS[key].kind is Kind.TIED and len(tied) > 1:
            return AMONG_TIED[key](self.played, entry, tied)
        return None

    def _opponents(self) -> Strength:
        """Return the opponents' strength by the main score; it is computed once."""
        return self._strength.setdefault(self.main, Strength(self.played, SCORES[self.main]))
