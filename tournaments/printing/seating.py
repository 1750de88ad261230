"""Who sits where: by table for the hall's wall, by name for who comes in."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tournaments.models import Entry, Event, Table
from tournaments.standings.ranking import name_order

from .columns import LETTERS


@dataclass(frozen=True)
class Place:
    """One player's place in a round; table 0: he rests."""

    name: str
    table: int
    letter: str


@dataclass(frozen=True)
class TableSeating:
    """A table's players in the order of its places, each after his letter."""

    n: int
    lettered: list[tuple[str, str]]


@dataclass(frozen=True)
class RoundSeating:
    """A round: its tables, and everybody by name, who rests among them."""

    n: int
    tables: list[TableSeating]
    places: list[Place]


def by_round(event: Event) -> dict[str, Any]:
    """The seating of every round of the event."""
    everybody = list(Entry.objects.filter(event=event).values_list("shown_name", flat=True))
    rounds: dict[int, list[TableSeating]] = defaultdict(list)
    for sheet in Table.objects.for_event(event):
        if sheet.names:
            lettered = list(zip(LETTERS, sheet.names, strict=False))
            rounds[sheet.table.round.n].append(TableSeating(sheet.table.n, lettered))
    return {"rounds": [RoundSeating(n, tables, _places(tables, everybody)) for n, tables in sorted(rounds.items())]}


def _places(tables: Iterable[TableSeating], everybody: Iterable[str]) -> list[Place]:
    seated = [Place(name, table.n, letter) for table in tables for letter, name in table.lettered]
    resting = set(everybody) - {place.name for place in seated}
    return sorted([*seated, *(Place(name, 0, "") for name in resting)], key=lambda place: name_order(place.name))
