"""A Swiss tournament of any size, played by the program's own random players, and requests to its pages."""

from __future__ import annotations

import secrets
import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

ROUNDS = 7
GAME = "brusquembille"


def fill_swiss(players: int, rounds: int = ROUNDS, tours: int = 1) -> Any:
    """Create a Swiss of so many players, and play so many rounds of it, every table to its end. It stays open."""
    from django.utils import timezone

    from tournaments import actions
    from tournaments.demo.simulation import play_drawn_rounds
    from tournaments.models import Club
    from tournaments.rounds.phases import Phase

    club, _ = Club.objects.get_or_create(name="Banc d’essai")
    names = [f"Joueur {n}" for n in range(1, players + 1)]
    tournament = actions.create_tournament(
        club, name="Suisse", date=timezone.localdate(), game=GAME, players=names, options={"tours": tours}
    )
    actions.plan_rounds(tournament, format="swiss", rounds=rounds + 1, phase=Phase("swiss", 0))
    play_drawn_rounds(tournament, rounds, seed=players)
    return tournament


def sign_in(tournament: Any) -> Any:
    """Return a test client signed in as an organiser of the tournament's club."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    from tournaments import actions

    user, _ = get_user_model().objects.get_or_create(username="bench")
    actions.add_member(user, tournament.club)
    client = Client(headers={"host": "127.0.0.1", "accept-language": "fr"})
    client.force_login(user)
    return client


def draw_round(tournament: Any, client: Any) -> None:
    """Ask for the next round's draft, in the request itself however long it takes."""
    tournament.drafts.all().delete()
    answer = client.post(f"/desk/event/{tournament.pk}/rounds/draw")
    assert answer.status_code == 302 and tournament.drafts.count() == 3, answer.status_code


def get_page(client: Any, address: str) -> None:
    """Ask for a page."""
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)


def record_coup(table: int) -> None:
    """Record one coup at a table."""
    from tournaments import actions
    from tournaments.book.loading import load_sheet
    from tournaments.demo.simulation import build_event_chooser

    sheet = load_sheet(table)
    event = build_event_chooser(GAME, Random(1), tricks=0)(sheet)
    assert event is not None
    seats, number = sheet.to_seats(event), sheet.next_number
    actions.record_event(table, seats, key=secrets.token_hex(16), number=number, actor="table")


def measure(work: Callable[[], object], times: int = 3) -> float:
    """Return the median processor time of doing this, once it is warm."""
    work()
    found = []
    for _ in range(times):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return statistics.median(found)
