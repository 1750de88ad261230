"""The end of a coup of Briscan on a phone: what follows fills itself, and what cannot be is red, with its reason."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.book.evening_builders import create_table
from tests.browser.conftest import PHONE, PageErrors
from tests.browser.phone_states import enter_announced
from tests.browser.table_user import TableUser
from tests.fixtures.live_server import LiveServer
from tests.fixtures.screen_layout import LARGE
from tournaments.models import Table


def fill_table() -> None:
    """Fill the database: a table that plays Briscan."""
    create_table(2, game="briscan")


CONTROLLED = "() => navigator.serviceWorker.controller !== null"

pytestmark = pytest.mark.start_from(fill=fill_table)


def take_picture(page: Page, name: str) -> None:
    folder = os.environ.get("CORBILLON_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def open_end(page: Page, live: LiveServer) -> TableUser:
    user = TableUser(page).sit_down(live.hall_url, Table.objects.get())
    user.tap("[data-pick='retourne']")
    user.tap("#pack [data-card='9♥']")
    user.tap(".end-of-coup > summary")
    return user


def test_tricks_that_are_too_many_are_red_and_say_by_how_many(live: LiveServer, phone: Page) -> None:
    user = open_end(phone, live)
    user.tap("[name='tricks_won.1']")
    user.type("17")
    total = phone.locator("fieldset:has([name='tricks_won.1']) legend .small")
    expect(total).to_have_text("17 sur 16")
    expect(total).to_have_class("small error")
    expect(phone.locator("fieldset:has([name='tricks_won.1']) .filled")).to_contain_text("1")
    take_picture(phone, "briscan-17")


@pytest.mark.long
def test_large_letters_leave_the_whole_list_of_announcements_in_sight(live: LiveServer, phone: Page) -> None:
    user = TableUser(phone).sit_down(live.hall_url, Table.objects.get())
    phone.evaluate(LARGE, "200%")
    user.tap("[data-pick='retourne']")
    user.tap("#pack [data-card='9♥']")
    expect(phone.locator("#dealer-briscan")).to_be_visible()  # what leaves the list the least room
    expect(phone.locator("#made > .box")).to_have_css("max-height", "none")
    user.tap(".end-of-coup > summary")
    answers = phone.locator(".end-of-coup .pick label")
    expect(answers).to_have_count(5)
    widths = answers.evaluate_all(
        "(all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().width)))]"
    )
    assert len(widths) == 1, "an answer a line, none squeezed beside another"


@pytest.mark.parametrize("online", [True, False])
def test_who_made_the_last_five_tricks_made_the_last(
    online: bool, live: LiveServer, new_context: Callable[..., BrowserContext], page_errors: PageErrors, phone: Page
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    user = open_end(phone, live)
    user.tap("[name='tricks_won.1']")
    user.type("9")
    phone.context.set_offline(not online)
    phone.locator("label:has([name='last_five'][value='2'])").click()
    expect(phone.locator("[name='last'][value='2']")).to_be_checked()
    phone.locator("label:has([name='last_five'][value='1'])").click()
    expect(phone.locator("[name='last'][value='1']")).to_be_checked()


def test_a_coup_kept_without_its_end_comes_back_and_says_what_it_lacks(
    live: LiveServer, page_errors: PageErrors, phone: Page
) -> None:
    """A page that knew no better kept it: what the server says stands where it was folded away."""
    page_errors.expect("ERR_INTERNET_DISCONNECTED|422")
    user = TableUser(phone).sit_down(live.hall_url, Table.objects.get())
    phone.evaluate("() => document.querySelectorAll('[data-needs]').forEach((one) => one.remove())")
    user.tap("[data-pick='retourne']")
    user.tap("#pack [data-card='9♥']")
    expect(phone.locator("#todo .todo")).to_be_visible()
    phone.context.set_offline(True)
    phone.evaluate("() => document.querySelector('#todo').replaceChildren()")
    user.tap("#send")
    expect(phone.locator("#waiting .item")).to_have_count(1)
    phone.context.set_offline(False)
    expect(phone.locator(".end-of-coup .error").first).to_be_visible()
    expect(phone.locator("#coup [data-back]:not(button)").first).to_be_visible()


def test_a_coup_with_an_announcement_that_is_loaded_anew_offline_says_what_it_still_needs(
    live: LiveServer, page_errors: PageErrors, new_context: Callable[..., BrowserContext]
) -> None:
    """The phone knows by its own scorer that no announcement ended the coup, although that one comes after the page."""
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    context = new_context(**PHONE, service_workers="allow")
    phone = context.new_page()
    user = TableUser(phone).sit_down(live.url, Table.objects.get())
    phone.wait_for_function(CONTROLLED)
    user.tap("[data-pick='retourne']")
    user.tap("#pack [data-card='9♥']")
    user.tap("[data-announce='1']")
    user.tap("[data-kind='mariage']")
    user.tap("#pack [data-card='R♥']")
    expect(phone.locator("#made [data-line]")).to_contain_text("Anne")
    expect(phone.locator("#todo")).to_contain_text("encore")
    context.set_offline(True)
    phone.reload()
    expect(phone.locator("#made [data-line]")).to_contain_text("Anne")
    expect(phone.locator("#coup .foreseen[data-unsaid]")).to_be_attached()
    expect(phone.locator("#todo")).to_contain_text("encore")
    phone.locator("#made [data-remove]").click()
    expect(phone.locator("[name='announcements']")).to_have_value("")


def test_an_announcement_that_nobody_has_judged_tells_no_figure(
    live: LiveServer, page_errors: PageErrors, phone: Page
) -> None:
    """What the server said last was said of no turn-up, and so of no trump."""
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    user = TableUser(phone).sit_down(live.hall_url, Table.objects.get())
    phone.context.set_offline(True)
    for touched in ("[data-pick='retourne']", "#pack [data-card='7♥']", "[data-announce='1']", "[data-kind='mariage']"):
        user.tap(touched)
    user.tap("#pack [data-card='R♥']")
    expect(phone.locator("#made [data-line]")).to_contain_text("mariage")
    expect(phone.locator("#made [data-line]")).not_to_contain_text("+")
    expect(phone.locator(".exchange")).to_be_hidden()


def test_what_was_announced_is_in_sight_and_a_marked_coup_tells_facts(
    live: LiveServer, page_errors: PageErrors, phone: Page
) -> None:
    """Nor is it said to be in the book and to be confirmed at once."""
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    with phone.expect_response("**/score_*.js"):
        TableUser(phone).sit_down(live.hall_url, Table.objects.get())
    steps = enter_announced(phone, told=False)
    while next(steps) != "announced":
        pass
    phone.locator(".end-of-coup > summary").click()
    expect(phone.locator(".running")).to_be_visible()
    phone.locator(".end-of-coup > summary").click()
    list(steps)
    expect(phone.locator("#preview .moves > span")).to_have_count(2)
    expect(phone.locator(".running")).to_be_hidden()
    phone.context.set_offline(True)
    phone.locator("#send").click()
    expect(phone.locator("#waiting .forecast")).to_be_visible()
    expect(phone.locator("#waiting .said")).not_to_contain_text("?")
    phone.locator("#waiting .state").evaluate("(one) => { one.dataset.state = 'recorded'; }")
    expect(phone.locator("#waiting .forecast")).to_be_hidden()
