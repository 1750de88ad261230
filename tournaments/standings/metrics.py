"""Define every figure that can rank the players of a tournament, each under its key, and what it needs.

Which metrics rank a tournament, and in which order, is data (`ranking_orders`): a metric added here changes no rank.
Pure: knows no database and no language; the games declare their own statistics in `scoring`.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property

from .opponents import AMONG_TIED, BY_SCORES, OF_OPPONENTS, FigureTerms, OpponentStrength, draw_lot
from .scores import SCORES, Number
from .tournament_results import STATISTICS, Scales, Tally, TournamentResults


class MetricKind(Enum):
    """What a metric is made of.

    SUM: a sum in the tally. DERIVED: what follows from these sums. SCORE: the results of tables. OPPONENTS: the
    opponents' scores. TIED: the encounters among players who are level so far. LOT: a lot, which decides what is left.
    """

    SUM = "sum"
    DERIVED = "derived"
    SCORE = "score"
    OPPONENTS = "opponents"
    TIED = "tied"
    LOT = "lot"


PLAIN = (MetricKind.SUM, MetricKind.DERIVED, MetricKind.LOT)
"""The kinds of metrics that can be computed without the result of any table."""


@dataclass(frozen=True, slots=True)
class Metric:
    """One criterion of a ranking order. `lower_is_better`: True if less is better."""

    key: str
    kind: MetricKind
    lower_is_better: bool = False


DERIVED: dict[str, Callable[[Tally, Scales], Number]] = {
    "average": lambda tally, scales: Fraction(tally.at_tables, tally.tables) if tally.tables else 0,
    "enough_tables": lambda tally, scales: int(tally.tables >= scales.least_tables),
}
"""The metrics that are computed from the tally's sums, by how many tables a player has played."""
CARD_POINTS = "card_points"
SUMS = (
    *("total", "coups_won", "tables", CARD_POINTS, "best_coup"),
    *(key for key, statistic in STATISTICS.items() if not statistic.lower_is_better),
)
LOW_SUMS = ("left", *(key for key, statistic in STATISTICS.items() if statistic.lower_is_better))
METRICS: dict[str, Metric] = {
    metric.key: metric
    for metric in (
        *(Metric(key, MetricKind.SUM) for key in SUMS),
        *(Metric(key, MetricKind.SUM, lower_is_better=True) for key in LOW_SUMS),
        *(Metric(key, MetricKind.DERIVED) for key in DERIVED),
        *(Metric(key, MetricKind.SCORE) for key in SCORES if key not in SUMS),
        *(Metric(key, MetricKind.OPPONENTS) for key in OF_OPPONENTS),
        *(Metric(key, MetricKind.TIED) for key in AMONG_TIED),
        Metric("lots", MetricKind.LOT),
    )
}
SCORES_AT_ONCE = ("total", "victory", "parties_won")
NEEDING_PLACES = ("victory", "parties_won", "sonneborn_berger", "direct")
AT_ONCE = frozenset({*SCORES_AT_ONCE, *BY_SCORES, *NEEDING_PLACES})
"""The metrics that `figures_at_once` computes for all players at once."""


def needs_results(precedence: Iterable[str]) -> bool:
    """True if any of these metrics needs the results of each table; False if the sums suffice."""
    return any(METRICS[key].kind not in PLAIN for key in precedence)


def can_compute_at_once(precedence: Iterable[str]) -> bool:
    """True if some of these metrics need the results of tables, and all that do can be computed for all players at
    once."""
    needing = {key for key in precedence if METRICS[key].kind not in PLAIN}
    return bool(needing) and needing <= AT_ONCE


@dataclass(frozen=True)
class MetricReader:
    """Computes the ranking figures of one tournament, player by player. `main`: the key of the score that measures
    opponents."""

    results: TournamentResults
    main: str = "total"

    def get_figure(self, key: str, tally: Tally, tied: Collection[int]) -> Number:
        """Return the figure of a metric for one player.

        tied: the entries that all weightier metrics leave level with the player, himself included.
        """
        return self.get_function(key)(tally, tied)

    def get_function(self, key: str) -> Callable[[Tally, Collection[int]], Number]:
        """Return a function of (tally, tied) that returns what `get_figure` does for this metric; for many players it
        is faster, since what the metric needs is looked up once."""
        results, kind = self.results, METRICS[key].kind
        match kind:
            case MetricKind.SUM:
                return lambda tally, _tied: tally.get_sum(key)
            case MetricKind.DERIVED:
                derive = DERIVED[key]
                return lambda tally, _tied: derive(tally, results.scales)
            case MetricKind.SCORE:
                if key == self.main:
                    get_score = self._strength.get_score
                    return lambda tally, _tied: get_score(tally.entry)
                compute = SCORES[key].compute
                return lambda tally, _tied: compute(results, tally.entry)
            case MetricKind.LOT:
                return lambda tally, _tied: draw_lot(results, tally.entry)
            case MetricKind.OPPONENTS:
                list_terms, strength = OF_OPPONENTS[key], self._strength
                return lambda tally, _tied: list_terms(strength, tally.entry).figure
            case MetricKind.TIED:
                return lambda tally, tied: terms.figure if (terms := self.get_terms(key, tally.entry, tied)) else 0

    def get_terms(self, key: str, entry: int, tied: Collection[int]) -> FigureTerms | None:
        """Return the terms of which the player's figure is the sum.

        None for a metric that is not made of opponents, and for one that compares level players where nobody is level
        with him.
        """
        if METRICS[key].kind is MetricKind.OPPONENTS:
            return OF_OPPONENTS[key](self._strength, entry)
        if METRICS[key].kind is MetricKind.TIED and len(tied) > 1:
            return AMONG_TIED[key](self.results, entry, tied)
        return None

    @cached_property
    def _strength(self) -> OpponentStrength:
        """The opponents' strength by the main score."""
        return OpponentStrength(self.results, SCORES[self.main])
