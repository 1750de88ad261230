"""A page that a spectator leaves open wakes his phone for its polls alone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.book.evening_builders import create_table
from tests.browser.table_user import get_table_by_number
from tests.fixtures.live_server import LiveServer
from tournaments.book.table_keys import table_key

COUNT_WAKE_UPS = """
    window.wakeUps = 0;
    for (const name of ["setTimeout", "setInterval", "requestAnimationFrame"]) {
        const begin = window[name];
        window[name] = (act, ...how) => begin((...told) => { window.wakeUps += 1; act(...told); }, ...how);
    }
"""
POLLS = 10


def fill_one_table() -> None:
    """Fill the database: one table, nothing played."""
    create_table()


pytestmark = pytest.mark.start_from(fill=fill_one_table)


def count_wake_ups(page: Page, every_ms: int) -> int:
    """Let POLLS polls pass on an open page, each answered before the next. Return how often it woke its phone."""
    page.clock.run_for(60_000)  # what comes once, after the page
    before: int = page.evaluate("() => window.wakeUps")
    for _ in range(POLLS):
        with page.expect_response(lambda answer: answer.request.resource_type in ("fetch", "xhr")):
            page.clock.run_for(every_ms)
    return int(page.evaluate("() => window.wakeUps")) - before


def test_an_idle_board_wakes_its_phone_to_poll_alone(live: LiveServer, phone: Page) -> None:
    phone.clock.install()
    phone.add_init_script(COUNT_WAKE_UPS)
    phone.goto(f"{live.hall_url}/{get_table_by_number().round.tournament.code}")
    expect(phone.locator("#board")).to_be_visible()
    assert re.search(r"every 10s", phone.locator("#board").get_attribute("hx-trigger") or "")
    assert count_wake_ups(phone, 10_000) <= 3 * POLLS, "htmx settles what it swapped in a moment of its own"


def test_an_idle_table_wakes_its_phone_to_poll_alone(live: LiveServer, phone: Page) -> None:
    phone.clock.install()
    phone.add_init_script(COUNT_WAKE_UPS)
    phone.goto(f"{live.hall_url}/t#{table_key(get_table_by_number())}")
    phone.locator("[data-seat='0']").click()
    expect(phone.locator("#sheet .places")).to_be_visible()
    assert count_wake_ups(phone, 20_000) <= 2 * POLLS
