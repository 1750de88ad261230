"""How a tournament is ranked, as data: which metrics in which order, and what results are worth.

A tournament stores its ranking order as a plain mapping (`RankingOrder.as_json`); an empty one means the order of the
club evening. Pure: knows no database, no game's rules and no language; labels are added where it is shown.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from itertools import pairwise
from typing import Any

from scoring import list_games

from .metrics import CARD_POINTS, METRICS, MetricKind
from .ranking import PRECEDENCE
from .scores import SCORES
from .tournament_results import STATISTICS, WORTHS, Scales

MAX_METRICS = 8  # most metrics in one order
BOUNDS = (-10_000, 10_000)  # of the points that any result is worth
MAX_PLACES = 10
CONDITIONS = ("left", "enough_tables")
"""The metrics that say who is ranked before the others, however well they played."""
MOST_TABLES = 1000
UNPLAYED_SCALES = ("exempt", "forfeit", "adjourned", "annulled")
"""The scales that say how much a round that was not played counts."""


@dataclass(frozen=True)
class RankingOrder:
    """How a tournament is ranked.

    precedence: the keys of the metrics, the weightiest first.
    scales: what results are worth.
    """

    precedence: tuple[str, ...] = PRECEDENCE
    scales: Scales = field(default_factory=Scales)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "RankingOrder":
        """Return the ranking order from its stored mapping. Raises ValueError where a key is unknown."""
        scales = {key: value for key, value in stored.items() if key != "precedence"}
        if set(scales) - {each.name for each in fields(Scales)}:
            raise ValueError(f"no scale is called {sorted(scales)}")
        if "places" in scales:
            scales["places"] = tuple(scales["places"])
        return cls(tuple(stored.get("precedence", PRECEDENCE)), Scales(**scales))

    @property
    def leading(self) -> str:
        """The metric that ranks first those who stayed to the end and played enough: bonuses and penalties are given in
        its unit."""
        return find_leading_metric(self.precedence)

    @property
    def as_json(self) -> dict[str, Any]:
        """The ranking order as a mapping for storage: only what differs from the club evening."""
        standard = asdict(Scales())
        scales = {key: value for key, value in asdict(self.scales).items() if value != standard[key]}
        if "places" in scales:
            scales["places"] = list(scales["places"])
        return scales | ({} if self.precedence == PRECEDENCE else {"precedence": list(self.precedence)})


def find_leading_metric(precedence: Sequence[str]) -> str:
    """Return the first of these metrics that measures how well somebody played; "total" where there is none."""
    return next((key for key in precedence if key not in CONDITIONS), "total")


USUAL_RANKINGS = {game.key: game.ranking for game in list_games() if game.ranking}

# Players who left before the end come last in all presets (GEN-01, PEN-12).
PRESETS: dict[str, RankingOrder] = {
    "evening": RankingOrder(),
    "concours": RankingOrder(("left", "parties_won", "total")),
    "free": RankingOrder(("left", "place_points", "total")),
    **{key: RankingOrder(ranking.precedence) for key, ranking in USUAL_RANKINGS.items()},
    "average": RankingOrder(("left", "enough_tables", "average", "total")),
    "swiss": RankingOrder(("left", "victory", "buchholz_cut", "buchholz", "sonneborn_berger", "direct", "total")),
}


def find_preset(order: RankingOrder) -> str | None:
    """Return the key of the preset equal to this order; None where there is none."""
    return next((key for key, preset in PRESETS.items() if preset == order), None)


def list_metric_choices(statistics: Collection[str]) -> tuple[str, ...]:
    """Return the keys of the metrics that a tournament can choose.

    "left" (players who left) is not a choice: it is always first. `statistics`: the keys of those that the game
    counts, card points among them.
    """
    excluded = {"left", *STATISTICS, CARD_POINTS} - set(statistics)
    return tuple(key for key in METRICS if key not in excluded)


def list_preset_choices(game: str, statistics: Collection[str]) -> tuple[str, ...]:
    """Return the keys of the ready-made orders that a tournament of this game can choose: those whose metrics it has,
    without the orders that belong to another game. `statistics`: the keys of what the game counts."""
    known = {"left", *list_metric_choices(statistics)}
    ours = {*PRESETS} - {*USUAL_RANKINGS} | {game}
    return tuple(key for key, order in PRESETS.items() if key in ours and known.issuperset(order.precedence))


def check_ranking_order(order: RankingOrder, statistics: Collection[str]) -> list[tuple[str, str]]:
    """Return what is wrong with a ranking order, as (metric or scale, problem) pairs; an empty list where nothing is.
    `statistics`: the keys of those that the game counts.

    Problems: "unknown"; "twice"; "empty"; "long"; "first": "left" must come first; "after": nothing may follow lots;
    "alone": the metric measures nothing by itself; "score": no score comes before a metric made of the opponents'
    scores; "tied": no metric before this one leaves players level; "bounds"; "worth".
    """
    return [
        *_check_precedence(order.precedence, list_metric_choices(statistics)),
        *_check_scales(order.scales),
    ]


def _check_precedence(precedence: Sequence[str], known: Sequence[str]) -> list[tuple[str, str]]:
    """Return what is wrong with a list of metrics, as (metric, problem) pairs. `known`: the keys that can be chosen."""
    if precedence[:1] != ("left",):
        return [("left", "first")]
    chosen = precedence[1:]
    if not chosen:
        return [("", "empty")]
    if len(chosen) > MAX_METRICS:
        return [("", "long")]
    if set(chosen) <= set(CONDITIONS):
        return [(chosen[0], "alone")]
    return [(key, wrong) for n, key in enumerate(chosen) if (wrong := _check_metric(key, chosen[:n], known))]


def _check_metric(key: str, before: Sequence[str], known: Sequence[str]) -> str:
    """Return the problem of one metric after the metrics `before`, or "". `known`: the keys that can be chosen."""
    if key not in known:
        return "unknown"
    if key in before:
        return "twice"
    if "lots" in before:
        return "after"
    if METRICS[key].kind is MetricKind.OPPONENTS and SCORES.keys().isdisjoint(before):
        return "score"
    return "tied" if METRICS[key].kind is MetricKind.TIED and METRICS.keys().isdisjoint(before) else ""


def _check_scales(scales: Scales) -> list[tuple[str, str]]:
    """Return what is wrong with the scales, as (scale, problem) pairs; an empty list where nothing is."""
    low, high = BOUNDS
    worths = {key: getattr(scales, key) for key in ("win", "draw", "loss", "rest", "flat")}
    wrong = [(key, "bounds") for key, value in worths.items() if not low <= value <= high]
    places = scales.places
    falling = all(first >= second for first, second in pairwise(places))
    wrong += [("least_tables", "bounds")] if not 1 <= scales.least_tables <= MOST_TABLES else []
    wrong += [(key, "worth") for key in UNPLAYED_SCALES if getattr(scales, key) not in WORTHS]
    fits = 1 <= len(places) <= MAX_PLACES and falling and all(low <= each <= high for each in places)
    return wrong if fits else [*wrong, ("places", "bounds")]
