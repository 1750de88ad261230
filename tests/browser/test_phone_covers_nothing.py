"""A table's page on the narrowest phone, with letters at twice their size, and held across: nothing lies over anything
that is read, and no word is broken. A sample of what `benchmarks/phone_layout.py` walks in whole: the fullest forms,
in the language whose words are longest there."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import PHONE, PageErrors
from tests.browser.phone_states import ENTERING, create_named_table, play_to_end, walk_coup, walk_offline
from tests.browser.table_user import TableUser, open_more
from tests.fixtures.live_server import LiveServer
from tests.fixtures.screen_layout import LARGE, SCREENS, sweep
from tournaments.book.table_keys import table_key
from tournaments.models import Table

SAMPLE = {name: SCREENS[name] for name in ("320x640", "landscape")}
STATES = {"blank", "card 5", "said", "ready", "marked", "taken back", "waits", "ready, one waits"}


def fill_fullest_tables() -> None:
    """Fill the database: five at Brusquembille, two camps of three at Briscola, five at chiamata, two at Brisque who
    have played to the end."""
    create_named_table("brusquembille", 5)
    create_named_table("briscola", 6)
    create_named_table("chiamata", 5)
    play_to_end(create_named_table("brisque", 2))


pytestmark = pytest.mark.start_from(fill=fill_fullest_tables)


def test_nothing_is_covered_and_no_word_is_broken(
    live: LiveServer, new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    narrow = {"width": 320, "height": 640}
    page = new_context(**PHONE | {"viewport": narrow, "extra_http_headers": {"Accept-Language": "it"}}).new_page()
    hand = TableUser(page).sit_down(live.hall_url, Table.objects.get(round__tournament__game="brusquembille"))
    faults = []
    for walk in (walk_coup, walk_offline):
        for state in walk(hand):
            if state in STATES:
                faults += [f"{state}: {fault}" for fault in sweep(page, SAMPLE)]
    assert faults == []


def test_six_at_briscola_are_two_camps(live: LiveServer, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(**PHONE).new_page()
    TableUser(page).sit_down(live.hall_url, Table.objects.get(round__tournament__game="briscola"))
    expect(page.locator(".camps > .place")).to_have_count(2)
    expect(page.locator(".camps > .place .name")).to_have_count(6)


def test_who_is_asked_before_holdings_are_told(live: LiveServer, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(**PHONE).new_page()
    page.goto(f"{live.hall_url}/t#{table_key(Table.objects.get(round__tournament__game='briscola'))}")
    expect(page.locator(".ask ~ .places")).to_be_visible()


def test_cards_are_no_wider_than_the_screen(live: LiveServer, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(**PHONE, extra_http_headers={"Accept-Language": "it"}).new_page()
    TableUser(page).sit_down(live.hall_url, Table.objects.get(round__tournament__game="briscola"))
    open_more(page)
    page.locator(".bycard > summary").click()
    expect(page.get_by_role("button", name="asso di spade")).to_be_visible()
    assert list(sweep(page, {"320x640": (320, 640)})) == []
    page.evaluate(LARGE, "200%")
    expect(page.locator("html.flow")).to_be_attached()
    page.locator(".bycard > summary").click()  # it leads back, and nothing lies over it
    expect(page.locator(".bycard[open]")).to_have_count(0)


@pytest.mark.long
def test_no_strip_at_the_foot_covers_large_letters(
    live: LiveServer, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context(**PHONE | {"viewport": {"width": 320, "height": 640}}).new_page()
    page.goto(f"{live.hall_url}/t#{table_key(Table.objects.get(round__tournament__game='brisque'))}")
    page.locator("[data-seat='1']").click()
    expect(page.locator(".at-foot")).to_be_visible()
    strip = "() => getComputedStyle(document.querySelector('.play'), '::after').content"
    assert page.evaluate(strip) == '""'  # under the button, where it stands at the foot
    page.evaluate(LARGE, "200%")
    expect(page.locator("html.flow")).to_be_attached()
    assert page.evaluate(strip) == "none"


@pytest.mark.long
def test_no_name_is_painted_over_the_button_of_large_letters(
    live: LiveServer, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context(**PHONE | {"viewport": {"width": 320, "height": 640}}).new_page()
    TableUser(page).sit_down(live.hall_url, Table.objects.get(round__tournament__game="brusquembille"))
    list(ENTERING["brusquembille"](page))
    page.evaluate(LARGE, "200%")
    expect(page.locator("html.large #send:not(:has(.todo))")).to_be_visible()
    layer = "(one) => Number(getComputedStyle(one).zIndex)"  # a label takes no touch: no point of the page tells it
    assert page.locator("#coup .bar").evaluate(layer) > page.locator(".mark.named label").first.evaluate(layer)


def test_that_nothing_answers_takes_two_lines_of_the_narrowest_head(
    live: LiveServer, new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    page = new_context(**PHONE | {"viewport": {"width": 320, "height": 640}}).new_page()
    hand = TableUser(page).sit_down(live.hall_url, Table.objects.get(round__tournament__game="chiamata"))
    page.context.set_offline(True)
    list(ENTERING["chiamata"](hand.page, told=False))
    page.locator("#send").click()
    said = page.locator("#trouble [data-since]")
    lines = "(one) => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)"
    expect(said).to_be_visible()
    assert round(said.evaluate(lines)) == 2


@pytest.mark.long
def test_large_letters_keep_a_corrections_button_in_sight(
    live: LiveServer, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context(**PHONE | {"viewport": {"width": 320, "height": 640}}).new_page()
    table = Table.objects.get(round__tournament__game="brusquembille")
    TableUser(page).sit_down(live.hall_url, table)
    list(ENTERING["brusquembille"](page))
    page.locator("#send").click()
    expect(page.locator("#coup-title")).to_contain_text("2")
    page.evaluate(LARGE, "200%")
    expect(page.locator("html.large [data-toast]")).to_be_visible()
    open_more(page)
    page.locator(".more .undo > summary").click()
    page.locator("[hx-get='/t/correct/1'] button").click()
    expect(page.locator("html.large #correct .at-foot")).to_be_in_viewport(ratio=1)


def test_the_first_tap_after_a_coup_that_waits_is_heard(
    live: LiveServer, new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> None:
    """On a phone held across; what waits takes less room while one types, and the form stays under the finger."""
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    page = new_context(**PHONE | {"viewport": {"width": 640, "height": 320}}).new_page()
    TableUser(page).sit_down(live.hall_url, Table.objects.get(round__tournament__game="chiamata"))
    page.context.set_offline(True)
    list(ENTERING["chiamata"](page, told=False))
    page.locator("#send").click()
    expect(page.locator("#waiting .item")).to_have_count(1)
    page.locator("#coup label:has([name='caller'][value='4'])").click()
    expect(page.locator("[name='caller'][value='4']")).to_be_checked()


def test_the_button_never_lies_over_the_digits(live: LiveServer, new_context: Callable[..., BrowserContext]) -> None:
    """Held across the page flows, and its button may come to stand where the digits are."""
    page = new_context(**PHONE | {"viewport": {"width": 915, "height": 412}}).new_page()
    TableUser(page).sit_down(live.hall_url, Table.objects.get(round__tournament__game="chiamata"))
    expect(page.locator("html.flow .bar").first).to_have_css("z-index", "auto")


def test_a_phone_without_the_cards_styles_says_so_and_shows_them_once_they_come(
    live: LiveServer, new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> None:
    """Its network went away before they came."""
    page_errors.expect("ERR_FAILED")
    page = new_context(**PHONE).new_page()
    page.clock.install()
    page.route("**/css/cards*.css", lambda route: route.abort())
    page.route("**/js/table_extras*.js", lambda route: route.abort())
    TableUser(page).sit_down(live.hall_url, Table.objects.get(round__tournament__game="briscola"))
    open_more(page)
    page.locator(".bycard > summary").click()
    expect(page.locator(".bycard > .notice")).to_be_visible()
    expect(page.locator("#tricks")).to_be_hidden()
    page.unroute_all()
    page.clock.fast_forward("00:30")
    expect(page.locator("#tricks")).to_be_visible()
