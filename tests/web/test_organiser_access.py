"""Access to the organiser's pages: members alone, and each club to its own things only. Reading a page writes
nothing."""

import pytest
from django.test import Client, RequestFactory
from django.urls import URLPattern

from tests.web.organiser_builders import (
    create_draft_evening,
    create_open_evening,
    enter_coup,
    get_first_table,
    sign_in_organiser,
)
from tournaments.models import Club, Entry, Player, Record, Seat, Table, TokenCount, Tournament
from tournaments.views import organiser as desk
from tournaments.views.access import is_body_complete

pytestmark = pytest.mark.django_db

WATCHED_MODELS = (Club, Player, Tournament, Entry, Table, Seat, Record, TokenCount)


def list_addresses(tournament: Tournament) -> list[str]:
    """Return every address of the organiser's pages, with the ids of this evening."""
    table = get_first_table(tournament)
    values = {"tournament": tournament.pk, "table": table.pk, "entry": tournament.entries.first().pk, "players": 1}
    found = []
    for pattern in desk.urlpatterns:
        route = str(pattern.pattern)
        pk = values.get(route.split("/")[0], 1)
        found.append(
            "/desk/"
            + route.replace("<int:pk>", str(pk))
            .replace("<int:position>", "1")
            .replace("<int:n>", "1")
            .replace("<slug:key>", "key")
            .replace("<str:kind>", "coup")
        )
    return found


def test_every_view_declares_that_it_is_for_members():
    assert [p.name for p in desk.urlpatterns if getattr(p.callback, "access", None) != "member"] == []
    assert all(isinstance(pattern, URLPattern) for pattern in desk.urlpatterns)


def test_a_stranger_is_redirected_to_the_login_page():
    _client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    for address in list_addresses(tournament):
        answer = Client().get(address)
        assert answer.status_code == 302, address
        assert answer.url.startswith("/accounts/login/"), address


def test_after_a_wrong_password_the_cursor_is_where_it_is_typed_again():
    fields = Client().get("/accounts/login/").context["form"].fields
    assert "autofocus" in fields["login"].widget.attrs
    fields = Client().post("/accounts/login/", {"login": "nadia", "password": "non"}).context["form"].fields
    assert "autofocus" in fields["password"].widget.attrs


def test_an_account_without_a_club_gets_a_404(django_user_model):
    client = Client()
    client.force_login(django_user_model.objects.create_user("seul"))
    assert client.get("/desk/").status_code == 404


def test_an_address_that_only_receives_a_form_leads_back_to_its_page():
    client, _club = sign_in_organiser()
    for address, page in (
        ("/desk/event/1/rounds/plan", "/desk/event/1/rounds"),
        ("/desk/event/1/rounds/2/withdraw", "/desk/event/1/rounds"),
        ("/desk/status/recheck", "/desk/status"),
        ("/desk/call/1/take", "/desk"),
    ):
        answer = client.get(address)
        assert answer.status_code == 405, address
        assert "POST" in answer["Allow"], address
        text = answer.content.decode()
        assert "errors/form_address.html" in [each.name for each in answer.templates], address
        assert f'href="{page}"' in text, address


@pytest.mark.parametrize("pk", ["0", "999", "9" * 30])
def test_unknown_ids_are_missing(pk: str):
    client, _club = sign_in_organiser()
    for address in (f"/desk/event/{pk}", f"/desk/table/{pk}", f"/desk/players/{pk}"):
        assert client.get(address).status_code == 404


def test_reading_any_page_writes_nothing(django_assert_max_num_queries):
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    enter_coup(client, get_first_table(tournament))
    before = [list(model.objects.order_by("pk").values()) for model in WATCHED_MODELS]
    for address in list_addresses(tournament):
        assert client.get(address).status_code in (200, 302, 404, 405, 422), address
    assert [list(model.objects.order_by("pk").values()) for model in WATCHED_MODELS] == before


def test_a_form_without_its_csrf_token_is_refused():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    assert strict.post(f"/desk/event/{tournament.pk}/open").status_code == 403


@pytest.mark.parametrize(("announced", "complete"), [("1", True), ("", False), ("2", False), ("un", False)])
def test_a_body_is_complete_if_it_is_as_long_as_announced(announced: str, complete: bool):
    request = RequestFactory().post("/t/coup", b"x", content_type="text/plain")
    request.META["CONTENT_LENGTH"] = announced
    assert is_body_complete(request) is complete
