"""What a phone does for whoever plays: who deals, the stake, each one's line, a signal, the result read aloud."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.book.evening_builders import build_coup, create_table, record_events
from tests.browser.conftest import PHONE
from tests.browser.table_user import TableUser, assert_fits_width, get_table_by_number, open_more, wait_for_coup
from tests.fixtures.live_server import LiveServer

NOTES_SIGNALS = """
    window.buzzes = [];
    Object.defineProperty(navigator, "vibrate", { value: (how) => window.buzzes.push(how) });
    window.spoken = [];
    Object.defineProperty(window, "speechSynthesis", { value: Object.assign(new EventTarget(), {
        getVoices: () => [{ lang: "fr-FR" }], cancel() {}, speak: (words) => window.spoken.push(words.text) }) });
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""


def fill_table() -> None:
    """Fill the database: a table of three with four coups to play, two of them played."""
    record_events(create_table(coups=4), build_coup(), build_coup())


pytestmark = pytest.mark.start_from(fill=fill_table)


def take_picture(page: Page, name: str) -> None:
    if folder := os.environ.get("CORBILLON_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.fixture
def player(new_context: Callable[..., BrowserContext], live: LiveServer) -> TableUser:
    """One user at the table, whose phone vibrates and has a voice."""
    context = new_context(**PHONE, reduced_motion="no-preference")
    context.add_init_script(NOTES_SIGNALS)
    user = TableUser(context.new_page()).sit_down(live.hall_url, get_table_by_number())
    user.page.locator("#sheet:not([data-extras])").wait_for(state="attached")
    return user


def test_the_phone_of_who_deals_says_so_beside_the_stake(player: TableUser, axe: Callable[[Page], None]) -> None:
    page = player.page
    player.send_coup()
    wait_for_coup(page, 3)
    expect(page.locator(".your-deal")).to_be_visible()
    expect(page.locator("[data-toast] .your-deal + .small")).to_contain_text("1 fiche")
    assert_fits_width(page)
    take_picture(page, "your-deal")
    axe(page)
    page.set_viewport_size({"width": 320, "height": 640})
    assert_fits_width(page)
    take_picture(page, "your-deal-320")
    open_more(page)
    expect(page.locator(".curves li")).to_have_count(3)
    take_picture(page, "curves")


def test_a_coup_marked_is_felt_unless_the_switch_is_off(player: TableUser) -> None:
    page = player.page
    player.send_coup()
    wait_for_coup(page, 3)
    assert page.evaluate("() => window.buzzes") == [[40]]
    open_more(page)
    page.locator("[data-signals]").uncheck()
    open_more(page)
    player.send_coup()
    expect(page.locator("#result")).to_be_visible()
    assert page.evaluate("() => window.buzzes") == [[40]]
    page.locator("[data-read-aloud]").click()
    assert page.evaluate("() => window.spoken.length === 1 && window.spoken[0].includes('Anne')")
    assert_fits_width(page)
    take_picture(page, "result-aloud")
