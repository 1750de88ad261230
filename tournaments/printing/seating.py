"""Who sits where: by table for the hall's wall, by name for who comes in."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tournaments.models import Entry, Event, Table
from tournaments.sheets import Sheet
from tournaments.standings.ranking import name_order

from .columns import LETTERS


@dataclass(frozen=True)
class Place:
    """One player's place in a round; table 0: he rests."""

    name: str
    table: int
    letter: str


@dataclass(frozen=True)
class RoundSeating:
    """A round: its tables as sheets, and everybody by name, who rests among them."""

    n: int
    sheets: list[Sheet]
    places: list[Place]


def by_round(event: Event) -> dict[str, Any]:
    """The seating of every round of the event."""
    everybody = list(Entry.objects.filter(event=event).values_list("shown_name", flat=True))
    rounds: dict[int, list[Sheet]] = defaultdict(list)
    for sheet in Table.objects.for_event(event):
        if sheet.seats:
            rounds[sheet.table.round.n].append(sheet)
    return {"rounds": [RoundSeating(n, sheets, _places(sheets, everybody)) for n, sheets in sorted(rounds.items())]}


def _places(sheets: Iterable[Sheet], everybody: Iterable[str]) -> list[Place]:
    seated = [
        Place(name, sheet.table.n, letter)
        for sheet in sheets
        for name, letter in zip(sheet.names, LETTERS, strict=False)
    ]
    resting = Counter(everybody) - Counter(place.name for place in seated)
    return sorted([*seated, *(Place(name, 0, "") for name in resting)], key=lambda place: name_order(place.name))
