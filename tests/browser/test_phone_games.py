"""The forms of the other games on a phone of 360 px, over plain http: each filled in by one user, the taps counted."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.book.evening_builders import create_evening
from tests.browser.conftest import PHONE, PageErrors
from tests.browser.table_user import SEND_BUTTON, TableUser, assert_fits_width, wait_for_coup
from tests.fixtures.live_server import LiveServer
from tournaments.book.loading import load_sheet
from tournaments.models import Record, Table

Axe = Callable[[Page], None]


def fill_table_of_each_game() -> None:
    """Fill the database: an evening of each game."""
    create_evening(2, game="briscan")
    create_evening(4, game="briscola", match="target")
    create_evening(5, game="chiamata")


pytestmark = pytest.mark.start_from(fill=fill_table_of_each_game)


def get_table_of_game(game: str) -> Table:
    return Table.objects.get(round__tournament__game=game)


def test_a_briscola_coup_takes_one_number_and_a_tap(live: LiveServer, phone: Page, axe: Axe) -> None:
    hand = TableUser(phone).sit_down(live.hall_url, get_table_of_game("briscola"))
    hand.tap("#coup [name='points.1']")
    hand.type("61")
    expect(phone.locator("#coup [name='points.2']")).to_have_value("59")
    expect(phone.locator("#preview")).to_contain_text("Anne et Chloé gagnent le coup")
    axe(phone)
    assert_fits_width(phone)
    hand.tap(SEND_BUTTON)
    wait_for_coup(phone, 1)
    assert hand.taps == 1 + len("61") + 1
    phone.locator("#coup [name='points.1']").fill("61")
    expect(phone.locator("#coup .points .auto")).to_have_count(1)
    hand.tap("[data-tie]")
    expect(phone.locator("#coup .points .auto")).to_have_count(0)  # what had filled itself is said now
    hand.tap(SEND_BUTTON)
    wait_for_coup(phone, 2)
    assert [record.body["points"] for record in Record.objects.all()] == [{"1": 61, "2": 59}, {"1": 60, "2": 60}]


def test_the_digits_of_another_script_are_read_as_the_number_that_they_write(live: LiveServer, phone: Page) -> None:
    hand = TableUser(phone).sit_down(live.hall_url, get_table_of_game("briscola"))
    phone.locator("#coup [name='points.1']").fill("٦١")
    expect(phone.locator("#coup [name='points.1']")).to_have_value("61")
    expect(phone.locator("#coup [name='points.2']")).to_have_value("59")
    hand.tap(SEND_BUTTON)
    wait_for_coup(phone, 1)


def test_a_chiamata_coup_takes_five_taps_and_two_numbers(live: LiveServer, phone: Page, axe: Axe) -> None:
    hand = TableUser(phone).sit_down(live.hall_url, get_table_of_game("chiamata"))
    hand.tap("#coup label:has([name='caller'][value='4'])")
    phone.keyboard.type("58")  # the field of the bid has the focus
    expect(phone.locator("#wrong-bid")).to_contain_text("de 61 à 120")
    phone.locator("#coup [name='bid']").fill("75")
    hand.tap("#coup label:has([name='rank'][value='R'])")
    hand.tap("#coup label:has([name='suit'][value='♥'])")
    expect(phone.locator("#coup label:has([name='partner'][value='4'])")).to_be_hidden()
    expect(phone.locator("#coup [data-alone]")).to_contain_text("Denis")
    phone.reload()  # nothing of it is lost
    expect(phone.get_by_role("radio", name="roi", exact=True)).to_be_checked()
    expect(phone.locator("#coup [name='called']")).to_have_value("R♥")
    expect(phone.locator("#coup [name='bid']")).to_have_value("75")
    hand.tap("#coup label:has([name='partner'][value='5'])")
    phone.keyboard.type("78")  # the field of the points has the focus
    expect(phone.locator("#preview")).to_contain_text("l’enchère est réussie")
    axe(phone)
    assert_fits_width(phone)
    hand.tap(SEND_BUTTON)
    wait_for_coup(phone, 1)
    assert hand.taps == 5
    assert Record.objects.get().body["points"] == 78


def test_a_coup_that_waits_on_the_phone_is_told_in_sentences(
    live: LiveServer, new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    said = {}
    for game in ("briscola", "chiamata", "briscan"):
        context = new_context(**PHONE)
        hand = TableUser(context.new_page()).sit_down(live.hall_url, get_table_of_game(game))
        context.set_offline(True)
        ENTERED[game](hand)
        hand.tap(SEND_BUTTON)
        expect(hand.page.locator("#waiting .item")).to_have_count(1)
        said[game] = hand.page.locator("#waiting .said").inner_text()
        context.close()
    assert said == {
        "briscola": "Points\u202f: Anne et Chloé 61, Basile et Denis 59.",
        "chiamata": "Denis prend à 75, roi de cœur chez Édith\u202f: 78 points.",
        "briscan": "Levées\u202f: Anne 9, Basile 7. Points\u202f: Anne 71, Basile 49. "
        "Dernière levée\u202f: Anne. Cinq dernières levées\u202f: aucun des deux.",
    }


def enter_briscola(hand: TableUser) -> None:
    hand.page.locator("#coup [name='points.1']").fill("61")


def enter_chiamata(hand: TableUser) -> None:
    for name, value in (("caller", "4"), ("rank", "R"), ("suit", "♥"), ("partner", "5")):
        hand.tap(f"#coup label:has([name='{name}'][value='{value}'])")
    hand.page.locator("#coup [name='bid']").fill("75")
    hand.page.locator("#coup [name='points']").fill("78")


def enter_briscan(hand: TableUser) -> None:
    hand.tap("[data-pick]")
    hand.tap("[data-card='9♥']")
    hand.tap(".end-of-coup > summary")
    hand.page.locator("[name='tricks_won.1']").fill("9")
    hand.page.locator("[name='card_points.2']").fill("49")
    hand.tap("#coup label:has([name='last'][value='1'])")
    hand.tap("#coup label:has([name='last_five'][value='0'])")


ENTERED = {"briscola": enter_briscola, "chiamata": enter_chiamata, "briscan": enter_briscan}


def test_briscan_coups_are_entered_from_the_retourne_to_a_mark_that_wins(
    live: LiveServer, phone: Page, axe: Axe
) -> None:
    hand = TableUser(phone).sit_down(live.hall_url, get_table_of_game("briscan"))
    expect(phone.locator(".end-of-coup")).to_be_hidden()  # the turn-up comes first
    hand.tap("[data-pick]")
    expect(phone.get_by_role("button", name="neuf de cœur", exact=True)).to_have_attribute("data-card", "9♥")
    hand.tap("[data-card='9♥']")
    hand.tap("[data-announce='1']")
    hand.tap("[data-kind='sequence']")
    hand.tap("[data-card='D♠']")
    hand.tap("[data-card='10♠']")
    expect(phone.locator("[data-add]")).to_contain_text("tierce à la dame, en pique")
    hand.tap("[data-add]")
    phone.reload()  # nothing of it is lost
    expect(phone.locator(".running")).to_contain_text("Anne 20")
    hand.tap("[data-announce='2']")
    hand.tap("[data-kind='sequence']")
    greyed = phone.locator("[data-card='V♠']")
    expect(greyed).to_have_attribute("aria-disabled", "true")
    expect(greyed).to_contain_text("en séquence")
    greyed.click(force=True)
    expect(phone.locator("#pack-why")).not_to_be_empty()
    axe(phone)
    assert_fits_width(phone)
    phone.keyboard.press("Escape")
    expect(phone.locator("#pack")).to_be_hidden()
    expect(phone.locator("[data-announce='2']")).to_be_focused()
    hand.tap("[data-announce='2']")
    hand.tap("[data-kind='mariage']")
    expect(phone.locator("[data-card='R♥']")).to_be_focused()  # keyboard users go on from here
    hand.tap("#pack [data-close]")
    expect(phone.locator("[data-announce='2']")).to_have_attribute("aria-expanded", "false")
    hand.tap(".end-of-coup > summary")
    phone.locator("[name='tricks_won.1']").fill("3")
    phone.locator("[name='card_points.2']").fill("49")
    hand.tap("#coup label:has([name='last_five'][value='1'])")
    hand.tap("[data-put='last_five'][value='0']")  # nobody: three tricks are not five
    expect(phone.locator("[name='last_five'][value='0']")).to_be_checked()
    phone.locator("[name='tricks_won.1']").fill("9")
    hand.tap("#coup label:has([name='last_five'][value='1'])")
    expect(phone.locator("[name='last'][value='1']")).to_be_checked()
    expect(phone.locator("#preview")).to_contain_text("Anne +131")
    hand.tap(SEND_BUTTON)
    wait_for_coup(phone, 1)
    enter_winning_mark(hand, axe)


def enter_winning_mark(hand: TableUser, axe: Axe) -> None:
    """Worked example 9: a trump quinte majeure alone is worth the target."""
    phone = hand.page
    hand.tap("[data-pick]")
    hand.tap("[data-card='9♥']")
    hand.tap("[data-announce='2']")
    hand.tap("[data-kind='sequence']")
    hand.tap("[data-card='A♥']")
    hand.tap("[data-card='10♥']")
    hand.tap("[data-add]")
    expect(phone.locator("#preview")).to_contain_text("600")
    expect(phone.locator(".end-of-coup")).to_be_hidden()
    phone.reload()
    expect(phone.locator("[data-line]")).to_have_count(1)
    expect(phone.locator(".end-of-coup")).to_be_hidden()
    hand.tap(SEND_BUTTON)
    expect(phone.locator("#result")).to_be_visible()
    axe(phone)
    assert read_winners() == ["Basile"]


def read_winners() -> list[str]:
    """Return the winners at the briscan table."""
    state = load_sheet(get_table_of_game("briscan").pk).state
    return list(state.winners) if state else []
