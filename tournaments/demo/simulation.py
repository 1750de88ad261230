"""A whole event played by nobody: people, tables, rounds, every coup with random legal cards."""

from collections.abc import Callable, Sequence
from random import Random

from django.db import transaction
from django.db.models import Count
from django.utils import timezone

import scoring
from tournaments import actions
from tournaments.models import Club, Entry, Event, Table
from tournaments.sheets import Body, Sheet

from . import PLAYERS

CLUB = "Simulations"
TABLES_AT_ONCE = 100

Following = Callable[[Sheet], Body | None]


def simulate(game: str, players: int, rounds: int, seed: int) -> Event:
    """An event of that many players and rounds, drawn and played to its end, then closed. The same seed plays the same.
    Raises KeyError for a game that nobody here plays, ValueError where no table can be made."""
    chance = Random(seed)
    sizes = table_sizes(players, scoring.game(game).sizes)
    event = new_event(game, players, f"{game} · {players} × {rounds} · {seed}")
    for n in range(1, rounds + 1):
        actions.seat_round(event, n, drawn(event, sizes, chance))
    actions.open_event(event)
    play_out(event, chance)
    return actions.close_event(event)


@transaction.atomic
def new_event(game: str, players: int, name: str) -> Event:
    club, _ = Club.objects.get_or_create(name=CLUB, demonstration=True)
    names = [f"Joueur {n}" for n in range(1, players + 1)]
    return actions.create_event(club, name=name, date=timezone.localdate(), game=game, players=names)


def table_sizes(players: int, allowed: Sequence[int]) -> list[int]:
    """The fewest tables at which as many as possible play, as even as can be. Raises ValueError where nobody can."""
    for seated in range(players, 0, -1):
        for tables in range(-(-seated // max(allowed)), seated // min(allowed) + 1):
            sizes = [seated // tables + (n < seated % tables) for n in range(tables)]
            if set(sizes) <= set(allowed):
                return sizes
    raise ValueError(players)


def drawn(event: Event, sizes: Sequence[int], chance: Random) -> list[list[Entry]]:
    """Everybody at random; whoever has played least plays first."""
    entries = list(event.entries.annotate(played=Count("seats")).order_by("pk"))
    chance.shuffle(entries)
    waiting = iter(sorted(entries, key=lambda entry: entry.played))
    return [[next(waiting) for _ in range(size)] for size in sizes]


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
