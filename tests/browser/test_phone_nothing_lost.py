"""Nothing that was typed at a table is lost and nothing is recorded twice; a refused form says so."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import PHONE, PageErrors
from tests.browser.table_user import (
    SEND_BUTTON,
    TableUser,
    assert_fits_width,
    close_more,
    fill_one_table,
    get_table_by_number,
    open_more,
    wait_for_coup,
)
from tests.fixtures.live_server import HALL_NAME, LiveServer
from tests.fixtures.proxy import Fate, LossScript, Proxy
from tests.web.phone_client import CARDS, EXAMPLE
from tournaments.models import Record

Axe = Callable[[Page], None]

pytestmark = pytest.mark.start_from(fill=fill_one_table)


def test_a_dead_server_loses_nothing_and_the_retry_is_written_once(
    live: LiveServer, phone: Page, page_errors: PageErrors, axe: Axe
) -> None:
    """Then the coup is undone: its input comes back into the form."""
    page_errors.expect("ERR_CONNECTION_REFUSED|htmx:sendError|htmx:afterRequest")
    hand = TableUser(phone).sit_down(live.hall_url, get_table_by_number())
    hand.type_points(58, 37)
    hand.tap_cards()
    expect(phone.locator("#preview .moves")).to_be_visible()
    live.stop()
    hand.tap(SEND_BUTTON)
    expect(phone.locator("#trouble [data-since]")).to_be_visible()
    expect(phone.locator("#waiting .state")).to_have_attribute("data-state", "kept")
    expect(phone.locator("#waiting .said")).to_contain_text("Anne 58")
    live.start()
    phone.get_by_role("button", name="Envoyer maintenant").click()
    wait_for_coup(phone, 1)
    expect(phone.locator("#trouble")).to_be_hidden()
    hand.type_points(77)  # belongs to the second coup
    expect(phone.locator("[data-toast]")).to_be_hidden()
    open_more(phone)
    phone.get_by_text("Ce n’est pas juste").click()
    axe(phone)
    phone.get_by_role("button", name="Annuler").click()
    expect(phone.locator("#coup-title")).to_have_text("Le coup 1")
    expect(phone.locator("#coup [data-back]")).to_be_focused()
    phone.locator("input[name='points.1']").fill("59")
    expect(phone.locator("input[name='points.3']")).to_have_value("24")
    expect(phone.locator("#preview .moves")).to_be_visible()
    axe(phone)
    hand.tap(SEND_BUTTON)
    wait_for_coup(phone, 1)
    first, undone, again = Record.objects.order_by("number")
    assert (undone.kind, again.position) == ("undo", 1)
    assert again.body == first.body | {"points": {"1": 59, "2": 37, "3": 24}}
    expect(phone.locator("input[name='points.1']")).to_have_value("77")


@contextmanager
def open_wifi(live: LiveServer, match: str, *fates: Fate) -> Iterator[str]:
    """Context manager: a Wi-Fi on which the first requests whose line begins with `match` meet these fates. Gives its
    address."""
    with Proxy(("127.0.0.1", live.port), LossScript(1, match=match, first=fates)) as wifi:
        yield f"http://{HALL_NAME}:{wifi.port}"


def test_an_answer_cut_inside_its_headers_stops_neither_the_queue_nor_the_sheet(
    live: LiveServer, phone: Page, page_errors: PageErrors
) -> None:
    """The coup is sent again by itself; the undo stays on the page to be tapped again; each is written once."""
    page_errors.expect("ERR_|htmx")
    with open_wifi(live, "POST /t/coup", Fate.BEHEADED) as coups:
        hand = TableUser(phone).sit_down(coups, get_table_by_number())
        hand.type_points(58, 37)
        hand.tap_cards()
        hand.tap(SEND_BUTTON)
        wait_for_coup(phone, 1)
        expect(phone.locator("#waiting")).to_be_hidden()
    with open_wifi(live, "GET /t/sheet", Fate.PASSES, Fate.PASSES, Fate.BEHEADED) as sheets:
        hand = TableUser(phone).sit_down(sheets, get_table_by_number())
        phone.get_by_role("button", name="Annuler").click()
        expect(phone.locator("#trouble")).to_be_visible()
        wait_for_coup(phone, 1)
        phone.get_by_role("button", name="Annuler").click()
        expect(phone.locator("#coup-title")).to_have_text("Le coup 1")
    assert [record.kind for record in Record.objects.order_by("number")] == ["event", "undo"]


def test_a_coup_whose_answer_is_lost_is_not_counted_beside_itself_on_the_sheet(
    live: LiveServer, phone: Page, page_errors: PageErrors
) -> None:
    """The sheet that another look brings holds it already: the next one is the second, on the page and in the list."""
    page_errors.expect("ERR_|htmx")
    with open_wifi(live, "POST /t/coup", *[Fate.SWALLOWED] * 50) as address:
        hand = TableUser(phone).sit_down(address, get_table_by_number())
        hand.type_points(58, 37)
        hand.tap_cards()
        hand.tap(SEND_BUTTON)
        expect(phone.locator("#waiting .what")).to_have_text("Coup 1")
        phone.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        wait_for_coup(phone, 1)
        expect(phone.locator("#waiting .item")).to_have_count(1)
        expect(phone.locator("#coup-title")).to_have_text("Le coup 2")
        expect(phone.locator(SEND_BUTTON)).to_contain_text(re.compile(r"\b2\b"))
        hand.type_points(60, 35)
        hand.tap_cards()
        expect(phone.locator("#preview .moves")).to_be_visible()
        hand.tap(SEND_BUTTON)
        expect(phone.locator("#waiting .what")).to_have_text(["Coup 1", "Coup 2"])


def test_a_double_tap_is_written_once(live: LiveServer, phone: Page, page_errors: PageErrors) -> None:
    """A second coup is recorded while the sheet cannot be loaded: the form is empty, and the list says that the
    coup is recorded."""
    page_errors.expect("ERR_FAILED")
    hand = TableUser(phone).sit_down(live.hall_url, get_table_by_number())
    hand.type_points(58, 37)
    hand.tap_cards()
    phone.locator(SEND_BUTTON).dblclick()
    wait_for_coup(phone, 1)
    phone.route("**/t/sheet*", lambda route: route.abort())
    hand.type_points(60, 35)
    hand.tap_cards()
    hand.tap(SEND_BUTTON)
    expect(phone.locator("#waiting .state")).to_have_text("enregistré")
    expect(phone.locator("[name='points.1']")).to_have_value("")
    assert Record.objects.count() == 2


def test_the_later_of_two_phones_is_shown_both_coups_and_asked(
    live: LiveServer, phone: Page, new_context: Callable[..., BrowserContext], page_errors: PageErrors, axe: Axe
) -> None:
    """Over a slow Wi-Fi: the later phone's form is empty again before the answer comes, and the sheet is loaded after
    it."""
    page_errors.expect("409")
    mine = TableUser(phone).sit_down(live.url, get_table_by_number())
    hers = TableUser(new_context(**PHONE).new_page()).sit_down(live.hall_url, get_table_by_number(), seat=2)
    hers.type_points(60, 35)
    hers.tap_cards()
    mine.send_coup()
    wait_for_coup(phone, 1)
    slow: list[Route] = []
    hers.page.route("**/t/coup", lambda route: slow.append(route), times=1)
    hers.tap(SEND_BUTTON)
    expect(hers.page.locator("#waiting .state")).to_have_text("en route")
    expect(hers.page.locator("[name='points.1']")).to_have_value("")
    slow[0].continue_()
    expect(hers.page.locator(".both[data-kind=stale] .card")).to_have_count(2)
    expect(hers.page.locator(".both .card").first).to_contain_text("Anne 58")
    expect(hers.page.locator(".both .mine")).to_contain_text("Anne 60")
    wait_for_coup(hers.page, 1)
    expect(hers.page.locator("#coup-title")).to_have_text("Le coup 2")  # hers may be the one that the sheet has
    expect(hers.page.locator("#enough")).to_be_hidden()
    axe(hers.page)
    assert_fits_width(hers.page)
    assert Record.objects.count() == 1
    hers.page.locator("[data-decide=replace]").click()
    expect(hers.page.locator("#last ~ .telling")).to_be_attached()
    expect(hers.page.locator("#waiting")).to_be_hidden()
    written = Record.objects.order_by("number")
    assert [record.kind for record in written] == ["event", "undo", "event"]
    assert [record.actor for record in written] == ["table:1", "table:2", "table:2"]
    assert written[2].body["points"]["1"] == 60


def test_a_reload_and_a_button_that_asks_for_more_keep_all_input(
    live: LiveServer, phone: Page, page_errors: PageErrors, axe: Axe
) -> None:
    page_errors.expect("ERR_FAILED")
    hand = TableUser(phone).sit_down(live.url, get_table_by_number())
    hand.type_points(58, 37)
    hand.tap_cards(EXAMPLE[:5])
    phone.reload()
    expect(phone.locator("[name='points.1']")).to_have_value("58")
    expect(phone.locator("[name='points.3']")).to_have_class(re.compile("auto"))
    expect(phone.locator(".bru.won, .bru.lost")).to_have_count(5)
    expect(phone.locator("#preview p > .num")).to_have_count(3)
    for card, fate in tuple(zip(CARDS, EXAMPLE, strict=True))[5:7]:
        hand.tap(f"[data-card='card.{card}']")
        hand.tap(f"[data-say='{fate}']")
    expect(phone.locator("#preview p > .num")).to_have_count(1)
    phone.route("**/t/preview", lambda route: route.abort(), times=1)  # only the phone knows that something lacks
    hand.tap(f"[data-card='card.{CARDS[0]}']")
    hand.tap(f"[data-say='{EXAMPLE[0]}']")
    hand.tap(SEND_BUTTON)
    expect(phone.locator(SEND_BUTTON)).to_contain_text("encore 1 carte")
    expect(phone.locator(f"[data-card='card.{CARDS[7]}']")).to_have_attribute("aria-expanded", "true")
    expect(phone.locator("#waiting .item")).to_have_count(0)
    expect(phone.locator("[name='points.1']")).to_have_value("58")
    expect(phone.locator(".bru.won, .bru.lost")).to_have_count(7)
    axe(phone)
    hand.tap(f"[data-say='{EXAMPLE[7]}']")
    hand.tap(SEND_BUTTON)
    wait_for_coup(phone, 1)


def test_a_penalty_and_a_coup_with_a_short_pack_are_entered(
    live: LiveServer, phone: Page, page_errors: PageErrors, axe: Axe
) -> None:
    page_errors.expect("422")
    TableUser(phone).sit_down(live.url, get_table_by_number())
    open_more(phone)
    phone.get_by_text("Noter une pénalité").click()
    phone.get_by_text("Une faute, une pénalité").click()
    phone.locator(".other [name=rule][value=PEN-06]").check()
    phone.locator("#penalty [name=player][value='3']").check()
    axe(phone)
    phone.clock.install()
    phone.clock.pause_at(datetime.now() + timedelta(hours=1))  # the page's patience lasts as long as the answer takes
    phone.get_by_role("button", name="Marquer la pénalité").click()
    expect(phone.locator("#penalty .error")).to_be_visible()
    phone.clock.resume()
    phone.locator("[name=to][value='1']").check()
    phone.get_by_role("button", name="Marquer la pénalité").click()
    expect(phone.locator("[data-toast]")).to_contain_text("Pénalité")
    assert Record.objects.get().body == {"type": "penalty", "rule": "PEN-06", "player": "3", "to": "1"}
    open_more(phone)
    phone.get_by_text("Noter une pénalité").click()
    phone.get_by_text("Pour ce coup").click()
    phone.locator("[name=short_pack][value='1']").check()
    expect(phone.locator("#preview")).to_contain_text("personne ne gagne")
    axe(phone)
    assert_fits_width(phone)
    close_more(phone)
    phone.locator(SEND_BUTTON).click()
    wait_for_coup(phone, 1)
