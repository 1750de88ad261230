"""Evenings for the tests: created through the actions, as organisers and phones do."""

import datetime
from collections.abc import Iterable
from itertools import count, islice
from typing import Any

from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.rounds.seating import seat_round
from tournaments.actions.tables import corrections, recording
from tournaments.actions.tables.recording import record_event
from tournaments.book.loading import load_sheet
from tournaments.models import Club, Entry, Table, Tournament

NAMES = ("Anne", "Basile", "Chloé", "Denis", "Édith", "Flore", "Gaël", "Hélène")
_keys = count(1)

Body = dict[str, Any]
PlayableSheet = Any  # a Sheet whose table can play, so that tests need not check its state for None


def create_club(name: str = "Les Corbillons") -> Club:
    """Create a club."""
    return Club.objects.create(name=name)


def create_evening(*sizes: int, preset: str | None = None, game: str = "brusquembille", **options: Any) -> Tournament:
    """Create an open evening; its players sit at tables of these sizes in the order of NAMES."""
    names = NAMES[: sum(sizes)]
    tournament = create_tournament(
        create_club(),
        name="Soirée",
        date=datetime.date(2026, 11, 21),
        game=game,
        preset=preset,
        options=options,
        players=names,
    )
    entries = {entry.shown_name: entry for entry in tournament.entries.all()}
    seat_in_order(tournament, [entries[name] for name in names], sizes)
    return open_tournament(tournament)


def seat_in_order(tournament: Tournament, entries: Iterable[Entry], sizes: Iterable[int]) -> None:
    """Seat the entries in this order at tables of these sizes of the first round, in one action: a seat at a time takes
    three times as long."""
    free = iter(entries)
    seat_round(tournament, 1, [[*islice(free, size)] for size in sizes])


def get_table(tournament: Tournament, n: int = 1) -> Table:
    """Return the table of this number."""
    return Table.objects.get(round__tournament=tournament, n=n)


def create_table(size: int = 3, **options: Any) -> Table:
    """Create an open evening with one table, and return that table."""
    return get_table(create_evening(size, **options))


def build_coup(first: int = 58, second: int = 37, third: int = 25) -> Body:
    """Build a coup of three players with the payments of worked example 4: +2 +5 −7."""
    return {
        "type": "coup",
        "points": {"1": first, "2": second, "3": third},
        "brusquembilles": {
            "1": {"aces_won": 2, "aces_lost": 1, "tens_won": 1, "tens_lost": 1},
            "2": {"aces_won": 1, "tens_won": 1},
            "3": {"tens_lost": 1},
        },
    }


def new_key() -> str:
    """Return a new idempotency key as a phone makes one; never the same twice."""
    return f"phone-{next(_keys):012d}"


def record_events(table: Table, *events: Body, actor: str = "table:1") -> PlayableSheet:
    """Record these events one after the other at the table's next numbers. Return the last sheet."""
    sheet: PlayableSheet = load_sheet(table.pk)
    for event in events:
        sheet = record_event(table.pk, event, key=new_key(), number=sheet.next_number, actor=actor)
    return sheet


def correct_event(
    table: Table, position: int, event: Body, reason: str = "mal compté", actor: str = "user:1"
) -> PlayableSheet:
    """Correct the event at this position (from 1). Return the sheet."""
    number = load_sheet(table.pk).next_number
    return corrections.correct_event(
        table.pk, position, event, key=new_key(), number=number, actor=actor, reason=reason
    )


def undo_last(table: Table, actor: str = "table:1", reason: str = "") -> PlayableSheet:
    """Undo the last event of the table. Return the sheet."""
    number = load_sheet(table.pk).next_number
    return recording.undo_last(table.pk, key=new_key(), number=number, actor=actor, reason=reason)


def fill_played_evening() -> None:
    """Fill the database: an open evening with two tables that have played."""
    tournament = create_evening(3, 3, tours=2)
    record_events(
        get_table(tournament),
        build_coup(),
        {"type": "penalty", "rule": "PEN-08", "player": "3"},
        build_coup(46, 46, 28),
    )
    record_events(get_table(tournament, 2), build_coup(45, 50, 25))
