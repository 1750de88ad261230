"""What the game of a tournament counts, so that its standings use the right words."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import scoring
from scoring import TotalUnit
from tournaments.models import Tournament
from tournaments.models.summaries import RecentItems
from tournaments.standings.metrics import CARD_POINTS

MOST_RULES = 100  # whose figures a process keeps


@dataclass(frozen=True)
class GameFigures:
    """What can be counted of a player in a game. `unit`: that of totals; `statistics`: those of the game's own
    statistics that are counted, and `statistics_name` their heading; `card_points`: True if card points are counted."""

    unit: TotalUnit
    statistics: tuple[scoring.Statistic, ...] = ()
    statistics_name: scoring.Text | None = None
    card_points: bool = False

    @property
    def in_jetons(self) -> bool:
        """True where there are jetons to hold, to gain and to lose."""
        return self.unit is TotalUnit.JETONS

    @property
    def statistic_keys(self) -> tuple[str, ...]:
        """The keys of the statistics that are counted."""
        return tuple(statistic.key for statistic in self.statistics)

    @property
    def metric_keys(self) -> tuple[str, ...]:
        """The keys of everything counted in the game by which players can be ranked."""
        return *self.statistic_keys, *((CARD_POINTS,) if self.card_points else ())


_recent: RecentItems[GameFigures] = RecentItems(MOST_RULES)


def get_game_figures(tournament: Tournament) -> GameFigures:
    """Return what the game counts under the tournament's options, in any of its parts and at any table size. Recent
    answers are kept in this process by the rules, and given again."""
    rules = repr((tournament.game, tournament.preset, tournament.options, tournament.stages))
    game_figures = _recent.find(rules)
    if game_figures is None:
        game_figures = _find_game_figures(tournament)
        _recent.keep(rules, game_figures)
    return game_figures


def _find_game_figures(tournament: Tournament) -> GameFigures:
    """Compute the figures that `get_game_figures` returns, from the game and the tournament's options."""
    settings = [each for since in tournament.stage_starts for each in iter_settings(tournament.with_round_rules(since))]
    game = scoring.get_game(tournament.game)
    counted = {statistic.key for each in settings for statistic in game.list_statistics(each)}
    return GameFigures(
        combine_units({game.get_total_unit(each) for each in settings}),
        tuple(statistic for statistic in game.statistics if statistic.key in counted),
        game.statistics_name,
        game.counts_card_points,
    )


def sums_to_zero(tournament: Tournament) -> bool:
    """True if what one player of a table wins the others lose, so that their totals add up to 0: jetons, or points that
    sum to 0."""
    game = scoring.get_game(tournament.game)
    return all(
        game.get_total_unit(setting) is TotalUnit.JETONS
        or game.bound_gains(setting, (0,) * setting.size, 1).total == scoring.GainBounds(0, 0)
        for setting in iter_settings(tournament)
    )


def combine_units(units: Collection[TotalUnit]) -> TotalUnit:
    """Return the unit of a sum of totals in these units: jetons if any is in jetons, coups won if all are, else
    points."""
    if TotalUnit.JETONS in units:
        return TotalUnit.JETONS
    return TotalUnit.COUPS_WON if set(units) == {TotalUnit.COUPS_WON} else TotalUnit.POINTS


def iter_settings(tournament: Tournament) -> Iterator[scoring.Setting]:
    """Yield the setting of one table of each size that the tournament's rules allow."""
    for size in tournament.table_sizes:
        players = tuple(str(place) for place in range(1, size + 1))
        try:
            yield scoring.build_setting(tournament.game, players, tournament.preset, tournament.options)
        except scoring.InvalidSetting:
            continue
