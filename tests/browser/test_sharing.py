"""Texts to send on are copied by one press, or given to the phone's own way of sending."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.organiser_user import sign_in
from tests.browser.table_user import assert_fits_width
from tests.fixtures.live_server import LiveServer
from tests.web.organiser_builders import create_draft_evening, sign_in_organiser
from tournaments.models import Tournament

NO_SHARE = "() => { delete Navigator.prototype.share; }"
SHARE = (
    """() => { window.sent = []; navigator.share = (data) => { window.sent.push(data); return Promise.reject(); }; }"""
)


def fill() -> None:
    """Fill the database: an organiser and an evening in preparation."""
    _client, club = sign_in_organiser()
    create_draft_evening(club)


pytestmark = pytest.mark.start_from(fill=fill)


def test_a_text_is_copied_or_given_to_the_phone_s_own_way_of_sending(live: LiveServer, phone: Page, axe) -> None:
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=live.url)
    phone.add_init_script(f"({SHARE})()")
    sign_in(phone, f"{live.url}/desk/event/{Tournament.objects.get().pk}/share")
    block = phone.locator("[data-share=announcement]")
    text = block.locator("textarea").input_value()
    assert "21 novembre 2026" in text.replace("\u00a0", " ")
    expect(block.locator("[data-done]")).to_be_hidden()
    block.locator("[data-copy]").tap()
    expect(block.locator("[data-done]")).to_be_visible()
    assert phone.evaluate("() => navigator.clipboard.readText()") == text
    block.locator("[data-send]").tap()
    phone.wait_for_function("() => window.sent.length")
    assert phone.evaluate("() => window.sent") == [{"text": text}]
    assert_fits_width(phone)
    axe(phone)


def test_without_either_the_text_is_copied_as_by_hand_and_nothing_offers_to_send(live: LiveServer, phone: Page) -> None:
    phone.add_init_script(f"({NO_SHARE})()")
    sign_in(phone, f"{live.hall_url}/desk/event/{Tournament.objects.get().pk}/share")
    block = phone.locator("[data-share=announcement]")
    assert phone.evaluate("() => navigator.clipboard === undefined")
    expect(block.locator("[data-send]")).to_be_hidden()
    block.locator("[data-copy]").tap()
    expect(block.locator("[data-done]")).to_be_visible()
