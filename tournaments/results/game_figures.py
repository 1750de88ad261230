"""What the game of a tournament counts, so that its standings use the right words."""

from collections.abc import Iterator
from dataclasses import dataclass

import scoring
from tournaments.models import Tournament


@dataclass(frozen=True)
class GameFigures:
    """What can be counted in a game. `in_jetons`: a total is a gain in jetons, not points. `brusquembilles`:
    brusquembilles are won and lost."""

    in_jetons: bool
    brusquembilles: bool


def get_game_figures(tournament: Tournament) -> GameFigures:
    """Return what the game counts under the tournament's options, in any of its parts and at any table size."""
    settings = [each for since in tournament.stage_starts for each in iter_settings(tournament.with_round_rules(since))]
    fields = {
        field.path.split(".")[0] for each in settings for field in scoring.get_game(tournament.game).list_fields(each)
    }
    return GameFigures(any(scoring.build_initial_state(each).purses for each in settings), "brusquembilles" in fields)


def iter_settings(tournament: Tournament) -> Iterator[scoring.Setting]:
    """Yield the setting of one table of each size that the tournament's rules allow."""
    for size in scoring.get_game(tournament.game).sizes:
        players = tuple(str(place) for place in range(1, size + 1))
        try:
            yield scoring.build_setting(tournament.game, players, tournament.preset, tournament.options)
        except scoring.InvalidSetting:
            continue
