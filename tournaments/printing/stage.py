"""How far an event has come, as far as paper is concerned: what can be printed, and what is worth printing now."""

from dataclasses import dataclass

import scoring
from tournaments.models import Event, Record, Seat


@dataclass(frozen=True)
class Stage:
    """`seated`: somebody sits at a table; `begun`: something is recorded; `in_fiches`: the game has caves."""

    status: str
    seated: bool
    begun: bool
    in_fiches: bool

    @classmethod
    def of(cls, event: Event) -> "Stage":
        """Two queries."""
        return cls(
            status=event.status,
            seated=Seat.objects.filter(table__round__event=event).exists(),
            begun=Record.objects.filter(table__round__event=event).exists(),
            in_fiches=has_caves(event),
        )


def has_caves(event: Event) -> bool:
    """Does this event's game, as its options stand, start with fiches in hand?"""
    game = scoring.game(event.game)
    for size in game.sizes:
        players = tuple(str(place) for place in range(1, size + 1))
        try:
            setting = scoring.setting(event.game, players, event.preset, event.options)
        except scoring.Refused:
            continue
        return bool(scoring.opening(setting).purses)
    return False
