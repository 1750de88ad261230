"""How far an event has come, as far as paper is concerned: what can be printed, and what is worth printing now."""

from dataclasses import dataclass

from tournaments.models import Event, Record, Seat
from tournaments.standings.game import figures_of


@dataclass(frozen=True)
class Stage:
    """`seated`: somebody sits at a table; `begun`: something is recorded; `in_fiches`: the game has caves;
    `in_tricks`: some coup is written trick by trick; `in_season`: a season counts this evening."""

    status: str
    seated: bool
    begun: bool
    in_fiches: bool
    in_tricks: bool
    in_season: bool

    @classmethod
    def of(cls, event: Event) -> "Stage":
        """Four queries."""
        return cls(
            status=event.status,
            seated=Seat.objects.filter(table__round__event=event).exists(),
            begun=Record.objects.filter(table__round__event=event).exists(),
            in_tricks=Record.objects.filter(table__round__event=event, body__has_key="tricks").exists(),
            in_season=event.seasons.filter(hidden=False).exists(),
            in_fiches=figures_of(event).in_jetons,
        )
