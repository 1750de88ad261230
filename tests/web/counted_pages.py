"""Every page that can be read, with its address for one evening, and the queries that it makes."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.test import Client

from tests.web.declared_routes import list_patterns
from tests.web.organiser_builders import NAMES, get_first_table
from tests.web.phone_client import Phone
from tournaments.models import Season, Tournament
from tournaments.urls import urlpatterns

PLACEHOLDER = re.compile(r"<\w+:(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")
UNCOUNTED_PAGES = (
    *("print", "prints-bundle", "print-job-file", "print-page", "leaflet"),
    *("status", "ready-check"),
)
"""PDFs, and the pages that examine the whole machine."""
FIXED_VALUES = {"n": 1, "round_n": 1, "position": 1, "line": 9, "ending": "csv", "kind": "coup", "key": "brusquembille"}


@contextmanager
def counted_queries() -> Iterator[list[str]]:
    """Context manager: collect the queries that are asked inside, without the values for which Django's own would ask
    SQLite once more each time."""
    asked: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        asked.append(sql)
        return execute(sql, *more)

    with connection.execute_wrapper(note):
        yield asked


def list_pages(tournament: Tournament, desk: Client) -> Iterator[tuple[str, Client, str]]:
    """Yield the route of each page of the program with a client that may read it, and its address for this evening."""
    clients = {"member": desk, "table": Phone(get_first_table(tournament)).client, "anyone": Client(), "api": Client()}
    for route, pattern in list_patterns(urlpatterns):
        if pattern.name not in UNCOUNTED_PAGES:
            known = build_values(tournament, route)
            address = PLACEHOLDER.sub(lambda found, known=known: str(known.get(found[1] or found[2], 1)), route)
            yield route, clients[pattern.callback.access], "/" + re.sub(r"[\\^$]", "", address)


def build_values(tournament: Tournament, route: str) -> dict[str, object]:
    """Return the values that fill the placeholders of this route for the evening."""
    entry = tournament.entries.get(shown_name=NAMES[0])
    pks = {
        "table": get_first_table(tournament).pk,
        "entry": entry.pk,
        "players": entry.player_id,
        "season": Season.objects.get(tournaments=tournament).pk,
        "club": tournament.club_id,
    }
    head = next((word for word in pks if f"{word}/" in route and "code" not in route), "event")
    pk = entry.pk if "code" in route else pks.get(head, tournament.pk)
    ids = {"entry_id": entry.pk, "player_id": entry.player_id, "club_id": tournament.club_id}
    ids["season_id"] = pks["season"]
    return FIXED_VALUES | ids | {"code": tournament.code, "pk": pk, "player_pk": entry.player_id}


def count_queries(tournament: Tournament, desk: Client) -> Iterator[tuple[str, int]]:
    """Yield the route of each page that can be read, with the number of queries that it makes for this evening."""
    for route, client, address in list_pages(tournament, desk):
        with counted_queries() as queries:
            answer = client.get(address)
        if answer.status_code == 200 and "html" in answer["Content-Type"]:
            assert " style=" not in answer.content.decode(), f"{address}: the content security policy refuses it"
        if answer.status_code == 200:
            yield PLACEHOLDER.sub(lambda found: f"<{found[1] or found[2]}>", re.sub(r"[\\^$]", "", route)), len(queries)
