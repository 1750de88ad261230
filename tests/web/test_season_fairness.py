"""The fairness of a season on its page: counted from the seats of closed evenings, in as many queries for three as for
one."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.web.organiser_builders import NAMES, create_open_evening, sign_in_organiser
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.evenings.seasons import create_season
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.models import Club, Season, Table, Tournament

pytestmark = pytest.mark.django_db


def add_evening(club: Club, season: Season, names: tuple[str, ...] = NAMES[:5]) -> Tournament:
    """Close an evening of a table of three and one of two, which counts for the season."""
    tournament = create_open_evening(club, names=names, sizes=(3, 2))
    close_tournament(tournament)
    season.tournaments.add(tournament)
    return tournament


@pytest.fixture
def desk() -> tuple[Client, Club, Season]:
    client, club = sign_in_organiser()
    return client, club, create_season(club, "Saison")


def read_page(client: Client, season: Season, query: str = "") -> Any:
    """Return the context of the page."""
    return client.get(f"/desk/season/{season.pk}/fairness{query}").context


def test_a_season_without_a_closed_evening_shows_no_row(desk: tuple[Client, Club, Season]) -> None:
    client, _club, season = desk
    assert read_page(client, season)["rows"] == []


def test_the_page_has_a_row_a_player_and_whom_he_met(desk: tuple[Client, Club, Season]) -> None:
    client, club, season = desk
    add_evening(club, season)
    add_evening(club, season, NAMES[1:6])
    rows = read_page(client, season)["rows"]
    assert [(row.tables, row.first_deals, row.small_tables) for row in rows] == [
        (1, 1, 0),
        (2, 1, 0),
        (2, 0, 0),
        (2, 1, 1),
        (2, 1, 2),
        (1, 0, 1),
    ]
    one = read_page(client, season, f"?player={rows[1].player}")["one"]
    assert one == {
        "name": NAMES[1],
        "met": [(NAMES[2], 2), (NAMES[0], 1), (NAMES[3], 1)],
        "never": [NAMES[4], NAMES[5]],
    }
    assert client.get(f"/desk/season/{season.pk}/fairness?player=999999").status_code == 404


def test_nobody_met_at_a_table_that_was_not_played_and_who_came_to_it_rested(desk: tuple[Client, Club, Season]) -> None:
    client, club, season = desk
    tournament = create_open_evening(club, names=NAMES[:5], sizes=(3, 2))
    mark_unplayed(
        Table.objects.get(round__tournament=tournament, n=2).pk,
        "forfeit",
        absent=[2],
        actor="user:1",
        reason="il n’est pas venu",
    )
    close_tournament(tournament)
    season.tournaments.add(tournament)
    rows = read_page(client, season)["rows"]
    assert [(row.tables, row.rests) for row in rows] == [(1, 0), (1, 0), (1, 0), (0, 1)]


def test_a_longer_season_asks_no_more_queries(desk: tuple[Client, Club, Season]) -> None:
    client, club, season = desk
    counts = []
    for evenings in (1, 2):
        for _n in range(evenings):
            add_evening(club, season)
        with CaptureQueriesContext(connection) as queries:
            read_page(client, season)
        counts.append(len(queries))
    assert counts == [counts[0]] * 2
    assert counts[0] == 14
