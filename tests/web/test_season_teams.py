"""The teams of a season: read in as many queries for many evenings as for one, from what is kept of them; in files and
for programs."""

import json
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.book.evening_builders import build_coup, get_table, record_events
from tests.web.organiser_builders import NAMES, create_draft_evening, sign_in_organiser
from tournaments.actions.evenings.lifecycle import close_tournament, open_tournament
from tournaments.actions.evenings.seasons import create_season
from tournaments.actions.people.teams import save_team
from tournaments.actions.tables.book_check import check_book
from tournaments.models import Club, KeptEvening, Season, Table, Tournament
from tournaments.reading import played_evenings
from tournaments.reading.season_outcomes import get_season_standings, get_season_team_rows
from tournaments.standings.seasons import SeasonRule

pytestmark = pytest.mark.django_db
TEAMS = {"Nord": NAMES[::2], "Sud": NAMES[1::2]}


@pytest.fixture
def season() -> Iterator[Season]:
    """A season of a club without an evening, in a process that has read none yet."""
    _client, club = sign_in_organiser()
    played_evenings._recent.clear()
    yield create_season(club, "Hiver")
    played_evenings._recent.clear()


def play_evening(season: Season, points: tuple[int, int, int] = (58, 37, 25)) -> Tournament:
    """Play and close an evening of two teams of three, which counts for the season."""
    tournament = create_draft_evening(season.club, names=NAMES, sizes=(3, 3))
    for name, people in TEAMS.items():
        save_team(tournament, name, tournament.entries.filter(shown_name__in=people))
    open_tournament(tournament)
    record_events(get_table(tournament, 1), build_coup(*points))
    record_events(get_table(tournament, 2), build_coup(40, 45, 35))
    closed = close_tournament(tournament)
    season.tournaments.add(closed)
    return closed


def count_queries(season: Season, *, anew: bool) -> int:
    """Count the queries of the season's page; `anew`: in a process that has just begun."""
    address = f"/season/{season.pk}"
    Client().get(address)
    if anew:
        played_evenings._recent.clear()
    with CaptureQueriesContext(connection) as found:
        assert Client().get(address).context["teams"]
    return len(found)


@pytest.mark.parametrize("anew", [False, True])
def test_a_season_of_many_evenings_in_teams_asks_no_more_than_one_of_one(season: Season, anew: bool) -> None:
    play_evening(season)
    one = count_queries(season, anew=anew)
    for _n in range(3):
        play_evening(season)
    assert count_queries(season, anew=anew) == one


def test_what_is_kept_of_teams_is_what_they_came_to(season: Season) -> None:
    tournament = play_evening(season)
    kept = KeptEvening.objects.get(tournament=tournament).teams
    assert kept == [list(row) for row in played_evenings.PlayedEvening(tournament, {}).teams]
    assert len(kept) == 2
    rows = get_season_team_rows(season, [tournament])
    assert {row.name: row.parts[0].worth for row in rows} == {
        tournament.teams.get(pk=team).name: SeasonRule().places[rank - 1] for team, rank, _total in kept
    }


def test_recheck_tells_a_kept_team_that_is_not_what_the_book_gives(season: Season) -> None:
    tournament = play_evening(season)
    season.tournaments.clear()
    kept = KeptEvening.objects.get(tournament=tournament)
    kept.teams[0][-1] += 1
    kept.save()
    tables = Table.objects.filter(round__tournament=tournament)
    assert "ce que donne le livre" in (check_book(tables).difference or "")


def test_an_evening_without_teams_and_a_season_by_card_points_have_none(season: Season) -> None:
    tournament = play_evening(season)
    season.rule = season.rule | {"way": "card_points"}
    assert get_season_team_rows(season, [tournament]) == ()
    assert get_season_team_rows(Season(club=Club()), ()) == ()
    assert get_season_standings(season).tournaments == [tournament]


def test_files_and_programs_have_the_teams_of_the_season(season: Season) -> None:
    address, called = f"/season/{season.pk}/teams.json", f"/api/v1/seasons/{season.pk}/teams"
    assert json.loads(Client().get(address).content)["rows"] == []
    assert Client().get(called).json() == {"items": [], "next": None}
    tournament = play_evening(season)
    rows = get_season_team_rows(season, [tournament])
    shown = [(row.rank, row.name, row.score) for row in rows]
    kept = json.loads(Client().get(address).content)["rows"]
    assert [(each["rank"], each["team"], each["score"]) for each in kept] == shown
    assert "player" not in kept[0]
    told = Client().get(called).json()["items"]
    assert [(each["rank"], each["name"], each["score"]) for each in told] == shown
    assert [part["tournament"] for part in told[0]["parts"]] == [tournament.code]
    assert f"{season.pk}/teams.csv" in Client().get(f"/season/{season.pk}").content.decode()
