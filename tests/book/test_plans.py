"""How PostgreSQL finds what each page reads: of the book's tables never by reading them from end to end, however many
clubs there are.

A small database is always read from end to end. So the planner is told that a row is dear: what it then still reads
without a condition is a query that no index serves, or one that it cannot judge by so few rows. Those stand in
`plans.UNBOUNDED`; a new one fails.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.book.plans import UNBOUNDED, list_unbounded
from tests.web.counted_pages import list_pages
from tests.web.organiser_builders import create_open_evening, enter_coup, get_first_table, sign_in_organiser
from tournaments.actions.evenings.seasons import create_season
from tournaments.models import Tournament

pytestmark = [
    pytest.mark.book,
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL's plans"),
]
DEAR_ROWS = ("random_page_cost = 0", "seq_page_cost = 0", "cpu_tuple_cost = 1", "cpu_index_tuple_cost = 1")


def explain(statement: str) -> dict[str, Any]:
    """Return PostgreSQL's plan of a statement where it reads no table from end to end if it can help it."""
    with transaction.atomic(), connection.cursor() as cursor:
        for setting in DEAR_ROWS:
            cursor.execute(f"SET LOCAL {setting}")
        cursor.execute(f"EXPLAIN (FORMAT JSON) {statement}")
        found = cursor.fetchone()[0]
    return (json.loads(found) if isinstance(found, str) else found)[0]["Plan"]


def read_every_page(tournament: Tournament, desk: Client) -> Iterator[tuple[str, str]]:
    """Yield the route of each page that can be read with each statement by which it reads."""
    for route, client, address in list_pages(tournament, desk):
        for cache in caches.all():
            cache.clear()
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        yield from ((route, each["sql"]) for each in queries.captured_queries if each["sql"].startswith("SELECT"))


def test_no_page_reads_a_table_of_the_book_from_end_to_end() -> None:
    desk, club = sign_in_organiser()
    tournament = create_open_evening(club)
    create_season(club, "2026").tournaments.add(tournament)
    enter_coup(desk, get_first_table(tournament))
    found: dict[str, set[str]] = {}
    tables: dict[str, list[str]] = {}
    for route, statement in read_every_page(tournament, desk):
        shape = re.sub(r"\d+", "0", statement)
        if shape not in tables:
            tables[shape] = list(list_unbounded(explain(statement)))
        for table in tables[shape]:
            found.setdefault(table, set()).add(route)
    new = {table: sorted(routes - {*UNBOUNDED.get(table, ())}) for table, routes in found.items()}
    assert {table: routes for table, routes in new.items() if routes} == {}  # with few rows a plan may be a good one
