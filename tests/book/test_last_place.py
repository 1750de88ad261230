"""Two people who sign up for the last place at the same moment, ordered by messages: no chance, no sleep."""

import datetime
from concurrent.futures import ThreadPoolExecutor
from threading import Event, current_thread
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection

from tests.book.evening_builders import create_club
from tests.fixtures.databases import Database, wait_until_someone_waits
from tournaments.actions.evenings.lifecycle import create_tournament
from tournaments.actions.people import signing_up
from tournaments.actions.people.signing_up import SignUpRequest, set_sign_up_terms, sign_up
from tournaments.models import SignUp, Tournament


def fill_evening_with_one_place() -> None:
    """Fill the database: an evening in preparation that takes one player."""
    tournament = create_tournament(create_club(), name="Soirée", date=datetime.date(2026, 11, 21))
    set_sign_up_terms(tournament, is_open=True, limit=1, closes_at=None, self_check_in=False, fee_cents=None)


pytestmark = [pytest.mark.book, pytest.mark.start_from(fill=fill_evening_with_one_place)]


def test_of_two_who_want_the_last_place_one_gets_it_and_the_other_waits(own_database: Database) -> None:
    about_to_enter, other_asks, go_on = Event(), Event(), Event()
    honest = signing_up.move_up_waiting

    def stop_the_first(*arguments: Any, **named: Any) -> None:
        if not about_to_enter.is_set():
            about_to_enter.set()
            go_on.wait()
        honest(*arguments, **named)

    def ask(name: str) -> None:
        try:
            tournament = Tournament.objects.get()
            connection.ensure_connection()
            if name == "Basile":
                other_asks.set()
            sign_up(tournament, SignUpRequest(name, nonce=current_thread().name))
        finally:
            connection.close()

    with patch.object(signing_up, "move_up_waiting", stop_the_first), ThreadPoolExecutor(2) as threads:
        try:
            first = threads.submit(ask, "Anne")
            about_to_enter.wait()
            second = threads.submit(ask, "Basile")
            other_asks.wait()
            wait_until_someone_waits()
        finally:
            go_on.set()
        first.result(), second.result()
    states = dict(SignUp.objects.values_list("name", "state"))
    assert states == {"Anne": "entered", "Basile": "waiting"}
    assert list(Tournament.objects.get().entries.values_list("shown_name", flat=True)) == ["Anne"]
