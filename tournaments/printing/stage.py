"""How far an event has come, as far as paper is concerned: what can be printed, and what is worth printing now."""

from dataclasses import dataclass

from tournaments.models import Entry, Event, Record, Seat
from tournaments.standings.game import figures_of


@dataclass(frozen=True)
class Stage:
    """`seated`: somebody sits at a table; `begun`: something is recorded; `in_fiches`: the game has caves;
    `in_tricks`: some coup is written trick by trick; `expected`: somebody is."""

    status: str
    seated: bool
    begun: bool
    in_fiches: bool
    in_tricks: bool
    expected: bool

    @classmethod
    def of(cls, event: Event) -> "Stage":
        """Some queries."""
        return cls(
            status=event.status,
            seated=Seat.objects.filter(table__round__event=event).exists(),
            begun=Record.objects.filter(table__round__event=event).exists(),
            in_tricks=Record.objects.filter(table__round__event=event, body__has_key="tricks").exists(),
            expected=event.entries.exclude(presence=Entry.Presence.ABSENT).exists(),
            in_fiches=figures_of(event).in_jetons,
        )
