"""A club's own game on a small phone: a deal of belote, and figures below nought."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.book.evening_builders import create_evening
from tests.browser.conftest import PHONE
from tests.browser.table_user import SEND_BUTTON, TableUser, assert_fits_width, assert_large_targets, wait_for_coup
from tests.fixtures.live_server import LiveServer
from tournaments.models import Record, Table

SMALL = PHONE | {"viewport": {"width": 320, "height": 640}}


def fill_two_games() -> None:
    """Fill the database: a belote of four and a tarot of three."""
    create_evening(4, game="marque", preset="belote")
    create_evening(3, game="marque", preset="tarot")


pytestmark = pytest.mark.start_from(fill=fill_two_games)


def get_table(preset: str) -> Table:
    return Table.objects.get(round__tournament__preset=preset)


def test_a_deal_of_belote_is_three_taps_and_one_number_on_one_small_screen(
    live: LiveServer, new_context: Callable[..., BrowserContext], axe: Callable[[Page], None]
) -> None:
    phone = new_context(**SMALL).new_page()
    hand = TableUser(phone).sit_down(live.hall_url, get_table("belote"))
    phone.locator("#coup [name='points.1']").tap()
    for digit in "112":
        phone.locator(f".pad [data-key='{digit}']").tap()
    expect(phone.locator("#coup [name='points.2']")).to_have_value("50")
    expect(phone.locator(".pad")).to_be_hidden()
    phone.locator("#coup label:has([name='marks.1.belote'])").tap()
    expect(phone.locator("#preview")).to_contain_text("Anne et Chloé 132")
    for part in ("#preview", SEND_BUTTON, "#coup [name='points.1']"):
        expect(phone.locator(part)).to_be_in_viewport(ratio=1)
    axe(phone)
    assert_fits_width(phone)
    assert_large_targets(phone)
    phone.locator("#coup label:has([name='marks.2.belote'])").tap()
    expect(phone.locator("#wrong-marks .error")).to_be_visible()
    phone.locator("#coup label:has([name='marks.2.belote'])").tap()
    expect(phone.locator("#preview")).to_contain_text("132")
    hand.tap(SEND_BUTTON)
    wait_for_coup(phone, 1)
    assert Record.objects.get().body == {
        "type": "coup",
        "dealer": "1",
        "points": {"1": 112, "2": 50},
        "marks": [{"mark": "belote", "player": "1"}],
    }


def test_points_below_nought_are_typed_with_the_page_s_own_digits(live: LiveServer, phone: Page) -> None:
    hand = TableUser(phone).sit_down(live.hall_url, get_table("tarot"))
    phone.locator("#coup [name='points.1']").tap()
    for key in "-60":
        phone.locator(f".pad [data-key='{key}']").tap()
    expect(phone.locator("#coup [name='points.1']")).to_have_value("-60")
    phone.locator(".pad [data-key='next']").tap()
    phone.locator(".pad [data-key='3']").tap()
    phone.locator(".pad [data-key='0']").tap()
    expect(phone.locator("#coup [name='points.3']")).to_have_value("30")
    phone.locator(".pad [data-key='next']").tap()
    expect(phone.locator("#preview")).to_contain_text("Anne")
    hand.tap(SEND_BUTTON)
    wait_for_coup(phone, 1)
    assert Record.objects.get().body["points"] == {"1": -60, "2": 30, "3": 30}
