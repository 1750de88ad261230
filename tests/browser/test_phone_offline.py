"""A dead Wi-Fi: coups are still entered, kept on the phone, sent in order and recorded once; and what the page says
meanwhile."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.book.evening_builders import build_coup, record_events, undo_last
from tests.browser.conftest import PHONE, PageErrors
from tests.browser.table_user import (
    SEND_BUTTON,
    TableUser,
    assert_fits_width,
    fill_table_of_four_coups,
    get_table_by_number,
    read_recorded_points,
    send_coup,
    wait_for_coup,
)
from tests.fixtures.live_server import HALL_NAME, LiveServer
from tests.fixtures.proxy import Fate, LossScript, Proxy
from tournaments.models import Record
from tournaments.views import program_version

Axe = Callable[[Page], None]
NewContext = Callable[..., BrowserContext]
NO_STORE = """
    const refuse = () => { throw new DOMException("no room", "QuotaExceededError"); };
    Object.defineProperty(IDBObjectStore.prototype, "put", { value: refuse });
    Object.defineProperty(Storage.prototype, "setItem", { value: refuse });
"""


pytestmark = pytest.mark.start_from(fill=fill_table_of_four_coups)


def expect_states(page: Page, *states: str) -> None:
    """Assert that the coups that wait are in these states, in their order."""
    found = page.locator("#waiting .state")
    expect(found).to_have_count(len(states))
    for n, state in enumerate(states):
        expect(found.nth(n)).to_have_attribute("data-state", state)


def assert_notice_leaves_head_readable(page: Page) -> None:
    """Assert that the notice is in sight with all its lines, between the number of a table of two digits and «•••»."""
    page.locator(".sheet h1").evaluate("(title) => { title.textContent = 'Table 88' }")
    box, title = page.locator("#trouble").bounding_box(), page.locator(".sheet h1").bounding_box()
    more = page.locator(".more > summary > span").first.bounding_box()
    assert box
    assert title
    assert more
    assert box["y"] >= 0
    assert title["x"] + title["width"] <= box["x"]
    assert box["x"] + box["width"] <= more["x"]
    held = page.locator("#trouble [data-since]").bounding_box()
    assert held
    assert box["y"] <= held["y"]
    assert held["y"] + held["height"] <= box["y"] + box["height"]


def test_three_coups_entered_offline_are_recorded_in_order_once_online(
    address: str, new_context: NewContext, page_errors: PageErrors, axe: Axe
) -> None:
    """The Wi-Fi dies; coups are entered; it comes back, and the user need do nothing."""
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    context = new_context(**PHONE)
    page = context.new_page()
    hand = TableUser(page).sit_down(address, get_table_by_number())
    hand.type_points(50, 40)
    expect(page.locator("#preview [data-pot]")).to_be_visible()
    before = page.locator(".deck").bounding_box()
    context.set_offline(True)
    page.locator("[name='points.1']").fill("30")
    page.locator("[name='points.3']").fill("49")
    expect(page.locator("#preview .of-sum")).to_contain_text(re.compile(r"\b1\b"))
    expect(page.locator("#preview [data-pot]")).to_have_count(0)
    page.locator("[name='points.3']").fill("50")
    expect(page.locator(SEND_BUTTON)).to_contain_text("encore 8 cartes")
    assert page.locator(".deck").bounding_box() == before  # nothing moved under the finger
    hand.tap(SEND_BUTTON)
    expect(page.locator("#who")).to_be_visible()  # the first card of which nothing is said
    expect(page.locator("#waiting")).to_be_hidden()
    for n in (1, 2, 3):
        page.locator("[name='points.3']").fill("")
        page.locator("[name='points.2']").fill("")
        send_coup(hand, 60 - n, 30)
        expect(page.locator("#waiting .item")).to_have_count(n)
        expect(page.locator("#coup-title")).to_have_text(f"Le coup {n + 1}")
        expect(page.locator("[name='points.1']")).to_have_value("")
    expect_states(page, "kept", "kept", "kept")
    expect(page.locator("#coup .dealer")).to_be_hidden()
    expect(page.locator("#trouble [data-since] time")).to_have_text(re.compile(r"\d\d:\d\d"))
    expect(page.locator("#waiting-title")).to_contain_text("3")
    assert_notice_leaves_head_readable(page)
    expect(page.locator("#waiting .said").nth(1)).to_contain_text("Anne 58")
    page.locator("[name='points.1']").fill("70")
    expect(page.locator("#preview[data-unsaid=later]")).to_be_attached()
    axe(page)
    assert_fits_width(page)
    assert not Record.objects.exists()
    context.set_offline(False)
    expect(page.locator("#trouble")).to_be_hidden()
    expect(page.locator("[name='points.1']")).to_have_value("70")
    expect(page.locator("#waiting .state").last).to_have_text("enregistré")
    assert read_recorded_points() == [(1, 59), (2, 58), (3, 57)]
    axe(page)
    page.reload()
    wait_for_coup(page, 3)
    expect(page.locator(".last .state")).to_have_text("enregistré")
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator("[name='points.1']")).to_have_value("70")
    expect(page.locator("#coup [data-stale]")).to_be_hidden()


def test_a_partie_played_offline_says_that_it_is_kept_and_shows_all_that_is(
    address: str, new_context: NewContext, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    context = new_context(**PHONE)
    page = context.new_page()
    hand = TableUser(page).sit_down(address, get_table_by_number())
    context.set_offline(True)
    for n in (1, 2, 3, 4):
        send_coup(hand, 60 - n, 30)
        expect(page.locator("#waiting .item")).to_have_count(n)
    expect(page.locator("#enough")).to_be_visible()
    for n in (1, 2, 3, 4):
        expect(page.locator("#waiting .said").nth(n - 1)).to_contain_text(f"Anne {60 - n}")
    whole = page.locator("#waiting").evaluate("(one) => one.scrollHeight <= one.clientHeight")
    assert whole, "nothing of it has to be looked for"
    context.set_offline(False)
    expect(page.locator("#result")).to_be_visible()


def test_who_asks_to_send_now_is_told_that_nothing_answers_and_at_what_hour_of_24_the_sheet_came(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    context = new_context(**PHONE)
    page = context.new_page()
    page.goto(live.hall_url)
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("button", name="Français")).to_be_visible()
    hand = TableUser(page).sit_down(live.hall_url, get_table_by_number())
    context.set_offline(True)
    send_coup(hand, 59, 30)
    expect(page.locator("#trouble time")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    expect(page.locator("[data-tried]")).to_be_hidden()
    page.locator("[data-now]").click()
    expect(page.locator("[data-tried]")).to_be_visible()
    expect(page.locator("[data-tried]")).to_be_in_viewport()
    context.set_offline(False)
    expect(page.locator("#last")).to_have_text("Coup 1")
    expect(page.locator("[data-tried]")).to_be_hidden()


def test_an_undo_is_told_of_until_something_is_marked_after_it(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    context = new_context(**PHONE)
    page = context.new_page()
    table = get_table_by_number()
    record_events(table, build_coup(), build_coup())
    undo_last(table)
    hand = TableUser(page).sit_down(live.hall_url, table)
    told = page.locator("[data-toast]")
    expect(told.locator("form")).to_have_count(0)
    expect(told).to_be_visible()
    context.set_offline(True)
    send_coup(hand, 60, 30)
    expect(page.locator("#waiting .item")).to_have_count(1)
    expect(told).to_be_hidden()
    context.set_offline(False)
    wait_for_coup(page, 2)


def test_an_undo_that_is_lost_is_told_beside_its_button(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors, axe: Axe
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED|htmx:")
    context = new_context(**PHONE)
    page = context.new_page()
    hand = TableUser(page).sit_down(live.hall_url, get_table_by_number())
    send_coup(hand, 59, 30)
    wait_for_coup(page, 1)
    expect(page.locator("#sheet:not([data-extras])")).to_be_attached()
    context.set_offline(True)
    undo = page.locator("[data-toast] form button")
    undo.click()
    lost = page.locator("[data-toast] [data-unsent]")
    expect(lost).to_be_in_viewport(ratio=1)
    axe(page)
    assert_fits_width(page)
    context.set_offline(False)
    expect(page.locator("#trouble")).to_be_hidden()
    expect(lost).to_be_visible()
    undo.click()
    expect(page.locator("#coup-title")).to_have_text("Le coup 1")
    expect(lost).to_have_count(0)


def test_a_waiting_coup_can_be_corrected_or_discarded(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    context = new_context(**PHONE)
    page = context.new_page()
    hand = TableUser(page).sit_down(live.hall_url, get_table_by_number())
    context.set_offline(True)
    for n in (1, 2):
        send_coup(hand, 60 - n, 30)
        expect(page.locator("#waiting .item")).to_have_count(n)
    page.locator("[name='points.1']").fill("11")
    page.locator("#waiting .what").first.click()  # a line while one types: touched, it opens
    page.locator(".item").first.get_by_role("button", name="Corriger").click()
    expect(page.locator("[name='points.1']")).to_have_value("59")
    expect(page.locator("#coup .toast[data-back]")).to_be_focused()  # no digits over the cards
    expect(page.locator("#coup .dealer")).to_be_visible()
    expect(page.locator("#coup-title")).to_have_text("Le coup 1")
    expect(page.locator("#coup [data-stale]")).to_be_hidden()
    page.locator("[name='points.1']").fill("54")
    page.locator("[name='points.3']").fill("36")
    expect(page.locator("#coup .toast[data-back] button")).to_be_visible()
    hand.tap(SEND_BUTTON)
    expect(page.locator(".item .said").first).to_contain_text("Anne 54")
    expect(page.locator("[name='points.1']")).to_have_value("11")
    page.locator(".item").nth(1).get_by_text("Jeter").first.click()
    page.get_by_role("button", name="Jeter : il ne sera pas marqué").click()
    expect(page.locator("#waiting .item")).to_have_count(1)
    context.set_offline(False)
    expect(page.locator("#waiting .state")).to_have_text("enregistré")
    assert read_recorded_points() == [(1, 54)]


def test_a_coup_whose_reply_is_lost_is_recorded_once_though_two_tabs_send_it(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors
) -> None:
    """Over a Wi-Fi that swallows the first two replies: the tab is closed, and two others open with the same coup."""
    page_errors.expect("ERR_EMPTY_RESPONSE|ERR_CONNECTION")
    script = LossScript(1, match="POST /t/coup", first=[Fate.SWALLOWED, Fate.SWALLOWED])
    with Proxy(("127.0.0.1", live.port), script) as wifi:
        address = f"http://{HALL_NAME}:{wifi.port}"
        context = new_context(**PHONE)
        page = context.new_page()
        hand = TableUser(page).sit_down(address, get_table_by_number())
        send_coup(hand, 59, 30)
        expect(page.locator("#waiting .maybe")).to_be_visible()
        expect(page.locator("#waiting").get_by_role("button", name="Corriger")).to_be_hidden()
        assert read_recorded_points() == [(1, 59)]
        page.close()
        tabs = [context.new_page(), context.new_page()]
        for tab in tabs:
            tab.goto(f"{address}/t")
            wait_for_coup(tab, 1)
            expect(tab.locator("#waiting")).to_be_hidden()
            expect(tab.locator("#coup-title")).to_have_text("Le coup 2")
        assert read_recorded_points() == [(1, 59)]


def test_two_tabs_with_one_key_record_one_coup(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors
) -> None:
    """The same coup in both tabs is one; another one under the same key is shown beside it, not written over it."""
    page_errors.expect("409")
    context = new_context(**PHONE)
    first = TableUser(context.new_page()).sit_down(live.hall_url, get_table_by_number())
    first.tap_cards()
    first.type_points(59, 30)
    second = TableUser(context.new_page())
    second.page.goto(f"{live.hall_url}/t")
    expect(second.page.locator("[name='points.1']")).to_have_value("59")
    second.page.locator("[name='points.1']").fill("58")
    second.page.locator("[name='points.3']").fill("32")
    first.tap(SEND_BUTTON)
    wait_for_coup(first.page, 1)
    with second.page.expect_response("**/t/coup") as answered:
        second.tap(SEND_BUTTON)
    assert answered.value.status == 409
    expect(second.page.locator(".both")).to_contain_text("disait autre chose")
    assert read_recorded_points() == [(1, 59)]
    second.page.get_by_role("button", name="garder celui de la feuille").click()
    expect(second.page.locator("#waiting")).to_be_hidden()
    wait_for_coup(second.page, 1)
    assert read_recorded_points() == [(1, 59)]


def test_a_full_store_keeps_the_coup_on_the_screen_and_says_so(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors, axe: Axe
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    context = new_context(**PHONE)
    context.add_init_script(NO_STORE)
    page = context.new_page()
    hand = TableUser(page).sit_down(live.hall_url, get_table_by_number())
    context.set_offline(True)
    send_coup(hand, 59, 30)
    expect(page.locator("[data-refused]")).to_be_visible()
    expect(page.locator("#waiting .said")).to_contain_text("Anne 59")
    axe(page)
    context.set_offline(False)
    wait_for_coup(page, 1)
    expect(page.locator("[data-refused]")).to_be_hidden()
    assert read_recorded_points() == [(1, 59)]


def test_a_refused_coup_holds_up_the_queue_until_it_is_corrected(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors, axe: Axe
) -> None:
    """The user is also asked about a coup that another phone recorded meanwhile; then all are recorded, in order."""
    page_errors.expect("ERR_INTERNET_DISCONNECTED|409|422")
    context = new_context(**PHONE)
    page = context.new_page()
    hand = TableUser(page).sit_down(live.url, get_table_by_number())
    context.set_offline(True)
    page.locator("[name='points.3']").fill("20")
    hand.tap_cards()
    hand.type_points(59, 30)
    expect(page.locator(SEND_BUTTON)).to_contain_text("à corriger")
    hand.tap(SEND_BUTTON)  # a sum that cannot be is refused without the server
    expect(page.locator("#coup .error:focus")).to_be_in_viewport()
    page.locator("[name='points.3']").fill("58")
    page.locator("[name='points.1']").fill("32")  # that a loser of cards has too many points it alone can tell
    hand.tap(SEND_BUTTON)
    expect(page.locator("#waiting .item")).to_have_count(1)
    page.locator("[name='points.3']").fill("33")
    send_coup(hand, 57, 30)
    expect(page.locator("#waiting .item")).to_have_count(2)
    record_events(get_table_by_number(), build_coup(), actor="table:2")
    context.set_offline(False)
    expect(page.locator(".both[data-kind=stale] .card")).to_have_count(2)
    expect_states(page, "stopped", "kept")
    axe(page)
    assert_fits_width(page)
    page.locator("[data-decide=after]").click()
    expect(page.locator(".item .error").first).to_contain_text(re.compile(r"\b57\b"))
    expect_states(page, "stopped", "kept")
    page.locator(".item").first.get_by_role("button", name="Corriger").click()
    expect(page.locator("[name='points.1']")).to_have_value("32")
    page.locator("[name='points.1']").fill("59")
    page.locator("[name='points.3']").fill("31")
    hand.tap(SEND_BUTTON)
    wait_for_coup(page, 3)
    assert read_recorded_points() == [(1, 58), (2, 59), (3, 57)]


def test_an_old_page_of_an_updated_server_says_so_and_loses_nothing(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors, monkeypatch: pytest.MonkeyPatch
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    context = new_context(**PHONE)
    page = context.new_page()
    hand = TableUser(page).sit_down(live.hall_url, get_table_by_number())
    context.set_offline(True)
    send_coup(hand, 59, 30)
    expect(page.locator("#waiting .item")).to_have_count(1)
    monkeypatch.setattr(program_version, "compute_fingerprint", lambda: "another")
    with page.expect_navigation():
        context.set_offline(False)
    expect(page.locator("#renewed")).to_be_visible()
    wait_for_coup(page, 1)
    assert read_recorded_points() == [(1, 59)]
