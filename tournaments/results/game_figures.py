"""What the game of a tournament counts, so that its standings use the right words."""

from collections.abc import Iterator
from dataclasses import dataclass

import scoring
from tournaments.models import Event


@dataclass(frozen=True)
class Figures:
    """What can be counted in a game. `in_jetons`: a total is a gain in jetons, not points. `brusquembilles`:
    brusquembilles are won and lost."""

    in_jetons: bool
    brusquembilles: bool


def figures_of(event: Event) -> Figures:
    """Return what the game counts under the tournament's options, in any of its parts and at any table size."""
    settings = [each for since in event.starts for each in settings_of(event.of_round(since))]
    fields = {field.path.split(".")[0] for each in settings for field in scoring.game(event.game).fields(each)}
    return Figures(any(scoring.table_setup(each).purses for each in settings), "brusquembilles" in fields)


def settings_of(event: Event) -> Iterator[scoring.Setting]:
    """Yield the setting of one table of each size that the tournament's rules allow."""
    for size in scoring.game(event.game).sizes:
        players = tuple(str(place) for place in range(1, size + 1))
        try:
            yield scoring.setting(event.game, players, event.preset, event.options)
        except scoring.Refused:
            continue
