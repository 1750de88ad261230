"""A player scans the fixed address once: his phone finds his page again, and rings there when a round is published."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.book.round_builders import create_tournament, draw_and_publish
from tests.fixtures.live_server import LiveServer
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.models import Tournament

HEARD = """() => {
    window.buzzed = [];
    Object.defineProperty(navigator, "vibrate", { value: (how) => window.buzzed.push(how) });
}"""


def fill() -> None:
    """Fill the database: an open evening of six in its first round."""
    tournament = create_tournament(6, "random")
    draw_and_publish(tournament, 1, (3, 3))
    open_tournament(tournament)


pytestmark = pytest.mark.start_from(fill=fill)


def test_a_phone_that_scanned_once_comes_back_to_its_page_and_rings_as_a_round_is_published(
    live: LiveServer, phone: Page, axe
) -> None:
    tournament = Tournament.objects.get()
    phone.add_init_script(f"({HEARD})()")
    phone.clock.install()
    phone.goto(f"{live.hall_url}/tonight")
    name = phone.locator("#seats tbody tr a").first
    shown = name.inner_text()
    name.click()
    phone.get_by_role("button", name="C’est moi").click()
    phone.goto(f"{live.hall_url}/tonight")
    expect(phone.get_by_role("heading", level=1)).to_have_text(shown)
    axe(phone)
    phone.locator("h1").click()
    draw_and_publish(tournament, 2, (3, 3))
    with phone.expect_response(lambda answer: "/player/" in answer.url):
        phone.clock.run_for(16_000)
    expect(phone.locator("body")).to_have_attribute("data-rang", re.compile(r"^2\.[12][A-C]$"))
    assert len(phone.evaluate("window.buzzed")) == 1
    assert phone.title().startswith("Table ")
    with phone.expect_response(lambda answer: "/player/" in answer.url):
        phone.clock.run_for(16_000)
    assert len(phone.evaluate("window.buzzed")) == 1
