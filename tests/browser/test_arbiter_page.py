"""The arbiter's view on a phone: a call comes by itself, and is answered with one thumb."""

import pytest
from playwright.sync_api import Page, expect

from tests.book.evening_builders import get_table
from tests.browser.organiser_user import sign_in
from tests.browser.table_user import assert_fits_width, assert_large_targets
from tests.fixtures.live_server import LiveServer
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.tables.calls import call_arbiter
from tournaments.models import Tournament


def fill() -> None:
    """Fill the database: an organiser and an open evening of two tables."""
    _client, club = sign_in_organiser()
    create_open_evening(club)


pytestmark = pytest.mark.start_from(fill=fill)


def test_a_call_comes_by_itself_and_is_taken_with_one_thumb(live: LiveServer, phone: Page, axe) -> None:
    tournament = Tournament.objects.get()
    phone.set_viewport_size({"width": 320, "height": 640})
    sign_in(phone, f"{live.url}/desk/event/{tournament.pk}/arbiter")
    expect(phone.locator("#wanted .notice")).to_be_visible()
    call = call_arbiter(get_table(tournament, 2), actor="table")
    expect(phone.locator("[data-wanted]")).to_have_count(1)
    assert_fits_width(phone)
    assert_large_targets(phone)
    axe(phone)
    phone.get_by_role("button", name="J’y vais").tap()
    expect(phone.locator(".calls .tag.go")).to_have_count(1)
    assert phone.url.endswith("/arbiter")
    call.refresh_from_db()
    assert call.taken_at
