"""A message set at the desk comes to the hall's screen, the board and a phone by themselves, and goes with its end."""

import pytest
from playwright.sync_api import Page, expect

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.fixtures.live_server import LiveServer
from tests.fixtures.patience import POLL_MS
from tests.fixtures.screen_layout import FIND_OVERFLOW
from tournaments.actions.evenings.hall_message import clear_message, show_message
from tournaments.models import Tournament


def fill() -> None:
    """Fill the database: two tables, of which one has played."""
    record_events(get_table(create_evening(3, 3, tours=2)), build_coup())


pytestmark = pytest.mark.start_from(fill=fill)
SHOWN = "[data-hall-message]"


def pass_time(*pages: Page) -> None:
    """Let each page ask the server again, as it does by itself."""
    for page in pages:
        page.clock.run_for(POLL_MS)


def test_a_message_comes_and_goes_by_itself_and_pushes_nothing_off_the_screen(
    live: LiveServer, page: Page, phone: Page, axe
) -> None:
    tournament = Tournament.objects.get()
    page.set_viewport_size({"width": 1280, "height": 720})
    for each in (page, phone):
        each.clock.install()
    page.goto(f"{live.url}/{tournament.code}/screen")
    phone.goto(f"{live.hall_url}/{tournament.code}/player/{tournament.entries.earliest('pk').pk}")
    expect(page.locator(SHOWN)).to_have_count(0)
    show_message(tournament, "Entracte, 20 minutes", 20)
    pass_time(page, phone)
    expect(page.locator(SHOWN)).to_contain_text("Entracte, 20 minutes")
    expect(phone.locator(SHOWN)).to_contain_text("Entracte, 20 minutes")
    assert page.evaluate(FIND_OVERFLOW) == [False, False, []]
    axe(page)
    axe(phone)
    clear_message(tournament)
    pass_time(page, phone)
    expect(page.locator(SHOWN)).to_have_count(0)
    expect(phone.locator(SHOWN)).to_have_count(0)
