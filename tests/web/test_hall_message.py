"""One message on every screen: the hall's, the board, each player's page, the tables' phones; gone by itself."""

import datetime

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from tests.web.organiser_builders import sign_in_organiser
from tests.web.phone_client import open_phone
from tournaments.actions.errors import ActionError
from tournaments.actions.evenings.hall_message import clear_message, show_message
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.people.members import add_member
from tournaments.models import HallMessage, Tournament
from tournaments.views.polled_parts import clear_polled_parts

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
MARK = "data-hall-message"


def list_screens(tournament: Tournament) -> list[str]:
    """Return the addresses that show it."""
    entry = tournament.entries.earliest("pk").pk
    return [f"/{tournament.code}", *(f"/{tournament.code}/{page}" for page in ("screen", "seats", f"player/{entry}"))]


def end_message() -> None:
    """Let its time be over."""
    HallMessage.objects.update(ends_at=timezone.now() - datetime.timedelta(seconds=1))


def test_every_screen_shows_it_until_its_end_and_nothing_without_one() -> None:
    mine = open_phone(seat=2)
    pages = list_screens(mine.sheet.tournament)
    assert [MARK in Client().get(page).content.decode() for page in pages] == [False] * 4
    assert MARK not in mine.read_sheet()
    show_message(mine.sheet.tournament, "Entracte,  20 minutes", 20)
    assert ["Entracte, 20 minutes" in Client().get(page).content.decode() for page in pages] == [True] * 4
    assert "Entracte, 20 minutes" in mine.read_sheet()
    end_message()
    assert [MARK in Client().get(page).content.decode() for page in pages] == [False] * 4
    assert MARK not in mine.read_sheet()


def test_the_next_poll_has_it_and_the_first_one_after_its_end_has_it_no_more() -> None:
    tournament = open_phone(seat=2).sheet.tournament
    address = f"/{tournament.code}/screen"

    def poll(etag: str) -> tuple[int, str]:
        answer = Client().get(address, headers=HTMX | {"If-None-Match": etag})
        return answer.status_code, answer["ETag"]

    first = Client().get(address, headers=HTMX)["ETag"]
    clear_polled_parts()
    assert poll(first) == (304, first)
    show_message(tournament, "Entracte", 20)
    clear_polled_parts()
    status, with_message = poll(first)
    assert status == 200
    end_message()
    clear_polled_parts()
    assert poll(with_message) == (200, first)


def test_a_phone_that_shows_this_state_hears_of_a_message() -> None:
    mine = open_phone(seat=2)
    before = mine.read_sheet().split('data-stamp="')[1][:16]
    address = f"/t/sheet?stamp={before}"
    assert mine.client.get(address).status_code == 204
    show_message(mine.sheet.tournament, "Entracte", 20)
    assert mine.client.get(address).status_code == 200
    clear_message(mine.sheet.tournament)
    assert mine.client.get(address).status_code == 204


def test_the_desk_sets_it_takes_it_away_and_keeps_what_was_typed_wrong() -> None:
    tournament = open_phone(seat=2).sheet.tournament
    desk, _club = sign_in_organiser()
    add_member(get_user_model().objects.get(), tournament.club)
    address = f"/desk/event/{tournament.pk}/message"
    refused = desk.post(address, {"words": "Entracte", "minutes": "0"})
    assert refused.status_code == 422
    assert 'value="Entracte"' in refused.content.decode()
    assert not HallMessage.objects.exists()
    desk.post(address, {"words": "Entracte", "minutes": "20"})
    desk.post(address, {"words": "À table", "minutes": "5"})
    assert HallMessage.objects.get().words == "À table"
    assert MARK in desk.get(address).content.decode()
    desk.post(address, {"clear": "1"})
    assert not HallMessage.objects.exists()


@pytest.mark.parametrize("words", ["", "  ", "x" * 81, "a\0b"])
def test_what_cannot_be_shown_is_refused(words: str) -> None:
    with pytest.raises(ActionError):
        show_message(open_phone(seat=2).sheet.tournament, words, 20)
    assert not HallMessage.objects.exists()


def test_a_name_that_is_erased_leaves_it() -> None:
    tournament = open_phone(seat=2).sheet.tournament
    show_message(tournament, "Basile est attendu à la table 1", 20)
    forget_name(tournament.entries.get(shown_name="Basile").player, actor="user:1")
    assert HallMessage.objects.get().words == "… est attendu à la table 1"
