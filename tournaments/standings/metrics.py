"""Every figure that can rank an event, each under its name, with what it needs.

Which figures rank an event, and in which order, is data (`orders`): one added here changes nobody's rank. Pure: knows
no database, no game and no language.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import Enum

from .opponents import AMONG_TIED, OF_OPPONENTS, Strength, Terms, lot
from .played import Played, Tally
from .scores import SCORES, Number


class Kind(Enum):
    """SUM: stands in a tally. SCORE: made of results. OPPONENTS: made of the opponents' scores. TIED: looks at those
    who are level so far. LOT: decides the rest."""

    SUM = "sum"
    SCORE = "score"
    OPPONENTS = "opponents"
    TIED = "tied"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Metric:
    """`low`: less is better."""

    key: str
    kind: Kind
    low: bool = False

    @property
    def scores(self) -> bool:
        """May opponents' strength be measured by it?"""
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
    """Must the results of each table be known, or do the sums suffice?"""
    return any(METRICS[key].kind not in (Kind.SUM, Kind.LOT) for key in precedence)


@dataclass(frozen=True)
class Reader:
    """Reads any metric of one event. `main`: the score that opponents are measured by."""

    played: Played
    main: str = "total"
    _strength: dict[str, Strength] = field(default_factory=dict)

    def figure(self, key: str, tally: Tally, tied: Collection[int]) -> Number:
        """`tied`: the entries that everything before has left level with this one, himself among them."""
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
        """What a figure is added up of. None where it is not made of whom one met, and where nobody is level."""
        if METRICS[key].kind is Kind.OPPONENTS:
            return OF_OPPONENTS[key](self._opponents(), entry)
        if METRICS[key].kind is Kind.TIED and len(tied) > 1:
            return AMONG_TIED[key](self.played, entry, tied)
        return None

    def _opponents(self) -> Strength:
        return self._strength.setdefault(self.main, Strength(self.played, SCORES[self.main]))
