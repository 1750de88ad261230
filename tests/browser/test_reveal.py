"""The ranking is revealed at the pace of whoever presses the key, from the last rank to the podium."""

import pytest
from playwright.sync_api import Page, expect

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.fixtures.live_server import LiveServer
from tests.fixtures.screen_layout import FIND_OVERFLOW
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.models import Tournament


def fill() -> None:
    """Fill the database: a closed evening of two tables, whose players share ranks."""
    tournament = create_evening(3, 3, tours=1)
    for n in (1, 2):
        record_events(get_table(tournament, n), build_coup())
    close_tournament(tournament)


pytestmark = pytest.mark.start_from(fill=fill)


def test_each_press_shows_one_rank_more_and_the_last_one_the_podium_alone(live: LiveServer, page: Page, axe) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{live.url}/{Tournament.objects.get().code}/reveal")
    shown = page.locator("[data-step]:visible")
    expect(shown).to_have_count(0)
    for count, names in enumerate((("Chloé", "Flore"), ("Basile", "Édith"), ("Anne", "Denis")), 1):
        page.keyboard.press("PageDown")
        expect(shown).to_have_count(count)
        for name in names:
            expect(page.locator(".newest")).to_contain_text(name)
    assert page.evaluate(FIND_OVERFLOW) == [False, False, []]
    axe(page)
    page.keyboard.press(" ")
    expect(shown).to_have_count(1)
    expect(page.locator(".podium")).to_be_visible()
    axe(page)
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_count(3)
