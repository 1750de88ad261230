"""Tournaments whose rounds are drawn, and their rounds drawn and published, as tests share them."""

import datetime

from tests.book.evening_builders import create_club
from tournaments.actions.evenings import lifecycle
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.book.loading import load_sheets
from tournaments.models import Entry, Round, Tournament


def create_tournament(
    players: int, format: str, rounds: int = 3, game: str = "brusquembille", pairing: str = "single"
) -> Tournament:
    """Create a tournament of so many players («Joueur 1» …) with this format."""
    names = [f"Joueur {n}" for n in range(1, players + 1)]
    tournament = lifecycle.create_tournament(
        create_club(), name="Tournoi", date=datetime.date(2026, 11, 21), game=game, players=names
    )
    return plan_rounds(tournament, format=format, pairing=pairing, rounds=rounds)


def get_entry(tournament: Tournament, n: int) -> Entry:
    """Return the entry of «Joueur n»."""
    return tournament.entries.get(shown_name=f"Joueur {n}")


def list_seated_entries(tournament: Tournament, n: int) -> list[list[int]]:
    """Return the entry ids at each table of round n."""
    return [[seat.entry_id for seat in sheet.seats] for sheet in load_sheets(tournament) if sheet.table.round.n == n]


def draw_and_publish(tournament: Tournament, n: int, sizes: tuple[int, ...] = (3, 4), **asked: object) -> Round:
    """Draw the remaining rounds and publish round n. Return it."""
    draw_rounds(tournament, sizes=sizes, seed=n, **asked)
    return publish_round(tournament, n)
