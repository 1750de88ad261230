"""A whole event played by nobody: people, tables, rounds, every coup with random legal cards."""

from collections.abc import Callable
from random import Random

from django.db import transaction
from django.utils import timezone

import scoring
from tournaments import actions
from tournaments.draws.model import Request
from tournaments.draws.seating import draw
from tournaments.models import Club, Event, Table
from tournaments.sheets import Body, Sheet

from . import PLAYERS

CLUB = "Simulations"
TABLES_AT_ONCE = 100

Following = Callable[[Sheet], Body | None]


def simulate(game: str, players: int, rounds: int, seed: int) -> Event:
    """An event of that many players and rounds, drawn and played to its end, then closed. The same seed plays the same.
    Raises KeyError for a game that nobody here plays."""
    drawn = draw(Request(players, scoring.game(game).sizes, rounds, seed=seed))
    event = new_event(game, players, f"{game} · {players} × {rounds} · {seed}")
    entries = list(event.entries.order_by("pk"))
    for n, one in enumerate(drawn.rounds, 1):
        actions.seat_round(event, n, [[entries[player - 1] for player in table] for table in one.tables])
    actions.open_event(event)
    play_out(event, Random(seed))
    return actions.close_event(event)


@transaction.atomic
def new_event(game: str, players: int, name: str) -> Event:
    club, _ = Club.objects.get_or_create(name=CLUB, demonstration=True)
    names = [f"Joueur {n}" for n in range(1, players + 1)]
    return actions.create_event(club, name=name, date=timezone.localdate(), game=game, players=names)


def play_out(event: Event, chance: Random) -> None:
    """Every table of the event to its end, some at a time."""
    tables = list(Table.objects.filter(round__event=event).order_by("round__n", "n").values_list("pk", flat=True))
    for start in range(0, len(tables), TABLES_AT_ONCE):
        actions.play_on(tables[start : start + TABLES_AT_ONCE], coups(event.game, chance), by="table")


def coups(game: str, chance: Random, most: int | None = None, tricks: float = 0.4) -> Following:
    """What to play next at a sheet: a random legal event, until the partie is over or has `most` coups; `tricks` is the
    share of them written trick by trick."""

    def following(sheet: Sheet) -> Body | None:
        state = sheet.state
        assert state is not None
        if state.complete or state.coups_played == most:
            return None
        return PLAYERS[game](state, chance, tricks)

    return following
