"""What a key may, a club's players, and what happened in the club, asked for by other programs."""

import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.book.evening_builders import build_coup, get_table, record_events
from tests.web.api_programs import API, Program
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tests.web.test_api_writing import record
from tournaments.actions.evenings.lifecycle import close_tournament, hide_tournament
from tournaments.actions.people.clubs import add_player, set_player_discreet
from tournaments.api import event_stream
from tournaments.models import Club, Player
from tournaments.models.rights import Role

pytestmark = pytest.mark.django_db


def test_a_key_says_whose_it_is_what_it_may_and_until_when():
    _client, club = sign_in_organiser()
    program = Program(club, Role.ARBITER)
    told = program.get("/key").json()
    assert (told["club"], told["club_name"], told["name"]) == (club.pk, club.name, "Site du club")
    assert (told["role"], told["rights"]) == ("arbiter", ["arbitrate", "look"])
    assert told["expires_at"][:19] == program.token.expires_at.isoformat()[:19]
    assert Client().get(f"{API}/key").status_code == 401


def test_players_are_found_by_folded_names_among_those_that_the_caller_may_see():
    _client, club = sign_in_organiser()
    create_open_evening(club)
    address = f"/clubs/{club.pk}/players"
    add_player(club, "Éléonore Hidden")
    names = [each["name"] for each in Program(club).get(address, name="ELE").json()["items"]]
    assert names == ["Éléonore Hidden"]
    assert [each["name"] for each in Client().get(API + address, {"name": "elise"}).json()["items"]] == [
        "Élise Marchand"
    ]
    set_player_discreet(Player.objects.get(name="Élise Marchand"), True)
    assert Client().get(API + address, {"name": "elise"}).json()["items"] == []
    assert len(Program(club).get(address, name="marchand").json()["items"]) == 1


def test_a_player_is_renamed_hidden_and_shown_by_initials_by_the_club_s_program_alone():
    _client, club = sign_in_organiser()
    program, player = Program(club), add_player(club, "Zoe")
    address = f"/clubs/{club.pk}/players/{player.pk}"
    told = program.post(f"{address}/change", {"name": "Zoé", "discreet": True}).json()
    assert told == {"id": player.pk, "name": "Zoé", "hidden": False, "discreet": True}
    assert program.post(f"{address}/change", {"hidden": True}).json()["name"] == "Zoé"
    listed = program.get(f"/clubs/{club.pk}/players").json()["items"]
    assert listed == [] and len(program.get(f"/clubs/{club.pk}/players", hidden=True).json()["items"]) == 1
    assert program.post(f"{address}/change", {"name": ""}).json()["errors"][0]["path"] == "name"
    assert program.post(f"{address}/change", {"hidden": "no"}).status_code == 422
    stranger = Program(Club.objects.create(name="Autre cercle"))
    assert stranger.post(f"{address}/change", {"name": "X"}).status_code == 404
    assert Program(club, Role.ARBITER).post(f"{address}/change", {"name": "X"}).status_code == 403


def test_a_player_who_is_listed_twice_is_merged_and_separated_again():
    _client, club = sign_in_organiser()
    tournament, program = create_open_evening(club), Program(club)
    twice, entry = add_player(club, "Anne L."), tournament.entries.order_by("pk")[0]
    start = f"/clubs/{club.pk}/players"
    merged = program.post(f"{start}/{entry.player_id}/merge", {"into": twice.pk})
    assert merged.json()["id"] == twice.pk
    entry.refresh_from_db()
    gone = Player.objects.get(name="Anne Lefèvre")
    assert entry.player_id == twice.pk and not gone.active
    foreign = add_player(Club.objects.create(name="Autre cercle"), "Zoé")
    refused = program.post(f"{start}/{gone.pk}/merge", {"into": foreign.pk})
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, "into")
    assert program.post(f"{start}/{gone.pk}/separate").json()["hidden"] is False
    entry.refresh_from_db()
    assert entry.player_id == gone.pk


def read_events(caller: Any, club: Club, after: int) -> tuple[list[str], int]:
    """Return the types of the events after a number, and the number to go on with."""
    told = caller.get(f"{API}/clubs/{club.pk}/events", {"after": after}).json()
    assert [each["n"] for each in told["items"]] == sorted(each["n"] for each in told["items"])
    return [each["message"]["type"] for each in told["items"]], told["last"]


def test_what_happened_after_a_number_is_told_once_in_order(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(event_stream, "HELD_BACK", datetime.timedelta())
    _client, club = sign_in_organiser()
    tournament, caller = create_open_evening(club), Client()
    start = caller.get(f"{API}/clubs/{club.pk}/events").json()
    assert start["items"] == [] and read_events(caller, club, start["last"]) == ([], start["last"])
    record_events(get_table(tournament), build_coup())
    record(Program(club), tournament, "coup-000002", 2)
    kinds, last = read_events(caller, club, start["last"])
    assert kinds == ["coup.recorded"] * 2 and last > start["last"]
    close_tournament(tournament, actor="")
    assert read_events(caller, club, last)[0] == ["tournament.closed"]
    told = caller.get(f"{API}/clubs/{club.pk}/events", {"after": start["last"], "limit": 1}).json()
    [coup] = told["items"]
    assert coup["message"]["data"]["gains"][0] == {
        "position": 1,
        "entry": coup["message"]["data"]["gains"][0]["entry"],
        "name": "Anne Lefèvre",
        "gain": 42,
    }
    whole = read_events(caller, club, 0)[0]
    assert whole[-3:] == ["coup.recorded", "coup.recorded", "tournament.closed"] and "tournament.opened" in whole


def test_the_stream_tells_nobody_of_what_is_not_public_and_holds_back_what_is_too_young(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(event_stream, "HELD_BACK", datetime.timedelta(days=1))
    _client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    last = Client().get(f"{API}/clubs/{club.pk}/events").json()["last"]
    record_events(get_table(tournament), build_coup())
    assert read_events(Client(), club, last) == ([], last)
    hide_tournament(tournament, hidden=True, actor="")
    assert read_events(Program(club).client, club, 0)[0] == []


def test_a_clock_that_was_put_back_holds_up_no_event(monkeypatch: pytest.MonkeyPatch):
    _client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    last = Client().get(f"{API}/clubs/{club.pk}/events").json()["last"]
    record_events(get_table(tournament), build_coup())
    an_hour_ago = timezone.now() - datetime.timedelta(hours=1)
    monkeypatch.setattr(event_stream.timezone, "now", lambda: an_hour_ago)
    assert read_events(Client(), club, last)[0] == ["coup.recorded"]
