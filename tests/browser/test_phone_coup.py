"""A coup on one screen of a phone, without scrolling, and nothing that misleads: what cannot be right is not sent, what
has just happened is in sight."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.book.evening_builders import create_evening, record_events
from tests.browser.conftest import PHONE, PageErrors
from tests.browser.table_user import SEND_BUTTON, TableUser, assert_nothing_scrolls, wait_for_coup
from tests.fixtures.live_server import LiveServer
from tournaments.book.loading import load_sheet
from tournaments.book.table_keys import table_key
from tournaments.models import Record, Table, TokenCount

Axe = Callable[[Page], None]
NewContext = Callable[..., BrowserContext]
SMALL = PHONE | {"viewport": {"width": 360, "height": 655}}  # under a browser's own bar
FATES = ("2+", "2+", "2+", "3-", "2+", "1-", "3+", "2-")
POINTS = (38, 52, 12)
COUP = {
    "type": "coup",
    "points": {"1": 20, "2": 90, "3": 10},
    "brusquembilles": {"2": {"aces_won": 4, "tens_won": 2}, "1": {"tens_lost": 1}, "3": {"tens_lost": 1}},
}


def fill_tables_of_each_size() -> None:
    """Fill the database: a table of three and of four."""
    for size in (3, 4):
        create_evening(size)


pytestmark = pytest.mark.start_from(fill=fill_tables_of_each_size)


def get_table_of_size(size: int) -> Table:
    return next(table for table in Table.objects.all() if table.seats.count() == size)


def is_in_sight(part: Locator) -> bool:
    """True if the whole part is inside the window and nothing covers its middle."""
    return bool(
        part.evaluate("""(one) => { const box = one.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return box.top >= 0 && box.bottom <= innerHeight && (one.contains(top) || top?.contains(one)); }""")
    )


def count_lines(parts: Locator) -> list[int]:
    """Return for each part on how many lines its words stand."""
    lines: list[int] = parts.evaluate_all(
        "(all) => all.map((one) => new Set([...one.getClientRects()].map(({ top }) => Math.round(top))).size)"
    )
    return lines


def enter_by_next(hand: TableUser, points: tuple[int, ...]) -> None:
    """Type these points, going on by the keyboard's «next»; then answer for each card as the page asks for it."""
    hand.tap("[name='points.1']")
    for number in points:
        hand.page.keyboard.type(str(number))
        hand.taps += 1
        hand.page.keyboard.press("Enter")
    for fate in FATES:
        assert_nothing_scrolls(hand.page)
        hand.tap(f"[data-say='{fate}']")


def test_from_the_second_coup_on_a_coup_fits_the_screen_in_13_taps_for_four(
    live: LiveServer, new_context: NewContext
) -> None:
    table = get_table_of_size(4)
    points = {str(place): number for place, number in enumerate((*POINTS, 120 - sum(POINTS)), 1)}
    record_events(
        table,
        COUP | {"points": points} | {"brusquembilles": {"2": {"aces_won": 4, "tens_won": 0}, "3": {"tens_lost": 4}}},
    )
    page = new_context(**SMALL).new_page()
    hand = TableUser(page).sit_down(live.hall_url, table)
    assert_nothing_scrolls(page)
    enter_by_next(hand, POINTS)
    expect(page.locator("#preview .moves")).to_be_visible()
    assert_nothing_scrolls(page)
    hand.tap(SEND_BUTTON)
    wait_for_coup(page, 2)
    assert hand.taps == 1 + 3 + 8 + 1
    expect(page.locator("[data-toast]")).to_be_focused()
    assert is_in_sight(page.locator("[data-toast]"))
    toast, send = (page.locator(each).bounding_box() for each in ("[data-toast]", SEND_BUTTON))
    assert toast
    assert send
    assert toast["y"] + toast["height"] <= send["y"]
    assert count_lines(page.locator("[data-toast] .net")) == [1] * 4  # a name and its amount
    assert_nothing_scrolls(page)
    page.get_by_role("button", name="Annuler").click()
    expect(page.locator("#coup [data-back]")).to_be_focused()
    expect(page.locator("[name='points.1']")).to_have_value(str(POINTS[0]))
    assert Record.objects.filter(table=table).last().kind == "undo"


