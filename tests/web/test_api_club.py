"""What a key may, and a club's players, asked for by other programs."""

import pytest
from django.test import Client

from tests.web.api_programs import API, Program
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.people.clubs import add_player, set_player_discreet
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
    assert listed == []
    assert len(program.get(f"/clubs/{club.pk}/players", hidden=True).json()["items"]) == 1
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
    assert entry.player_id == twice.pk
    assert not gone.active
    foreign = add_player(Club.objects.create(name="Autre cercle"), "Zoé")
    refused = program.post(f"{start}/{gone.pk}/merge", {"into": foreign.pk})
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, "into")
    assert program.post(f"{start}/{gone.pk}/separate").json()["hidden"] is False
    entry.refresh_from_db()
    assert entry.player_id == gone.pk
