"""What an event's game counts, so that its standings say it in the right words."""

from collections.abc import Iterator
from dataclasses import dataclass

import scoring
from tournaments.models import Event


@dataclass(frozen=True)
class Figures:
    """`in_jetons`: a total is a gain in jetons, not points. `brusquembilles`: they are won and lost."""

    in_jetons: bool
    brusquembilles: bool


def figures_of(event: Event) -> Figures:
    """As the event's options stand, in any part of it, at whatever number of players."""
    settings = [each for since in event.starts for each in settings_of(event.of_round(since))]
    fields = {field.path.split(".")[0] for each in settings for field in scoring.game(event.game).fields(each)}
    return Figures(any(scoring.opening(each).purses for each in settings), "brusquembilles" in fields)


def settings_of(event: Event) -> Iterator[scoring.Setting]:
    """A table of each size that the event's rules allow."""
    for size in scoring.game(event.game).sizes:
        players = tuple(str(place) for place in range(1, size + 1))
        try:
            yield scoring.setting(event.game, players, event.preset, event.options)
        except scoring.Refused:
            continue
