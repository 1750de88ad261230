"""Accessibility of the table's page: large letters, large targets, a keyboard alone; with network and without."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE, PageErrors
from tests.browser.table_user import (
    SEND_BUTTON,
    TableUser,
    assert_large_targets,
    assert_zoomable,
    close_more,
    fill_table_of_four_coups,
    get_table_by_number,
    open_more,
    wait_for_coup,
)
from tests.fixtures.live_server import LiveServer
from tests.web.phone_client import CARDS, EXAMPLE

Axe = Callable[[Page], None]
NewContext = Callable[..., BrowserContext]
pytestmark = pytest.mark.start_from(fill=fill_table_of_four_coups)


def test_touch_targets_zoom_and_reduced_motion_work_online_and_offline(
    address: str, new_context: NewContext, page_errors: PageErrors, axe: Axe
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    context = new_context(**PHONE, reduced_motion="reduce")
    page = context.new_page()
    hand = TableUser(page).sit_down(address, get_table_by_number())
    assert page.evaluate("() => getComputedStyle(document.documentElement).scrollBehavior") == "auto"
    assert page.evaluate("() => document.getAnimations().length") == 0
    page.wait_for_function("() => document.querySelector('#room').sheet")  # the styles that come after the page
    open_more(page)
    for entry in (".end-now", ".other:not(.end-now)"):
        page.locator(f"{entry} > summary").click()
        for part in page.locator(f"{entry} details > summary").all():
            part.click()  # it has the screen to itself
            assert_large_targets(page)
            assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
            part.click()
        page.locator(f"{entry} > summary").click()
    page.locator(".other:not(.end-now) > summary").click()
    page.locator(".other:not(.end-now) details > summary").first.click()
    axe(page)
    close_more(page)
    hand.tap(f"[data-card='card.{CARDS[0]}']")
    assert_large_targets(page)
    axe(page)
    assert_zoomable(page)
    page.reload()
    context.set_offline(True)
    hand.tap_cards()
    hand.type_points(58, 37)
    hand.tap(SEND_BUTTON)
    expect(page.locator("#waiting .state")).to_have_attribute("data-state", "kept")
    page.locator(".discard summary").click()
    assert_large_targets(page)
    axe(page)
    assert_zoomable(page)


def test_a_coup_is_entered_offline_by_keyboard_alone(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors
) -> None:
    """Each card is also reachable by its name."""
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    context = new_context()
    page = context.new_page()
    with page.expect_response("**/score_*.js"):  # by then a coup that waits tells who pays whom
        TableUser(page).sit_down(live.hall_url, get_table_by_number())
    for name in ("as de pique", "as de cœur", "dix de carreau", "dix de trèfle"):
        expect(page.get_by_role("button", name=name)).to_have_count(1)
    context.set_offline(True)
    page.locator(SEND_BUTTON).press("Enter")  # it sleeps: it leads to what is missing
    expect(page.locator("[name='points.1']")).to_be_focused()
    for keys in ("58", "Tab", "37", "Tab", "Tab", "Enter"):
        page.keyboard.press(keys) if keys.isalpha() else page.keyboard.type(keys)
    expect(page.locator("[data-card='card.AP']")).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(page.locator("#who")).to_be_hidden()
    expect(page.locator("[data-card='card.AP']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-say='1+']")).to_be_focused()
    page.keyboard.press("Enter")
    for place, sign in EXAMPLE[1:]:  # a digit answers for the player of that place: won, or lost with Shift
        page.keyboard.press(f"Shift+Digit{place}" if sign == "-" else f"Digit{place}")
    expect(page.locator("#said-count")).to_have_text("8 sur 8")
    expect(page.get_by_role("button", name="as de trèfle Basile gagnée")).to_have_count(1)
    expect(page.get_by_role("button", name="dix de trèfle Chloé perdue")).to_have_count(1)
    expect(page.get_by_role("button", name="as de pique Anne gagnée")).to_have_count(1)
    page.locator("[name='points.2']").press("Enter")
    expect(page.locator(SEND_BUTTON)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#waiting-title")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#waiting .forecast summary")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Corriger")).to_be_focused()
    context.set_offline(False)
    wait_for_coup(page, 1)
