"""A Swiss tournament of any size, played by the program's own random players, and requests to its pages."""

from __future__ import annotations

import secrets
import statistics
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from benchmarks.large.tournament import AT_ONCE, TableTemplate, copy_records, cut_into_parts, list_table_ids

ROUNDS = 7
GAME = "brusquembille"
MOST_PLAYED, MODELS = 1000, 100
"""Up to so many players every partie is played for the measurement; in a larger Swiss the tables hold copies of the
parties of a small one, whose players are the second figure."""


def fill_swiss(players: int, rounds: int = ROUNDS, tours: int = 1) -> Any:
    """Create a Swiss of so many players, and draw so many rounds of it, every table played to its end. It stays
    open."""
    from tournaments.exchange.simulation import play_drawn_rounds

    if players <= MOST_PLAYED:
        tournament = create_swiss(players, rounds, tours)
        play_drawn_rounds(tournament, rounds, seed=players)
        return tournament
    played = fill_swiss(MODELS, 1, tours)
    tournament = create_swiss(players, rounds, tours)
    copy_rounds(tournament, rounds, list_table_ids(played))
    return tournament


def create_swiss(players: int, rounds: int, tours: int) -> Any:
    """Create a Swiss of so many players, planned for one round more than these."""
    from django.utils import timezone

    from tournaments.actions.evenings.lifecycle import create_tournament
    from tournaments.actions.rounds.participation import plan_rounds
    from tournaments.models import Club
    from tournaments.reading.phases import Phase

    club, _ = Club.objects.get_or_create(name="Banc d’essai")
    names = [f"Joueur {n}" for n in range(1, players + 1)]
    tournament = create_tournament(
        club, name="Suisse", date=timezone.localdate(), game=GAME, players=names, options={"tours": tours}
    )
    plan_rounds(tournament, format="swiss", rounds=rounds + 1, phase=Phase("swiss", 0))
    return tournament


def copy_rounds(tournament: Any, rounds: int, played: Sequence[int]) -> None:
    """Draw and publish these rounds one after the other, each table a copy of one of those played (ids)."""
    from django.db import transaction

    from tournaments.actions.evenings.lifecycle import open_tournament
    from tournaments.actions.rounds.drafts import publish_round
    from tournaments.actions.rounds.drawing import draw_rounds
    from tournaments.actions.rounds.pairing_pool import build_pool
    from tournaments.reading.draw_scores import compute_scores

    models, chance = [TableTemplate.read(table) for table in played], Random(rounds)
    for n in range(1, rounds + 1):
        scores = compute_scores(tournament)
        draw_rounds(tournament, sizes=build_pool(tournament).sizes, seed=n, scores=scores)
        tables = list(publish_round(tournament, n).tables.order_by("n").prefetch_related("seats"))
        if n == 1:
            open_tournament(tournament)
        for part in cut_into_parts(tables, AT_ONCE):
            with transaction.atomic():
                copy_records(part, [list(table.seats.all()) for table in part], models, chance)


def sign_in(tournament: Any) -> Any:
    """Return a test client signed in as an organiser of the tournament's club."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    from tournaments.actions.people.members import add_member

    user, _ = get_user_model().objects.get_or_create(username="bench")
    add_member(user, tournament.club)
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
    from tournaments.actions.tables.recording import record_event
    from tournaments.book.loading import load_sheet
    from tournaments.exchange.simulation import build_event_chooser

    sheet = load_sheet(table)
    event = build_event_chooser(GAME, Random(1), tricks=0)(sheet)
    assert event is not None
    seats, number = sheet.to_seats(event), sheet.next_number
    record_event(table, seats, key=secrets.token_hex(16), number=number, actor="table")


def measure(work: Callable[[], object], times: int = 3) -> float:
    """Return the median processor time of doing this, once it is warm."""
    return measure_in_turn(work, times=times)[0]


def measure_in_turn(*work: Callable[[], object], times: int = 3) -> list[float]:
    """Return the median processor time of each of these, done one after the other so many times, once all are warm."""
    found: list[list[float]] = [[] for _ in work]
    for turn in range(times + 1):
        for its, deed in zip(found, work, strict=True):
            begun = time.process_time()
            deed()
            its += [time.process_time() - begun] if turn else []
    return [statistics.median(its) for its in found]
