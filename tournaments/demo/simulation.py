"""Simulating a whole tournament: people, tables, rounds, and every coup played with random legal cards."""

from collections.abc import Callable
from random import Random

from django.db import transaction
from django.utils import timezone

import scoring
from tournaments import actions
from tournaments.book.sheet import EventBody, Sheet
from tournaments.draws.model import DrawRequest
from tournaments.draws.seating import draw_rounds
from tournaments.games import PARTS_BY_GAME
from tournaments.models import Club, Table, Tournament

CLUB = "Simulations"
TABLES_AT_ONCE = 100

EventChooser = Callable[[Sheet], EventBody | None]


def simulate_tournament(game: str, players: int, rounds: int, seed: int) -> Tournament:
    """Draw and play a tournament of this many players and rounds to its end, close it and return it. The same seed
    plays the same. Raises KeyError for a game that `PARTS_BY_GAME` does not have."""
    drawn = draw_rounds(DrawRequest(players, scoring.get_game(game).sizes, rounds, seed=seed))
    tournament = create_simulated_tournament(game, players, f"{game} · {players} × {rounds} · {seed}")
    entries = list(tournament.entries.order_by("pk"))
    for n, one in enumerate(drawn.rounds, 1):
        actions.seat_round(tournament, n, [[entries[player - 1] for player in table] for table in one.tables])
    actions.open_tournament(tournament)
    play_all_tables(tournament, Random(seed))
    return actions.close_tournament(tournament)


@transaction.atomic
def create_simulated_tournament(game: str, players: int, name: str) -> Tournament:
    """Create a tournament of numbered players in the club of simulations."""
    club, _ = Club.objects.get_or_create(name=CLUB, demonstration=True)
    names = [f"Joueur {n}" for n in range(1, players + 1)]
    return actions.create_tournament(club, name=name, date=timezone.localdate(), game=game, players=names)


def play_all_tables(tournament: Tournament, chance: Random) -> None:
    """Play every table of the tournament to its end, TABLES_AT_ONCE at a time."""
    tables = list(
        Table.objects.filter(round__tournament=tournament).order_by("round__n", "n").values_list("pk", flat=True)
    )
    for start in range(0, len(tables), TABLES_AT_ONCE):
        actions.play_tables(
            tables[start : start + TABLES_AT_ONCE], build_event_chooser(tournament.game, chance), actor="table"
        )


def build_event_chooser(game: str, chance: Random, most: int | None = None, tricks: float = 0.4) -> EventChooser:
    """Return a function from a sheet to its next random legal event, or to None once the partie is over or has `most`
    coups. `tricks`: the share of coups written trick by trick."""

    def following(sheet: Sheet) -> EventBody | None:
        state = sheet.state
        assert state is not None
        if state.complete or state.coups_played == most:
            return None
        return PARTS_BY_GAME[game].play_next_event(state, chance, tricks)

    return following
