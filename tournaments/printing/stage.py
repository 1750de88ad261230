"""How far an event has come, as far as paper is concerned: what can be printed, and what is worth printing now."""

from dataclasses import dataclass

from tournaments.models import Event, Record, Seat
from tournaments.standings.game import figures_of


@dataclass(frozen=True)
class Stage:
    """`seated`: somebody sits at a table; `begun`: something is recorded; `in_fiches`: the game has caves;
    `in_tricks`: some coup is written trick by trick; `duels`: two sides meet at each table, `bracket`: in a bracket or
    in groups, `drawn`: rounds of such meetings are drawn and not published."""

    status: str
    seated: bool
    begun: bool
    in_fiches: bool
    in_tricks: bool
    duels: bool = False
    bracket: bool = False
    drawn: bool = False

    @classmethod
    def of(cls, event: Event) -> "Stage":
        """Three queries, one more where two sides meet."""
        return cls(
            status=event.status,
            seated=Seat.objects.filter(table__round__event=event).exists(),
            begun=Record.objects.filter(table__round__event=event).exists(),
            in_tricks=Record.objects.filter(table__round__event=event, body__has_key="tricks").exists(),
            in_fiches=figures_of(event).in_jetons,
            duels=bool(event.phases),
            bracket=event.has_bracket,
            drawn=bool(event.phases) and event.drafts.exists(),
        )
