"""Other programs read what the public pages show."""

import pytest
from django.test import Client

from tests.book.evening_builders import build_coup, get_table, record_events
from tests.web.api_programs import API, Program
from tests.web.organiser_builders import create_draft_evening, create_open_evening, sign_in_organiser
from tournaments.actions.people.members import add_member, hand_over_club
from tournaments.actions.people.tokens import find_token, make_token, revoke_token
from tournaments.api.cursors import MAX_LIMIT
from tournaments.models import ApiToken, Club, Tournament
from tournaments.models.rights import Right, Role

pytestmark = pytest.mark.django_db


def create_played_evening() -> tuple[Club, Tournament]:
    """Create an open evening with a coup at its first table. Return its club and the evening."""
    _client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    record_events(get_table(tournament), build_coup())
    return club, tournament


def test_standings_have_the_figures_of_the_book():
    _club, tournament = create_played_evening()
    answer = Client().get(f"{API}/tournaments/{tournament.code}/standings").json()
    assert [(row["rank"], row["name"], row["total"]) for row in answer["items"]] == [
        (1, "Anne Lefèvre", 42),
        (2, "Denis Roy", 0),
        (2, "Élise Marchand", 0),
        (2, "Fanny Petit", 0),
        (5, "Basile O’Connor", -15),
        (6, "Chloé d’Arès", -27),
    ]
    assert answer["ranking"] == ["total"]
    assert answer["items"][0]["figures"]["coups"] == 1


def test_everything_is_found_by_links_from_the_first_address():
    create_played_evening()
    client, waiting, met = Client(), [f"{API}/"], set()
    while waiting:
        met.add(address := waiting.pop())
        answer = client.get(address)
        assert answer.status_code == 200, address
        told = answer.json()
        for each in [told, *told.get("items", ()), *told.get("tables", ())]:
            waiting += {*each.get("links", {}).values()} - met - {f"{API}/openapi.json"}
    assert {address.rpartition("/")[2] for address in met} >= {"clubs", "standings", "entries", "players", "seasons"}
    assert any(address.endswith("/rounds/1/tables/2") for address in met)


def test_what_has_not_changed_is_not_sent_again_and_what_has_is_with_a_key_too():
    club, tournament = create_played_evening()
    address, callers = f"{API}/tournaments/{tournament.code}/standings", (Client(), Program(club).client)
    etags = [client.get(address)["ETag"] for client in callers]
    for client, etag in zip(callers, etags, strict=True):
        assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    assert "no-store" in callers[1].get(address)["Cache-Control"]
    record_events(get_table(tournament), build_coup())
    for client, etag in zip(callers, etags, strict=True):
        assert client.get(address, headers={"If-None-Match": etag}).status_code == 200


def test_a_long_list_is_read_page_by_page():
    _club, tournament = create_played_evening()
    client, met, cursor = Client(), [], ""
    while cursor is not None:
        page = client.get(f"{API}/tournaments/{tournament.code}/entries", {"limit": 4, "cursor": cursor}).json()
        met += [item["name"] for item in page["items"]]
        cursor = page["next"]
    assert met == list(tournament.entries.order_by("pk").values_list("shown_name", flat=True))
    wrong = client.get(f"{API}/tournaments/{tournament.code}/entries", {"cursor": "zzz"})
    assert (wrong.status_code, wrong["Content-Type"]) == (422, "application/problem+json")
    assert client.get(f"{API}/tournaments/{tournament.code}/entries", {"limit": MAX_LIMIT + 1}).status_code == 422


def test_names_are_shown_as_the_club_shows_them_and_in_full_to_its_own_program():
    club, tournament = create_played_evening()
    Club.objects.filter(pk=club.pk).update(initials=True)
    address = f"{API}/tournaments/{tournament.code}/entries"
    assert [item["name"] for item in Client().get(address).json()["items"][:2]] == ["A. L.", "B. O."]
    own = Program(club).client.get(address).json()["items"][0]
    assert (own["name"], own["presence"]) == ("Anne Lefèvre", "expected")
    stranger = Program(Club.objects.create(name="Autre cercle")).client
    assert stranger.get(address).json()["items"][0]["name"] == "A. L."


def test_a_tournament_in_preparation_is_there_for_its_own_club_s_programs_alone():
    _client, club = sign_in_organiser()
    tournament = create_draft_evening(club)
    address = f"{API}/tournaments/{tournament.code}"
    assert Client().get(address).status_code == 404
    assert Client().get(f"{API}/tournaments").json()["items"] == []
    assert Program(club).client.get(address).json()["status"] == "draft"


def test_pages_of_other_sites_may_read_what_is_public_and_nothing_with_a_key():
    club, tournament = create_played_evening()
    address = f"{API}/tournaments/{tournament.code}"
    assert Client().get(address)["Access-Control-Allow-Origin"] == "*"
    own = Program(club).client.get(address)
    assert "Access-Control-Allow-Origin" not in own
    assert "no-store" in own["Cache-Control"]
    assert Client().options(address).status_code == 405


@pytest.mark.parametrize("key", ["Bearer x", "Bearer corbillon_" + "A" * 43, "Basic bm9uOm5vbg==", "Bearer ", "é"])
def test_a_wrong_key_opens_nothing_not_even_what_is_public(key: str):
    answer = Client().get(f"{API}/tournaments", headers={"Authorization": key, "Accept-Language": "en"})
    assert (answer.status_code, answer["Content-Type"]) == (401, "application/problem+json")
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_what_does_not_look_like_a_key_costs_no_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert Client().get(f"{API}/tournaments", headers={"Authorization": "Bearer x"}).status_code == 401


def test_a_key_is_kept_as_its_digest_and_opens_nothing_once_revoked_or_too_old():
    club, _tournament = create_played_evening()
    token, text = make_token(club, name="Site", role=Role.READER, scopes=[Right.LOOK], days=1, maker=None)
    assert text not in str(ApiToken.objects.values_list("digest", "name").get())
    assert find_token(text) == token
    revoke_token(token)
    assert find_token(text) is None


def test_who_is_no_owner_any_more_has_no_key_left():
    _client, club = sign_in_organiser()
    owner = club.members.get()
    heir = add_member(type(owner.user).objects.create(username="paul"), club)
    _token, text = make_token(club, name="Site", role=Role.READER, scopes=[Right.LOOK], days=1, maker=owner.user)
    hand_over_club(owner, heir, actor="", with_installation=False)
    assert find_token(text) is None
