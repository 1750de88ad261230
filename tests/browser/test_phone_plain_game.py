"""A game without a script or a template of its own, on a phone: its form answers what is typed, and asks who deals."""

import pytest
from playwright.sync_api import Page, expect

from tests.book.evening_builders import create_evening
from tests.browser.table_user import SEND_BUTTON, TableUser, assert_fits_width, wait_for_coup
from tests.fixtures.live_server import LiveServer
from tests.games.toy import register_toy
from tournaments.models import Record, Table


def fill_table_of_the_toy() -> None:
    """Fill the database: an evening of the toy, at one table of three."""
    with pytest.MonkeyPatch.context() as registries:
        register_toy(registries)
        create_evening(3, game="toy")


pytestmark = pytest.mark.start_from(fill=fill_table_of_the_toy)


def test_a_form_without_a_script_of_its_own_shows_what_a_coup_will_do_and_asks_for_its_dealer(
    live: LiveServer, phone: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    register_toy(monkeypatch)
    hand = TableUser(phone).sit_down(live.hall_url, Table.objects.get())
    phone.locator("#coup [name='dealer']").select_option("2")
    hand.tap("#coup label:has([name='declarer'][value='3'])")
    hand.tap("#coup [name='points']")
    hand.type("7")
    expect(phone.locator("#preview")).to_contain_text("Chloé marks 7.")
    assert_fits_width(phone)
    hand.tap(SEND_BUTTON)
    wait_for_coup(phone, 1)
    assert Record.objects.get().body == {"type": "coup", "dealer": "2", "declarer": "3", "points": 7}
