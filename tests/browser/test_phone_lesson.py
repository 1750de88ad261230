"""A lesson on a phone: what is told of the card that one tries stands where one looks."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE
from tests.fixtures.live_server import LiveServer


def assert_judged_in_sight(page: Page, card: str, verdict: str) -> None:
    """Assert that the card tried, the hand from which it comes and what is told of it are all on the screen."""
    expect(page.locator("#verdict .verdict")).to_contain_text(verdict)
    expect(page.get_by_role("link", name=card)).to_be_in_viewport(ratio=1)
    expect(page.locator("#verdict > :last-child")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("has_script", [True, False])
@pytest.mark.parametrize(
    ("step", "card", "verdict"),
    [
        ("briscan/13", "neuf de carreau", "Vous ne pouvez pas jouer le neuf de carreau."),
        ("brusquembille/8", "as de trèfle", "Vous pouvez jouer l’as de trèfle."),
    ],
)
def test_a_card_tried_is_judged_in_sight_of_the_hand(
    live: LiveServer,
    new_context: Callable[..., BrowserContext],
    step: str,
    card: str,
    verdict: str,
    has_script: bool,
) -> None:
    page = new_context(**PHONE, java_script_enabled=has_script).new_page()
    page.goto(f"{live.hall_url}/learn/{step}")
    link = page.get_by_role("link", name=card)
    link.evaluate("link => link.scrollIntoView({ block: 'end' })")
    link.click()
    assert_judged_in_sight(page, card, verdict)


def test_the_hand_of_a_lesson_s_first_trick_is_seen_without_scrolling(phone: Page, live: LiveServer) -> None:
    phone.goto(f"{live.hall_url}/learn/brusquembille/1")
    expect(phone.get_by_role("link", name="roi de carreau")).to_be_in_viewport(ratio=1)
