"""Texts to send on are copied by one press, or given to the phone's own way of sending."""

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from tests.browser.table_user import assert_fits_width
from tests.fixtures.live_server import LiveServer
from tests.web.organiser_builders import create_draft_evening
from tournaments.actions.people.clubs import create_club
from tournaments.models import Tournament

PASSWORD = "quatre-vingts-as"
NO_SHARE = "() => { delete Navigator.prototype.share; }"
SHARE = (
    """() => { window.sent = []; navigator.share = (data) => { window.sent.push(data); return Promise.reject(); }; }"""
)


def fill() -> None:
    """Fill the database: an organiser and an evening in preparation."""
    user = get_user_model().objects.create_user(username="nadia", password=PASSWORD)
    create_draft_evening(create_club(user, "Cercle du Corbillon"))


pytestmark = pytest.mark.start_from(fill=fill)


def test_a_text_is_copied_or_given_to_the_phone_s_own_way_of_sending(live: LiveServer, phone: Page, axe) -> None:
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=live.url)
    phone.add_init_script(f"({SHARE})()")
    phone.goto(f"{live.url}/desk/event/{Tournament.objects.get().pk}/share")
    phone.get_by_label("Votre nom").fill("nadia")
    phone.get_by_label("Mot de passe").fill(PASSWORD)
    phone.get_by_role("button", name="Entrer").click()
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
    phone.goto(f"{live.hall_url}/desk/event/{Tournament.objects.get().pk}/share")
    phone.get_by_label("Votre nom").fill("nadia")
    phone.get_by_label("Mot de passe").fill(PASSWORD)
    phone.get_by_role("button", name="Entrer").click()
    block = phone.locator("[data-share=announcement]")
    assert phone.evaluate("() => navigator.clipboard === undefined")
    expect(block.locator("[data-send]")).to_be_hidden()
    block.locator("[data-copy]").tap()
    expect(block.locator("[data-done]")).to_be_visible()
