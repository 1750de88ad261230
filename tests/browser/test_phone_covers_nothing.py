"""A table's page on the narrowest phone, with letters at twice their size, and held across: nothing lies over anything
that is read, and no word is broken. A sample of what `benchmarks/phone_layout.py` walks in whole: the fullest forms,
in the language whose words are longest there."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import PHONE, PageErrors
from tests.browser.phone_states import create_named_table, walk_coup, walk_offline
from tests.browser.table_user import TableUser
from tests.fixtures.live_server import LiveServer
from tests.fixtures.screen_layout import SCREENS, sweep
from tournaments.models import Table

SAMPLE = {name: SCREENS[name] for name in ("320x640", "landscape")}
STATES = {"blank", "card 5", "said", "ready", "marked", "taken back", "waits", "ready, one waits"}


def fill_fullest_tables() -> None:
    """Fill the database: five at Brusquembille, two camps of three at Briscola."""
    create_named_table("brusquembille", 5)
    create_named_table("briscola", 6)


pytestmark = pytest.mark.start_from(fill=fill_fullest_tables)


@pytest.mark.parametrize(("game", "language"), [("brusquembille", "it"), ("briscola", "fr")])
def test_nothing_is_covered_and_no_word_is_broken(
    live: LiveServer, new_context: Callable[..., BrowserContext], page_errors: PageErrors, game: str, language: str
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    narrow = {"width": 320, "height": 640}
    options = PHONE | {"viewport": narrow, "extra_http_headers": {"Accept-Language": language}}
    page = new_context(**options).new_page()
    hand = TableUser(page).sit_down(live.hall_url, Table.objects.get(round__tournament__game=game))
    faults = []
    for walk in (walk_coup, walk_offline):
        for state in walk(hand):
            if state in STATES:
                faults += [f"{state}: {fault}" for fault in sweep(page, SAMPLE)]
    assert faults == []


def test_six_at_briscola_are_two_camps(live: LiveServer, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(**PHONE).new_page()
    TableUser(page).sit_down(live.hall_url, Table.objects.get(round__tournament__game="briscola"))
    expect(page.locator(".camps > .place")).to_have_count(2)
    expect(page.locator(".camps > .place .name")).to_have_count(6)
