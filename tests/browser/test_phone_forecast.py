"""Without a network the phone tells what coups give, one after the other: to confirm, in the waiting line alone."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.book.evening_builders import create_table
from tests.browser.conftest import PHONE, PageErrors
from tests.browser.phone_states import enter_announced, enter_auction
from tests.browser.table_user import SEND_BUTTON, TableUser, assert_fits_width
from tests.fixtures.live_server import LiveServer
from tournaments.models import Record, Table

NewContext = Callable[..., BrowserContext]


def fill_tables() -> None:
    """Fill the database: a table of three with two coups to play, one of four that plays Briscola in one coup, a
    belote, a Brisque and a chiamata."""
    create_table(coups=2)
    create_table(4, game="briscola", match="single")
    create_table(4, game="marque", preset="belote")
    create_table(2, game="brisque")
    create_table(5, game="chiamata")


pytestmark = pytest.mark.start_from(fill=fill_tables)


def take_picture(page: Page, name: str) -> None:
    folder = os.environ.get("CORBILLON_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def sit_down_and_lose_network(context: BrowserContext, live: LiveServer, game: str) -> TableUser:
    """Sit down at the table of this game, wait for its scorer, and take the network away."""
    page = context.new_page()
    user = TableUser(page)
    with page.expect_response("**/score_*.js"):
        user.sit_down(live.hall_url, Table.objects.get(round__tournament__game=game))
    context.set_offline(True)
    return user


def test_a_phone_without_network_tells_each_coup_what_each_holds_and_that_the_partie_is_over(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    context = new_context(**PHONE)
    user = sit_down_and_lose_network(context, live, "brusquembille")
    page = user.page
    user.tap_cards()
    user.type_points(58, 37)
    expect(page.locator("#preview")).to_contain_text("Anne +42 → 102 Basile −15 → 45 Chloé −27 → 33")
    assert page.locator("#hand-overs li").all_text_contents()[3:] == [
        "Anne donne 1 à Basile",
        "Chloé donne 3 à Anne",
        "Chloé donne 4 à Basile",
        "Anne prend 60 au corbillon",
    ]
    take_picture(page, "forecast-typed")
    user.tap(SEND_BUTTON)
    expect(page.locator("#waiting .forecast")).to_contain_text("À confirmer")
    expect(page.locator(".places .total")).to_have_text(["102", "45", "33"])
    expect(page.locator(".places .role")).to_have_text(["", "donne", ""])
    expect(page.locator(".places .held")).to_have_text(["à confirmer"] * 3)
    page.locator("[name='points.1']").fill("1")
    expect(page.locator("#preview")).to_contain_text("Anne 102, Basile 45, Chloé 33")
    take_picture(page, "forecast-waiting")
    user.tap_cards()
    expect(page.locator("#preview .error")).to_be_visible()
    expect(page.locator("#preview [data-said=later]")).to_have_count(0)  # they are counted above
    user.type_points(32, 21)
    expect(page.locator("#preview [data-said=unsure]")).to_be_visible()  # the cards leave no room for Chloé's 67
    user.type_points(58, 37)
    expect(page.locator("#preview")).to_contain_text("Anne +42 → 144")
    expect(page.locator("#preview .forecast .moves + p")).to_contain_text("Anne")
    user.tap(SEND_BUTTON)
    expect(page.locator("#waiting .forecast").nth(1).locator(".moves + p")).to_contain_text("Anne")
    assert_fits_width(page)
    take_picture(page, "forecast-over")
    assert not Record.objects.exists()
    context.set_offline(False)
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#waiting")).to_be_hidden()


def test_the_server_s_figures_take_the_place_of_the_phone_s(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors, axe: Callable[[Page], None]
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    context = new_context(**PHONE)
    user = sit_down_and_lose_network(context, live, "briscola")
    page = user.page
    page.locator("[name='points.1']").fill("60")
    expect(page.locator("#preview")).to_contain_text("Anne et Chloé 0 → 0")
    expect(page.locator("#preview .forecast .moves + p")).to_be_visible()
    page.locator("[name='points.2']").fill("")
    page.locator("[name='points.1']").fill("61")
    expect(page.locator("#preview .forecast .moves + p")).to_contain_text("Anne et Chloé")
    axe(page)
    context.set_offline(False)
    page.locator("[name='points.2']").fill("")
    page.locator("[name='points.1']").fill("62")
    expect(page.locator("#preview .forecast")).to_have_count(0)
    expect(page.locator("#preview")).to_contain_text("Anne et Chloé gagnent le coup")


@pytest.mark.long
def test_a_belote_that_waits_names_its_marks_and_each_side_once(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    user = sit_down_and_lose_network(new_context(**PHONE), live, "marque")
    user.tap("#coup [name='points.1']")
    user.type("112")
    user.tap("#coup label:has([name='marks.1.belote'])")
    expect(user.page.locator("#preview")).to_contain_text("Anne et Chloé +132 → 132 Basile et Denis +50 → 50")
    user.tap(SEND_BUTTON)
    expect(user.page.locator("#waiting .said")).to_contain_text("Primes\u202f: Belote, Anne et Chloé.")


def test_a_waiting_coup_that_is_corrected_fills_its_sum_again_and_is_nobody_else_s(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    context = new_context(**PHONE)
    user = sit_down_and_lose_network(context, live, "marque")
    page = user.page
    user.tap("#coup [name='points.1']")
    user.type("112")
    user.tap(SEND_BUTTON)
    user.tap("#waiting [data-decide=correct]")
    context.set_offline(False)
    expect(page.locator("#trouble")).to_be_hidden()
    page.locator("#coup [name='points.1']").fill("102")
    expect(page.locator("#coup [name='points.2']")).to_have_value("60")
    expect(page.locator("#preview:not([data-old], [data-unsaid])")).to_contain_text("102")
    user.tap(SEND_BUTTON)
    expect(page.locator("[data-toast]")).to_be_visible()
    assert [record.body["points"]["1"] for record in Record.objects.all()] == [102]


@pytest.mark.long
def test_a_chiamata_that_waits_is_counted_where_its_seats_are_named(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    context = new_context(**PHONE)
    user = sit_down_and_lose_network(context, live, "chiamata")
    page = user.page
    list(enter_auction(page, told=False))
    drawn = page.locator(".auction .num").all_text_contents()
    user.tap(SEND_BUTTON)
    expect(page.locator(".auction.projected legend .small")).to_have_text("à confirmer")
    assert page.locator(".auction .num").all_text_contents() != drawn
    expect(page.locator(".auction .role:visible", has_text="donne")).to_have_count(1)
    take_picture(page, "forecast-chiamata")
    user.tap(".auction .pk:has([value='4'])")
    context.set_offline(False)
    expect(page.locator("#waiting .state")).to_have_attribute("data-state", "recorded")
    expect(page.locator(".auction [value='4']")).to_be_checked()


def test_an_auction_that_the_sheet_has_is_typed_over_and_is_none_of_the_next_coup(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    context = new_context(**PHONE)
    page = context.new_page()
    TableUser(page).sit_down(live.hall_url, Table.objects.get(round__tournament__game="chiamata"))
    list(enter_auction(page))
    page.reload()
    expect(page.locator("#coup[data-sent] [name=bid]")).to_have_value("75")
    page.route("**/t/preview", lambda _: None)
    page.locator("#coup [name=bid]").fill("66")
    page.reload()
    expect(page.locator("#coup[data-sent] [name=bid]")).to_have_value("66")
    context.set_offline(True)
    page.locator(SEND_BUTTON).click()
    expect(page.locator("#waiting .said")).to_contain_text("66")
    expect(page.locator("#coup [name=bid]")).to_have_value("")
    expect(page.locator("#coup [name=called]")).to_have_value("")
    expect(page.locator("#coup input:checked")).to_have_count(0)


def test_an_announcement_that_wins_nothing_leaves_the_end_to_count_and_is_named_while_it_waits(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    page = sit_down_and_lose_network(new_context(**PHONE), live, "brisque").page
    states = enter_announced(page, told=False)
    while next(states) != "announced":
        pass
    expect(page.locator("#preview:not([data-old])")).to_be_attached()
    expect(page.locator("#send .todo")).to_be_visible()
    list(states)
    page.locator(SEND_BUTTON).click()
    expect(page.locator("#waiting .said")).to_contain_text(re.compile("mariage", re.IGNORECASE))


def test_the_button_waits_for_no_answer_to_say_what_is_missing(live: LiveServer, phone: Page) -> None:
    phone.route("**/t/preview", lambda _: None)
    user = TableUser(phone).sit_down(live.hall_url, Table.objects.get(round__tournament__game="brusquembille"))
    user.type_points(58, 37)
    assert "8" in phone.locator("#todo").inner_text()  # without waiting: after a while the phone gives the hall up


def test_the_button_waits_for_no_answer_to_ask_for_nothing_more(live: LiveServer, phone: Page) -> None:
    phone.route("**/t/preview", lambda _: None)
    user = TableUser(phone).sit_down(live.hall_url, Table.objects.get(round__tournament__game="briscola"))
    assert phone.locator("#todo").inner_text()
    user.type_points(11)
    assert not phone.locator("#todo").inner_text()
