"""The page's own digits, which stand where a phone's keyboard would cover the form; and letters that grow into the
room of a larger screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.book.evening_builders import create_evening
from tests.browser.conftest import PHONE
from tests.browser.phone_states import create_named_table, play_to_end
from tests.browser.table_user import TableUser, assert_large_targets
from tests.fixtures.live_server import LiveServer
from tournaments.book.table_keys import table_key
from tournaments.models import Table

NewContext = Callable[..., BrowserContext]
SIZE_OF = "(one) => parseFloat(getComputedStyle(one).fontSize)"


def fill_two_games() -> None:
    """Fill the database: three at Brusquembille, five at Briscola chiamata; two whose partie is over."""
    create_evening(3)
    create_evening(5, game="chiamata")
    play_to_end(create_named_table("brusquembille", 2))


pytestmark = pytest.mark.start_from(fill=fill_two_games)


def get_table_of_game(game: str) -> Table:
    return Table.objects.filter(round__tournament__game=game).earliest("pk")


def tap_digits(page: Page, digits: str) -> None:
    for digit in digits:
        page.locator(f".pad [data-key='{digit}']").tap()


def test_digits_are_tapped_in_a_chain_and_leave_the_form_in_sight(
    live: LiveServer, phone: Page, axe: Callable[[Page], None]
) -> None:
    """Brusquembille: two numbers, then the first card is asked for, without a tap in between."""
    TableUser(phone).sit_down(live.hall_url, get_table_of_game("brusquembille"))
    expect(phone.locator(".pad")).to_have_count(0)
    phone.locator("[name='points.1']").tap()
    expect(phone.locator("[name='points.1']")).to_have_attribute("inputmode", "none")  # no keyboard opens
    expect(phone.locator(".deck")).to_be_in_viewport(ratio=1)
    axe(phone)
    assert_large_targets(phone)
    tap_digits(phone, "59")
    expect(phone.locator("[name='points.2']")).to_be_focused()
    tap_digits(phone, "7")
    phone.locator(".pad [data-key='back']").tap()
    expect(phone.locator("[name='points.2']")).to_have_value("")
    phone.locator(".pad [data-key='next']").tap()  # nothing is typed: it stays
    expect(phone.locator("[name='points.2']")).to_be_focused()
    tap_digits(phone, "37")
    expect(phone.locator("[name='points.3']")).to_have_value("24")
    expect(phone.locator("#who-title")).to_be_visible()
    expect(phone.locator(".pad")).to_be_hidden()


def test_a_number_that_may_go_on_waits_for_its_next(live: LiveServer, phone: Page) -> None:
    TableUser(phone).sit_down(live.hall_url, get_table_of_game("brusquembille"))
    phone.locator("[name='points.1']").tap()
    tap_digits(phone, "11")
    expect(phone.locator("[name='points.1']")).to_be_focused()
    tap_digits(phone, "0")
    expect(phone.locator("[name='points.1']")).to_have_value("110")
    expect(phone.locator("[name='points.2']")).to_be_focused()
    tap_digits(phone, "5")
    phone.locator(".pad [data-key='next']").tap()
    expect(phone.locator("[name='points.3']")).to_have_value("5")


def test_keys_of_a_keyboard_work_beside_the_digits(live: LiveServer, phone: Page) -> None:
    TableUser(phone).sit_down(live.hall_url, get_table_of_game("chiamata"))
    phone.locator("#coup label:has([name='caller'][value='4'])").tap()
    expect(phone.locator("[name='bid']")).to_be_focused()
    phone.keyboard.type("75")
    expect(phone.locator("[name='bid']")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.locator("[name='rank']").first).to_be_focused()
    expect(phone.locator(".pad")).to_be_hidden()


def test_a_mouse_gets_no_digits(live: LiveServer, page: Page) -> None:
    TableUser(page).sit_down(live.hall_url, get_table_of_game("brusquembille"))
    page.locator("[name='points.1']").click()
    expect(page.locator("[name='points.1']")).to_have_attribute("inputmode", "numeric")
    expect(page.locator(".pad")).to_have_count(0)


def test_letters_grow_into_a_larger_screen(live: LiveServer, new_context: NewContext) -> None:
    page = new_context(**PHONE | {"viewport": {"width": 412, "height": 915}}).new_page()
    TableUser(page).sit_down(live.hall_url, get_table_of_game("brusquembille"))
    sizes = {part: page.locator(f".place {part}").first.evaluate(SIZE_OF) for part in (".name", ".total", ".held")}
    assert sizes[".name"] >= 20, sizes
    assert sizes[".total"] >= 30, sizes
    assert sizes[".held"] >= 15, sizes


def test_digits_can_be_tapped_on_a_phone_held_across(live: LiveServer, new_context: NewContext) -> None:
    page = new_context(**PHONE | {"viewport": {"width": 640, "height": 320}}).new_page()
    TableUser(page).sit_down(live.hall_url, get_table_of_game("brusquembille"))
    page.locator("[name='points.1']").tap()
    expect(page.locator("[name='points.1']")).to_be_in_viewport(ratio=1)
    tap_digits(page, "59")
    expect(page.locator("[name='points.1']")).to_have_value("59")


def test_the_count_is_tapped_in_a_chain_and_asks_for_its_fiches(live: LiveServer, phone: Page) -> None:
    """From the fiches to the jetons, and from there to the button; jetons alone are no count."""
    phone.goto(f"{live.hall_url}/t#{table_key(Table.objects.latest('pk'))}")
    phone.locator("[data-seat='1']").click()
    expect(phone.locator("#sheet:not([data-extras])")).to_be_attached()
    phone.locator(".counting > summary").click()
    fiches, jetons = phone.locator("#count .tokens input").all()
    jetons.tap()
    tap_digits(phone, "7")
    expect(phone.locator("#count .sum")).to_be_empty()
    expect(phone.locator("#count button [data-when=more]")).to_be_visible()
    fiches.tap()
    tap_digits(phone, "3")  # nobody can have thirty
    expect(jetons).to_be_focused()
    phone.locator(".pad [data-key='next']").tap()
    expect(phone.locator("#count button.big")).to_be_focused()
    expect(phone.locator("#count .sum")).to_have_text("3 × 20 + 7 = 67")
