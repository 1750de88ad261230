"""Coups as a phone sends them, at the first tables of an installation and far beyond."""

from __future__ import annotations

import secrets
import statistics
import time
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

FORM = "application/x-www-form-urlencoded"
TABLES, SEATS, TOURS = 5, 3, 11
"""The tables at which each coup is measured, their players, and so many tours that a coup 30 is played."""
TABLES_A_ROUND = 8000
"""Of the empty tables: a table's number is a small integer, which ends at 32,767 on PostgreSQL."""


def create_evening(name: str, tours: int = TOURS) -> list[Any]:
    """Create an open evening of some tables. Return the tables."""
    import datetime

    from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
    from tournaments.actions.rounds.seating import draw_tables
    from tournaments.models import Club, Table

    club, _ = Club.objects.get_or_create(name="Banc d’essai")
    players = [f"{name} {n}" for n in range(1, SEATS * TABLES + 1)]
    tournament = create_tournament(
        club, name=name, date=datetime.date(2026, 11, 21), options={"tours": tours}, players=players
    )
    draw_tables(tournament, [SEATS] * TABLES, 1)
    open_tournament(tournament)
    return list(Table.objects.filter(round__tournament=tournament))


def add_empty_tables(tables: int) -> None:
    """Add a tournament of empty tables, until there are at least so many tables in all."""
    import datetime

    from tournaments.actions.evenings.lifecycle import create_tournament
    from tournaments.models import Club, Round, Table

    club = Club.objects.get(name="Banc d’essai")
    tournament = create_tournament(club, name="Vides", date=datetime.date(2026, 11, 21), players=[])
    rounds = -(-(tables - Table.objects.count()) // TABLES_A_ROUND)
    for n in range(1, rounds + 1):
        round, _ = Round.objects.get_or_create(tournament=tournament, n=n)
        Table.objects.bulk_create([Table(round=round, n=n) for n in range(1, TABLES_A_ROUND + 1)], batch_size=500)


class CoupSender:
    """A phone at each of these tables, which sends one coup after the other as its queue does."""

    def __init__(self, tables: Sequence[Any]) -> None:
        from django.test import Client

        from tournaments.book.table_keys import table_key

        self._clients = [Client(headers={"host": "127.0.0.1", "x-table-key": table_key(table)}) for table in tables]
        self._number = 0

    def send_until(self, number: int, other: Any) -> tuple[float, float]:
        """Send the coups up to this number at each table. Return the median processor time of the last one, and of the
        trivial write that the client `other` sends after each: a machine is not as fast all the time."""
        took: list[float] = []
        while self._number < number:
            self._number += 1
            took, beside = [], []
            for client in self._clients:
                took.append(self._send(client))
                begun = time.process_time()
                write_trivial_row(other)
                beside.append(time.process_time() - begun)
        return statistics.median(took), statistics.median(beside)

    def _send(self, client: Any) -> float:
        """Send the next coup at one table. Return the processor time of its answer."""
        from tournaments.views.phone.queue_protocol import QUEUE_MEDIA_TYPE

        body = build_form(self._number)
        begun = time.process_time()
        answer = client.post("/t/coup", body, content_type=FORM, headers={"accept": QUEUE_MEDIA_TYPE})
        took = time.process_time() - begun
        assert answer.status_code == 200, answer.content
        return took


def build_form(number: int) -> str:
    """Return a coup as the phone's form sends it."""
    from tests.web.phone_client import COUP

    return urlencode({"number": number, "key": secrets.token_hex(16)} | COUP)


def write_trivial_row(client: Any) -> None:
    """Send the same form to the view that writes one row."""
    answer = client.post("/bench/write", build_form(1), content_type=FORM)
    assert answer.status_code == 200, answer.status_code
