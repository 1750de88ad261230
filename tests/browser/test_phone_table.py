"""A partie at a table, entered on a phone and on a laptop, over loopback and over plain http, counted in taps."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.book.evening_builders import create_evening
from tests.browser.conftest import BOTH_ORIGINS_AND_SIZES
from tests.browser.table_user import (
    SEND_BUTTON,
    TableUser,
    assert_fits_width,
    fill_one_table,
    get_table_by_number,
    open_more,
    wait_for_coup,
)
from tests.fixtures.live_server import LiveServer
from tests.web.phone_client import CARDS, EXAMPLE
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.models import Confirmation, Entry, Record, Table

Axe = Callable[[Page], None]
MOST_TAPS = 24

pytestmark = pytest.mark.start_from(fill=fill_one_table)


@BOTH_ORIGINS_AND_SIZES
def test_a_partie_is_entered_from_the_qr_code_to_the_confirmed_sheet(address: str, screen: Page, axe: Axe) -> None:
    hand = TableUser(screen).sit_down(address, get_table_by_number())
    assert screen.url == f"{address}/t"
    for n in (1, 2):
        axe(screen)
        assert_fits_width(screen)
        hand.send_coup()
        wait_for_coup(screen, n)
    assert Record.objects.filter(actor="table:1").count() == 2
    expect(screen.locator("#result")).to_be_visible()
    axe(screen)
    expect(screen.locator("#result")).to_be_focused()
    screen.get_by_text("Compter les jetons").click()
    screen.get_by_role("button", name="Revenir à la feuille").click()
    expect(screen.locator("#result")).to_be_visible()
    screen.get_by_text("Compter les jetons").click()
    for place, (fiches, jetons) in enumerate(((9, 4), (1, 10), (0, 6)), 1):
        expect(screen.locator("#result")).to_be_hidden()
        axe(screen)
        count_tokens(screen, place, fiches, jetons)
    expect(screen.locator("#count-title")).to_be_focused()
    expect(screen.locator(".count > .notice")).to_be_visible()
    folded = screen.locator(".confirm > details:has(#confirm) > summary")
    folded.click()
    expect(screen.locator(".recounting > .at-foot")).to_have_css("position", "static")
    folded.click()
    axe(screen)
    assert_fits_width(screen)
    screen.locator(".confirm > details:has(#confirm) > summary").click()
    screen.get_by_role("button", name="Je suis Chloé\u202f: c’est juste").click()
    expect(screen.locator(".notice.sealed")).to_contain_text("Chloé")
    assert Confirmation.objects.get().position == 3
    expect(screen.locator("form[data-write]:not([hx-post='/t/free'])")).to_have_count(0)
    axe(screen)
    screen.get_by_role("button", name="Nous sommes libres").click()
    expect(screen.get_by_role("button", name="Nous sommes libres")).to_have_count(0)
    expect(screen.locator(".notice:not(.sealed)[data-focus]")).to_be_focused()
    assert Entry.objects.filter(free_since=None).count() == 0


def count_tokens(page: Page, place: int, fiches: int, jetons: int) -> None:
    """Count as this player, pressing the button too early once: it says what is missing, then what it will do."""
    expect(page.locator("#count h2")).to_be_focused()
    page.get_by_role("button", name="Encore les fiches ou les jetons").click()
    expect(page.locator(f"[name='fiches.{place}']")).to_be_focused()
    page.locator(f"[name='fiches.{place}']").fill(str(fiches))
    expect(page.locator("#count button .todo")).to_be_hidden()
    expect(page.locator("#count .sum")).to_have_text(f"Aucun jeton\u202f: {fiches} × 20 + 0 = {20 * fiches}")
    page.locator(f"[name='jetons.{place}']").fill(str(jetons))
    expect(page.locator("#count .sum")).to_have_text(f"{fiches} × 20 + {jetons} = {20 * fiches + jetons}")
    expect(page.locator(".so-far-counted b")).to_have_text(str((184, 214, 220)[place - 1]))
    done = ("à Basile", "à Chloé", "voir si c’est juste")[place - 1]
    page.get_by_role("button", name=f"C’est compté\u202f: {done}").click()


def test_a_coup_of_three_takes_at_most_24_taps(live: LiveServer, phone: Page) -> None:
    """Sixteen taps where the page asks for the next card by itself; and the preview does not move the button away."""
    hand = TableUser(phone).sit_down(live.hall_url, get_table_by_number())
    hand.type_points(58, 37)
    hand.tap_cards()
    place = phone.locator(SEND_BUTTON).bounding_box()
    expect(phone.locator("#preview .moves")).to_be_visible()
    assert phone.locator(SEND_BUTTON).bounding_box() == place
    hand.tap(SEND_BUTTON)
    wait_for_coup(phone, 1)
    assert hand.taps == 2 * 3 + 1 + 8 + 1
    hand.taps = 0
    hand.type_points(58, 37)
    for card, fate in zip(CARDS, EXAMPLE, strict=True):
        hand.tap(f"[data-card='card.{card}']")
        hand.tap(f"[data-say='{fate}']")
    hand.tap(SEND_BUTTON)
    wait_for_coup(phone, 2)
    assert hand.taps <= MOST_TAPS


def test_the_last_player_s_points_are_filled_in_and_explained(live: LiveServer, phone: Page, axe: Axe) -> None:
    hand = TableUser(phone).sit_down(live.url, get_table_by_number())
    hand.type_points(46, 39)
    expect(phone.locator("[name='points.3']")).to_have_value("35")
    expect(phone.locator(".filled")).to_contain_text(re.compile(r"Chloé.: 120 − 46 − 39"))
    expect(phone.locator("#preview [data-pot]")).to_be_visible()
    axe(phone)
    hand.tap("input[name='points.3']")
    hand.type("30")
    expect(phone.locator("#wrong-points")).to_contain_text(re.compile(r"\b5\b"))
    expect(phone.locator(".filled")).not_to_contain_text("120 − 46")
    phone.locator("input[name='points.3']").fill("30")
    phone.locator("input[name='points.1']").fill("56")
    expect(phone.locator("#wrong-points")).to_contain_text("c’est 5 de trop")
    assert not Record.objects.exists()
    enter_coup_of_two(hand, live)


def enter_coup_of_two(hand: TableUser, live: LiveServer) -> None:
    """Two players type one number: the other player's points are filled in."""
    open_tournament(create_evening(2))
    hand.sit_down(live.url, Table.objects.latest("pk"))
    hand.type_points(70)
    hand.tap(SEND_BUTTON)
    wait_for_coup(hand.page, 1)
    assert Record.objects.get().body["points"] == {"1": 70, "2": 50}


def test_a_departure_of_nobody_is_said_at_the_question_and_keeps_nothing(live: LiveServer, phone: Page) -> None:
    TableUser(phone).sit_down(live.hall_url, get_table_by_number())
    open_more(phone)
    phone.locator(".end-now > summary").click()
    phone.locator("summary", has_text="Un joueur s’en va").click()
    for _press in range(2):
        phone.locator("#leave button.danger").click()
        expect(phone.locator("#leave .error")).to_have_count(1)
    expect(phone.locator("#waiting .item")).to_have_count(0)
    assert not Record.objects.exists()
