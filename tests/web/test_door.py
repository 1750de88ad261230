"""The door: the games, a table's code whichever its evening, the demonstration."""

import re
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.contrib.staticfiles.finders import find
from django.test import Client
from django.utils import timezone

from tests.book.evening_builders import create_table
from tests.web.organiser_builders import sign_in_organiser
from tests.web.phone_client import read_html
from tournaments.actions.evenings.lifecycle import close_tournament, create_tournament, hide_tournament, open_tournament
from tournaments.actions.people.tries import FREE_TRIES
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.rounds.seating import draw_tables
from tournaments.book.table_keys import table_code, table_key
from tournaments.forms.codes import EVENING_CLOSED, OPENS_NOTHING
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.models import Club, Table, Tournament

pytestmark = pytest.mark.django_db


def open_table(club_name: str, *, demonstration: bool = False) -> Table:
    """Open an evening with one table, in a club of its own."""
    club = Club.objects.create(name=club_name, demonstration=demonstration)
    tournament = create_tournament(club, name="Ailleurs", date="2026-11-21", players=["A", "B"])
    draw_tables(tournament, [2], seed=1)
    open_tournament(tournament)
    return Table.objects.get(round__tournament=tournament)


def test_the_door_tells_the_way_of_who_plays_from_that_of_who_organises() -> None:
    page = read_html(Client().get("/"))
    titles = re.findall(r'<section class="([\w-]+)" aria-labelledby="([\w-]+)">\s*<h2 id="([\w-]+)"', page)
    assert titles == [("at-table",) * 3, ("host",) * 3]
    assert 'href="/desk/"' in page.split('<section class="host"')[1].partition("</section>")[0]


def test_the_door_leads_to_every_game_by_a_picture_of_its_own() -> None:
    response = Client().get("/")
    addresses = [game["address"] for game in response.context["games"]]
    assert len(addresses) == len(PARTS_BY_GAME)
    assert 'href="/learn"' in read_html(response)
    assert [address for address in addresses if Client().get(address).status_code != 200] == []
    pictures = {parts.picture for parts in PARTS_BY_GAME.values()}
    assert len(pictures) == len(PARTS_BY_GAME)
    assert all(map(find, pictures))


def test_the_door_opens_a_table_of_any_open_evening_by_its_code() -> None:
    create_table()
    table, client = open_table("Un autre club"), Client()
    assert client.post("/", {"code": table_code(table)}).url == f"/t#{table_key(table)}"
    mistyped = client.post("/", {"code": "K7M4-P2X9"})
    assert mistyped.status_code == 422
    assert "K7M4-P2X9" in read_html(mistyped)
    evening = table.round.tournament
    assert client.post("/", {"code": f" {evening.code.lower()}"}).url == f"/{evening.code}", "or of an evening"
    hide_tournament(evening)
    assert client.post("/", {"code": evening.code}).status_code == 422
    for _ in range(FREE_TRIES):
        assert client.post("/", {"code": table_code(table)}).status_code == 422
    assert client.post("/", {"code": table_code(table)}).status_code == 429


def test_the_right_code_of_an_evening_that_is_just_over_is_told_from_a_wrong_one() -> None:
    table = open_table("Un club")
    Tournament.objects.update(date=timezone.localdate())
    close_tournament(table.round.tournament)
    assert str(EVENING_CLOSED) in read_html(Client().post("/", {"code": table_code(table)}))
    Tournament.objects.update(date=timezone.localdate() - timedelta(days=4))
    assert str(OPENS_NOTHING) in read_html(Client().post("/", {"code": table_code(table)}))


def test_the_door_leads_to_an_example_and_lists_it_among_no_evenings() -> None:
    assert "soirée d’exemple" not in read_html(Client().get("/")), "there is none, and who looks can make none"
    client = sign_in_organiser()[0]
    User.objects.update(is_superuser=True)
    assert 'action="/desk/demonstration"' in read_html(client.get("/"))
    with patch("tournaments.views.welcome.get_or_create_demonstration", lambda: open_table("Club", demonstration=True)):
        assert client.post("/desk/demonstration").url == "/"
    page = read_html(Client().get("/"))
    assert f'href="/{Tournament.objects.get().code}"' in page
    assert "Ailleurs" not in page


def test_the_door_says_how_far_each_evening_is() -> None:
    """Of several rounds, the last that was published; of one, how many tables alone."""
    club = Club.objects.create(name="Cercle")
    tournament = create_tournament(club, name="Hiver", date="2026-11-21", players=list("ABCDEFGHIJKL"))
    plan_rounds(tournament, format=Tournament.Format.FIXED, rounds=3)
    draw_rounds(tournament, sizes=(4,), seed=1)
    publish_round(tournament, 1)
    open_tournament(tournament)
    publish_round(tournament, 2)
    page = " ".join(read_html(Client().get("/")).split())
    assert re.search(r"\b2 sur 3 · 3 tables", page)
    open_table("Un club")
    assert re.search(r'class="state">\s*1 table<', read_html(Client().get("/")))


def test_on_a_phone_the_code_comes_before_the_explanation() -> None:
    page = read_html(Client().get("/"))
    assert (
        page.index('name="code"') < page.index('class="lead"') < page.index('class="evenings"') < page.index("/learn/")
    )


def test_the_door_lists_evenings_and_clubs_by_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.views.welcome.LISTED", 2)
    tournaments = [open_table(f"Club {n}").round.tournament for n in range(3)]
    first, last = (Client().get(f"/?page={n}") for n in (1, 2))
    assert [[*page.context["evenings"]] for page in (first, last)] == [tournaments[:2], tournaments[2:]]
    assert [re.findall('rel="next" href="(.*?)"', read_html(page)) for page in (first, last)] == [["?page=2"], []]
    assert Client().get(f"/?page={10**30}").status_code == 200
