"""Briscan card by card on a phone: announcements by touching their cards on the pack; the last card plays itself."""

import os
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import scoring
from tests.browser.conftest import PageErrors
from tests.browser.table_user import (
    TableUser,
    assert_fits_width,
    assert_large_targets,
    get_table_by_number,
    open_more,
    wait_for_coup,
)
from tests.fixtures.live_server import LiveServer
from tests.web.phone_client import open_phone_of_game
from tournaments.book.loading import load_sheet
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.models import Record


def fill_table() -> None:
    """Fill the database: a table that plays Briscan."""
    open_phone_of_game("briscan", 2)


pytestmark = pytest.mark.start_from(fill=fill_table)


def take_picture(page: Page, name: str) -> None:
    folder = os.environ.get("CORBILLON_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png")


def play(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f"#tricks [data-play='{card}']").click()


def open_cards(page: Page, live: LiveServer) -> scoring.TableState:
    """Open the coup card by card. Return the table before it."""
    TableUser(page).sit_down(live.hall_url, get_table_by_number())
    open_more(page)
    page.get_by_text("Marquer carte par carte", exact=True).click()
    expect(page.locator("#tricks [data-where]")).not_to_be_empty()
    state = load_sheet(get_table_by_number().pk).state
    assert state is not None
    return state


def test_an_announcement_is_made_by_touching_its_cards(
    live: LiveServer, phone: Page, axe: Callable[[Page], None]
) -> None:
    open_cards(phone, live)
    play(phone, "9♥", "8♠")
    phone.locator("#tricks [data-caller='2']").click()
    take_picture(phone, "calls-kinds")
    axe(phone)
    phone.locator("#tricks .kind", has_text="Tierce").click()
    expect(phone.locator("#tricks .calling [data-title]")).to_have_text("Tierce : touchez ses cartes")
    expect(phone.locator("#tricks [data-play='8♠']")).to_have_attribute("aria-disabled", "true")
    play(phone, "D♦")
    expect(phone.locator("#tricks [data-play='7♦']")).to_have_attribute("aria-disabled", "true")
    take_picture(phone, "calls-cards")
    axe(phone)
    assert_fits_width(phone)
    play(phone, "A♦")
    expect(phone.locator("#tricks .calls")).to_contain_text(re.compile(r"Basile\s\+30\b"))
    take_picture(phone, "calls-made")
    phone.set_viewport_size({"width": 320, "height": 640})
    assert_fits_width(phone)
    take_picture(phone, "calls-made-320")
    expect(phone.locator("#tricks .leaf.gone")).to_have_count(1)  # nothing of it was played
    phone.locator("#tricks [data-caller='1']").click()
    phone.locator("#tricks .kind", has_text="Mariage").click()
    play(phone, "R♥")
    expect(phone.locator("#tricks .calls li")).to_have_count(2)
    phone.locator("#tricks [data-uncall]").click()
    expect(phone.locator("#tricks .calls li")).to_have_count(1)
    play(phone, "7♠")
    expect(phone.locator("#tricks .leaf.gone")).to_have_count(2)


def announce_third(phone: Page) -> None:
    """Announce a third in diamonds of the second player, by its cards."""
    phone.locator("#tricks [data-caller='2']").click()
    phone.locator("#tricks .kind", has_text="Tierce").click()
    play(phone, "D♦", "A♦")
    expect(phone.locator("#tricks [data-uncall]")).to_be_visible()
    expect(phone.locator("#tricks [data-calls]")).to_have_value(re.compile("sequence"))


def test_a_page_that_is_there_takes_announcements_without_network(
    live: LiveServer, phone: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_")
    TableUser(phone).sit_down(live.hall_url, get_table_by_number())
    expect(phone.locator("#sheet:not([data-extras])")).to_be_attached()
    phone.wait_for_load_state("networkidle")
    phone.context.set_offline(True)
    open_more(phone)
    phone.get_by_text("Marquer carte par carte", exact=True).click()
    play(phone, "9♥", "8♠")
    assert_large_targets(phone)  # what styles the pack is there as well
    announce_third(phone)


def test_what_announcements_need_is_asked_for_until_it_comes(
    live: LiveServer, phone: Page, page_errors: PageErrors
) -> None:
    """Meanwhile the form says what works, and shows no button that does nothing."""
    page_errors.expect("ERR_")
    phone.route("**/tapped_calls*", lambda route: route.abort())
    open_cards(phone, live)
    play(phone, "9♥", "8♠")
    expect(phone.locator("#tricks [data-waits]")).to_be_visible()
    expect(phone.locator("#tricks [data-caller]").first).to_be_hidden()
    phone.unroute("**/tapped_calls*")
    expect(phone.locator("#tricks [data-waits]")).to_be_hidden()
    announce_third(phone)


def test_the_last_card_plays_itself_and_is_taken_back_with_the_one_before(live: LiveServer, phone: Page) -> None:
    state = open_cards(phone, live)
    coup = PARTS_BY_GAME["briscan"].play_next_event(state, random.Random(4), 1.0)
    cards = [card for trick in coup["tricks"] for card in trick]
    play(phone, coup["retourne"])
    tap = "all => all.forEach(card => document.querySelector(`#tricks [data-play='${card}']`).click())"
    phone.evaluate(tap, cards[:-2])
    play(phone, cards[-2])
    expect(phone.locator("#tricks .leaf.gone")).to_have_count(32)
    phone.get_by_role("button", name="Reprendre la dernière carte").click()
    expect(phone.locator("#tricks .leaf.gone")).to_have_count(30)
    play(phone, cards[-2])
    phone.locator("#tricks .btn.big").click()
    wait_for_coup(phone, 1)
    assert [card for trick in Record.objects.get().body["tricks"] for card in trick] == cards