def test_what_cannot_be_right_is_not_sent_and_the_button_says_why(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors, axe: Axe
) -> None:
    """Where the answer came too late to say so, the server's refusal stands in the same place, with the focus."""
    page_errors.expect("422|ERR_FAILED")
    table = get_table_of_size(3)
    record_events(table, COUP)
    page = new_context(**SMALL).new_page()
    hand = TableUser(page).sit_down(live.hall_url, table)
    hand.type_points(98, 52)
    expect(page.locator(".filled")).to_contain_text("30")
    expect(page.locator("[name='points.3']")).to_have_value("")
    page.keyboard.press("Enter")  # «next» stays at a number that is too much
    expect(page.locator("[name='points.2']")).to_be_focused()
    page.locator("[name='points.1']").fill("38")
    page.locator("[name='points.2']").fill("5")
    hand.tap_cards(FATES)
    expect(page.locator(f"{SEND_BUTTON} .todo")).to_contain_text("Basile")
    wrong = page.locator("#wrong-points .error").first
    expect(wrong).to_contain_text(re.compile(r"Basile\b.*\b43\b"))
    assert is_in_sight(wrong)
    axe(page)
    page.locator("[data-review]").first.click()
    expect(page.locator("[data-card='card.AP']")).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    page.locator("[data-put]").click()
    expect(page.locator("[name='points.3']")).to_have_value("39")
    expect(wrong).to_have_count(0)
    page.locator("[name='points.2']").fill("5")
    expect(wrong).to_be_visible()
    hand.tap(SEND_BUTTON)
    expect(page.locator("[name='points.2']")).to_be_focused()
    assert Record.objects.count() == 1
    page.route("**/t/preview", lambda route: route.abort())
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))  # the page's patience lasts as long as the answer takes
    page.locator("[name='points.2']").fill("6")
    hand.tap(SEND_BUTTON)  # as much as the cards tell is known here
    expect(page.locator("#preview .error")).to_contain_text(re.compile(r"Basile\b.*\b43\b"))
    page.locator("[name='points.1']").fill("0")
    page.locator("[name='points.2']").fill("43")
    hand.tap(SEND_BUTTON)
    expect(wrong).to_be_focused()
    page.clock.resume()
    expect(page.locator("#preview[data-unsaid=unreached]")).to_be_attached()
    expect(wrong).to_be_focused()
    assert is_in_sight(wrong)
    as_it_was = page.locator("#waiting .mended button")  # it would be refused again
    expect(as_it_was).to_have_js_property("hidden", True)
    expect(page.locator("[data-toast]")).to_have_count(0)
    page.unroute("**/t/preview")
    page.locator("[name='points.1']").dispatch_event("input")
    expect(page.locator("#preview")).not_to_contain_text("ne répond pas")
    expect(wrong).to_be_focused()  # though it is another one, which the answer brought
    assert Record.objects.count() == 1


def test_an_open_keyboard_leaves_names_points_and_the_sentence(live: LiveServer, new_context: NewContext) -> None:
    table = get_table_of_size(3)
    record_events(table, COUP)
    page = new_context(**SMALL).new_page()
    hand = TableUser(page).sit_down(live.hall_url, table)
    hand.tap("[name='points.1']")
    page.set_viewport_size({"width": 360, "height": 655 - 244})
    expect(page.locator(".said-cards")).to_be_hidden()
    hand.type("40")
    page.keyboard.press("Enter")
    hand.type("50")
    expect(page.locator("#preview [data-pot]")).to_be_visible()
    assert is_in_sight(page.locator("#preview"))
    assert is_in_sight(page.locator(".places"))
    page.keyboard.press("Enter")
    expect(page.locator("#who-title")).to_be_visible()


def test_a_debt_is_named_proposed_and_noted_and_invents_no_error(live: LiveServer, phone: Page, axe: Axe) -> None:
    """Who owes counts nothing before him, and who is owed lacks just that."""
    table = get_table_of_size(3)
    while load_sheet(table.pk).state.purses["Anne"].total >= 0:
        record_events(table, COUP | {"points": {"1": 0, "2": 120, "3": 0}})
    if not load_sheet(table.pk).state.complete:
        record_events(table, {"type": "end"})
    held = [purse.total for purse in load_sheet(table.pk).state.purses.values()]
    debt = -held[0]

    phone.goto(f"{live.url}/t#{table_key(table)}")
    phone.locator("[data-seat='1']").click()
    phone.get_by_text("Compter les jetons").click()
    for place, jetons in enumerate((0, held[1] - debt, held[2]), 1):
        phone.locator(f"[name='fiches.{place}']").fill("0")
        phone.locator(f"[name='jetons.{place}']").fill(str(max(jetons, 0)))
        phone.get_by_role("button", name="C’est compté").click()
    expect(phone.locator("#count-title")).to_be_focused()
    assert is_in_sight(phone.locator("#count-title"))
    expect(phone.locator(".debt").first).to_contain_text(re.compile(f"Anne doit {debt}"))
    expect(phone.locator(".count .notice:not(.warn)")).to_be_visible()
    expect(phone.locator(".slips")).to_have_count(0)
    axe(phone)
    phone.locator(".debt label", has_text="la banque").first.click()
    expect(phone.locator(".debt button [data-when='0']").first).to_contain_text(re.compile(f"Anne.*{debt}"))
    phone.locator(".debt label", has_text="Basile").first.click()
    phone.get_by_role("button", name=f"Anne doit {debt} jetons à Basile").click()
    expect(phone.locator(".debt.noted").first).to_contain_text("Basile")
    assert TokenCount.objects.get(position=1).owed_to == 2
