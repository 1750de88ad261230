"""Calls and paper sheets: a table calls and the organiser hears it at once; a player does not agree; the Wi-Fi; and a
whole paper sheet typed by keyboard alone, its strokes counted."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.book.evening_builders import build_coup, record_events
from tests.browser.conftest import PageCheck, PageErrors
from tests.browser.organiser_user import fill_open_evening, sign_in
from tests.browser.table_user import (
    TableUser,
    assert_fits_width,
    assert_large_targets,
    assert_zoomable,
    open_more,
    wait_for_coup,
)
from tests.fixtures.live_server import LiveServer
from tests.fixtures.patience import POLL_MS
from tests.web.phone_client import EXAMPLE
from tournaments.actions.tables.calls import call_arbiter, finish_call, set_paper_first, take_call
from tournaments.book.table_keys import table_code, table_key
from tournaments.models import ArbiterCall, Record, Table

MOST_STROKES = 36  # a coup of three players
HALL_POLL_MS = 8_000  # sooner than the sheet is asked for
Check = Callable[[Page], None]


pytestmark = pytest.mark.start_from(fill=fill_open_evening)


def test_a_call_rings_at_the_organiser_s_and_the_answer_reaches_the_phone(
    live: LiveServer, page: Page, phone: Page, axe: Check
) -> None:
    sign_in(page, f"{live.url}/desk/")
    table = Table.objects.get()
    evening = f"{live.url}/desk/event/{table.round.tournament_id}"
    page.goto(evening)
    page.get_by_role("button", name="Sonner quand une table appelle").click()
    expect(page.locator("[data-ring] button[aria-pressed=true]")).to_be_visible()
    page.evaluate("() => document.querySelector('[data-ring]').removeAttribute('data-rang')")

    phone.clock.install()
    TableUser(phone).sit_down(live.hall_url, table)
    open_more(phone)
    phone.locator("#call > summary").click()
    phone.get_by_text("Appeler pour une faute").click()
    phone.locator("#call").get_by_label("En tirant, avoir vu une seconde carte").check()
    axe(phone)
    phone.locator("#call-arbiter").dblclick()
    expect(phone.locator("[data-call=called]")).to_be_visible()
    expect(phone.locator("#coup")).to_be_visible()
    assert_fits_width(phone)
    assert ArbiterCall.objects.get().rule == "PEN-08"

    expect(page.locator("[data-call-words]")).to_contain_text(re.compile(r"\b1\b.*Anne"))
    expect(page.locator("[data-ring][data-rang]")).to_be_visible()
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    axe(page)
    page.locator("#next-thing").get_by_role("button", name="J’y vais").click()
    page.locator("button:has-text('C’est réglé')").wait_for()
    axe(phone)
    page.set_viewport_size({"width": 360, "height": 740})
    axe(page)
    assert_large_targets(page)
    assert_zoomable(page)
    phone.clock.run_for(POLL_MS)
    expect(phone.locator("[data-call=coming]")).to_be_visible()
    page.locator("button:has-text('C’est réglé')").click()
    page.locator("button:has-text('C’est réglé')").wait_for(state="detached")
    phone.clock.run_for(POLL_MS)
    expect(phone.locator("[data-call=settled]")).to_be_visible()
    open_more(phone)
    phone.locator("#call > summary").click()
    phone.locator("#call-arbiter").click()
    phone.locator("[data-call=called] summary").click()
    phone.get_by_role("button", name="Ce n’est plus la peine").click()
    expect(phone.locator("[data-call=called]")).to_have_count(0)
    assert_fits_width(phone)


def test_a_call_that_is_lost_stays_said_once_what_waited_has_left(
    live: LiveServer, phone: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED|htmx:")
    hand = TableUser(phone).sit_down(live.hall_url, Table.objects.get())
    expect(phone.locator("#sheet:not([data-extras])")).to_be_attached()
    phone.context.set_offline(True)
    hand.tap_cards(EXAMPLE)
    hand.type_points(58, 37)
    hand.tap("button#send")
    expect(phone.locator("#waiting .item")).to_have_count(1)
    open_more(phone)
    phone.locator("#call > summary").click()
    phone.locator("#call-arbiter").click()
    expect(phone.locator("#call [data-unsent]")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.locator("[data-toast]")).to_contain_text("Coup 1")
    expect(phone.locator("[data-toast]")).to_be_visible()
    expect(phone.locator("#call [data-unsent]")).to_be_visible()
    phone.locator("#call-arbiter").click()
    expect(phone.locator("[data-call=called]")).to_be_visible()


def test_what_the_hall_answered_is_what_comes_back_without_a_network(
    live: LiveServer, phone: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    call = call_arbiter(Table.objects.get(), actor="table:1")
    phone.clock.install()
    hand = TableUser(phone).sit_down(live.hall_url, Table.objects.get())
    expect(phone.locator("[data-call=called]")).to_be_visible()
    take_call(call)
    finish_call(call)
    phone.clock.run_for(HALL_POLL_MS)
    expect(phone.locator("[data-call=settled]")).to_be_visible()
    phone.context.set_offline(True)
    hand.tap_cards(EXAMPLE)
    hand.type_points(58, 37)
    hand.tap("button#send")
    phone.clock.run_for(1_000)
    expect(phone.locator("#waiting .item")).to_have_count(1)
    expect(phone.locator("[data-call=settled]")).to_be_visible()


def test_one_player_confirms_a_coup_and_another_disagrees(
    live: LiveServer, page: Page, phone: Page, axe: Check
) -> None:
    table = Table.objects.get()
    hand = TableUser(phone).sit_down(live.url, table)
    hand.type_points(58, 37)
    hand.tap_cards(EXAMPLE)
    hand.tap("button#send")
    wait_for_coup(phone, 1)
    open_more(phone)
    phone.locator("#reread > summary").click()
    phone.locator("#reread .log > details > summary").first.click()
    phone.get_by_text("Faire relire par un autre joueur").first.click()
    phone.get_by_role("button", name="Je suis Basile : c’est juste").first.click()
    expect(phone.locator("details.more")).not_to_have_attribute("open", "")
    open_more(phone)
    phone.locator("#reread > summary").click()
    phone.locator("#reread .log > details > summary").first.click()
    expect(phone.get_by_text("Relu et confirmé par Basile.").first).to_be_visible()
    phone.locator("#reread > summary").click()
    phone.locator("#call > summary").click()
    phone.locator("#call summary", has_text="Je ne suis pas d’accord").click()
    phone.get_by_label("Pourquoi, en quelques mots").fill("j’avais deux as")
    axe(phone)
    phone.get_by_role("button", name="Je suis Chloé : pas d’accord").click()
    expect(phone.locator("#hall [data-dispute='1']")).to_contain_text("Chloé")
    assert_fits_width(phone)
    sign_in(page, f"{live.url}/desk/")
    page.goto(f"{live.url}/desk/event/{table.round.tournament_id}")
    page.get_by_role("link", name="Chloé n’est pas d’accord avec « Coup 1").click()
    expect(page.get_by_role("heading", name="Table 1")).to_be_visible()
    expect(page.get_by_text("j’avais deux as")).to_be_visible()
    axe(page)
    assert_large_targets(page)
    page.get_by_role("button", name="C’est réglé").click()
    phone.reload()
    expect(phone.locator("#hall [data-dispute]")).to_have_count(0)


class Keyboard:
    """A user without a mouse, who types and counts the strokes."""

    def __init__(self, page: Page) -> None:
        self.page, self.strokes = page, 0

    def press(self, *keys: str) -> None:
        """Press these keys; a longer word than two letters is the name of one key."""
        for key in keys:
            for each in [key] if len(key) > 2 else key:
                self.page.keyboard.press(each)
                self.strokes += 1

    def type_coup(self, *cells: str) -> int:
        """Type one row: its cells and the arrows between them. Return how many strokes it took."""
        before = self.strokes
        last = max(n for n, cell in enumerate(cells) if cell)
        for n, cell in enumerate(cells[: last + 1]):
            self.press(*([cell] if cell else []), *(["ArrowRight"] if n < last else []))
        self.press("Enter")
        return self.strokes - before


COUP = ("58", "37", "2", "1", "1", "1", "1", "", "1", "", "", "", "", "1")  # Chloé's points are filled in


def test_a_paper_sheet_is_typed_by_keyboard_alone(live: LiveServer, page: Page, axe: Check) -> None:
    sign_in(page, f"{live.url}/desk/")
    table = Table.objects.get()
    page.goto(f"{live.url}/desk/event/{table.round.tournament_id}/paper")
    axe(page)
    keyboard = Keyboard(page)
    page.keyboard.type(table_code(table).lower().replace("-", ""))
    page.keyboard.press("Enter")
    first = page.get_by_label("Coup 1, Anne, points")
    expect(first).to_be_focused()
    axe(page)
    assert keyboard.type_coup(*COUP) <= MOST_STROKES
    expect(page.locator("[name='0.points.3']")).to_have_value("25")
    expect(page.locator("#row-told-0")).to_be_hidden()

    keyboard.press("58", "ArrowRight", "37", "Tab", "26")
    expect(page.locator("#row-told-1")).to_contain_text(re.compile(r"\b1\b.*\b120\b"))
    keyboard.press("Backspace", "4")
    expect(page.locator("#row-told-1")).to_have_text("Il manque 1 pour faire 120.")
    keyboard.press("Backspace", "5", "ArrowRight", "3", "Enter")
    expect(page.locator("#row-told-1")).to_contain_text("3 as et 0 dix")
    axe(page)
    keyboard.press("ArrowUp")
    strokes = keyboard.type_coup(*COUP[:2], "25", *COUP[2:])  # a value typed by hand is not filled in again
    expect(page.locator("#row-told-1")).to_be_hidden()
    assert strokes <= MOST_STROKES
    assert keyboard.type_coup(*COUP) <= MOST_STROKES
    expect(page.locator("[data-send]")).to_be_focused()
    page.reload()
    expect(page.locator("[name='2.points.3']")).to_have_value("25")
    expect(page.locator("[data-send]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".messages .notice:not(.warn)")).to_be_visible()
    assert Record.objects.filter(table=table).count() == 3


def test_the_network_page_fits_both_sizes_and_a_phone_types_a_paper_sheet(
    live: LiveServer, page: Page, phone: Page, check_page: PageCheck, page_errors: Any
) -> None:
    page_errors.expect("422")
    sign_in(page, f"{live.url}/desk/")
    page.goto(live.url + "/desk/network")
    page.get_by_label("Le nom du Wi-Fi").fill("Salle des fêtes")
    page.get_by_role("button", name="Garder le Wi-Fi").click()
    expect(page.get_by_role("img", name="Salle des fêtes")).to_be_visible()
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 740})
        check_page(page, "network")
        assert_large_targets(page)
    assert_zoomable(page)
    set_paper_first(Table.objects.get().pk, True)
    phone.goto(f"{live.hall_url}/t#{table_key(Table.objects.get())}")
    phone.locator("[data-seat='1']").click()
    phone.get_by_role("button", name="Recopier la feuille de papier").click()
    phone.get_by_label("Coup 1, Anne, points").fill("58")
    phone.get_by_label("Coup 1, Basile, points").fill("37")
    expect(phone.locator("[name='0.points.3']")).to_have_value("25")
    assert_fits_width(phone)
    assert phone.locator(".scroll").evaluate("(grid) => grid.scrollWidth <= grid.clientWidth")
    check_half_typed_sheet_survives(phone, check_page)
    phone.get_by_role("button", name="Marquer la feuille").click()
    expect(phone.locator("#row-told-0")).to_contain_text("0 as et 0 dix")
    expect(phone.locator("[name='0.brusquembilles.1.aces_won']")).to_be_focused()
    phone.locator("[name='0.brusquembilles.3.tens_lost']").focus()
    expect(phone.locator("#row-told-0")).to_be_in_viewport()


def check_half_typed_sheet_survives(phone: Page, check_page: PageCheck) -> None:
    """A half-typed sheet survives a reload. Where another phone recorded a coup meanwhile, the typed row stays beneath
    that coup until the user says whether it is another one."""
    resume = phone.get_by_role("button", name="Reprendre la saisie")
    phone.reload()
    expect(phone.locator("#half-typed")).to_contain_text("(jusqu’au coup 1)")
    check_page(phone, "half-typed")
    resume.click()
    expect(phone.locator("[data-half=back]")).to_be_visible()
    expect(phone.locator("[name='0.points.1']")).to_have_value("58")
    expect(phone.locator("[name='0.points.3'].auto")).to_have_value("25")
    check_page(phone, "half-typed-back")
    record_events(Table.objects.get(), build_coup(60, 37, 23), actor="table:2")
    phone.reload()
    resume.click()
    expect(phone.locator("tr.mine b").first).to_have_text("58")
    check_page(phone, "half-typed-both")
    assert_large_targets(phone)
    assert_zoomable(phone)
    phone.get_by_role("button", name="C’en est un autre").click()
    expect(phone.get_by_label("Coup 2, Anne, points")).to_have_value("58")
    expect(phone.locator("tr.mine")).to_have_count(0)
