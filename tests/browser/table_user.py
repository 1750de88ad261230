"""One user at a table's page, for the browser tests of the table: taps, types, and counts both."""

from playwright.sync_api import Page, expect

from tests.book.evening_builders import create_table
from tests.web.phone_client import CARDS, EXAMPLE
from tournaments.book.table_keys import table_key
from tournaments.models import Record, Table

SEND_BUTTON = "button#send"
MINIMUM_TARGET_PX = 44
SMALL_TARGETS = """(least) => {
const inSentence = (one) => one.matches('a') && getComputedStyle(one).display === 'inline'
    && [...one.parentElement.childNodes].some((part) => part.nodeType === 3 && part.textContent.trim());
return [...document.querySelectorAll('a[href], button, summary, select, input:not([type=hidden])')]
    .map((one) => one.matches('[type=radio], [type=checkbox]') ? one.closest('label') ?? one.labels[0] ?? one : one)
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches('.skip') && !inSentence(one))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, box]) => box.width && (box.height < least - .01 || box.width < least - .01))
    .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${box.width}x${box.height}`) }"""


def fill_one_table() -> None:
    """Fill the database: one table of three, with two coups to play."""
    create_table(coups=2)


class TableUser:
    """One user at a page: taps, types, and counts every tap and every digit."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).click()

    def type(self, digits: str) -> None:
        self.taps += len(digits)
        self.page.keyboard.type(digits)

    def type_points(self, *numbers: int) -> None:
        """Type these points, in the order of the seats."""
        for place, number in enumerate(numbers, 1):
            self.tap(f"input[name='points.{place}']")
            self.type(str(number))

    def tap_cards(self, fates: tuple[str, ...] = EXAMPLE) -> None:
        """Touch the first card, then only answer: the page asks for the next card by itself."""
        self.tap(f"[data-card='card.{CARDS[0]}']")
        for fate in fates:
            self.tap(f"[data-say='{fate}']")

    def send_coup(self) -> None:
        """Enter a whole coup of three, wait for its preview, and send it."""
        self.type_points(58, 37)
        self.tap_cards()
        expect(self.page.locator("#preview .moves")).to_be_visible()
        self.tap(SEND_BUTTON)

    def sit_down(self, address: str, table: Table, seat: int = 1) -> "TableUser":
        """Open the table's page by its key, take this seat and wait for the form. Return this user."""
        self.page.goto(f"{address}/t#{table_key(table)}")
        self.page.locator(f"[data-seat='{seat}']").click()
        expect(self.page.locator("#coup")).to_be_visible()
        return self


def get_table_by_number(n: int = 1) -> Table:
    return Table.objects.get(n=n)


def wait_for_coup(page: Page, n: int) -> None:
    """Wait until coup n is the last one on the sheet."""
    expect(page.locator("#last")).to_have_text(f"Coup {n}")


def open_more(page: Page) -> None:
    """Open what stands behind «•••»: the last line, the cards one by one, penalties, paper, the arbiter."""
    page.locator(".more > summary").click()


def close_more(page: Page) -> None:
    """Close it again: the coup is there as it was."""
    page.locator(".more > summary").click()


def assert_nothing_scrolls(page: Page, form: str = "#coup") -> None:
    """Assert that the coup's form ends above the button at the foot, where one is in sight, and that nothing has
    scrolled."""
    ends = """(form) => { const bottoms = [...document.querySelectorAll(`${form} > *`)]
        .filter((part) => part.checkVisibility() && !part.matches('.bar, .toast, .hide, [type=hidden]'))
        .map((part) => part.getBoundingClientRect().bottom);
        const bar = document.querySelector(`${form} .bar`);
        const foot = bar.checkVisibility() ? bar.getBoundingClientRect().top : innerHeight;
        return [scrollY, Math.max(...bottoms), foot]; }"""
    scrolled, end, foot = page.evaluate(ends, form)
    assert scrolled == 0, (scrolled, end, foot)
    assert end <= foot, (scrolled, end, foot)


def assert_fits_width(page: Page) -> None:
    """Assert that nothing hangs over the right edge, once the page has its styles. A phone's innerWidth would grow with
    what does."""
    page.wait_for_load_state("load")
    assert page.evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"), page.url


def assert_large_targets(page: Page) -> None:
    """Assert that everything one taps is at least 44 px wide and high; a link within a sentence is as high as its
    line."""
    small = page.evaluate(SMALL_TARGETS, MINIMUM_TARGET_PX)
    assert not small, small


def assert_zoomable(page: Page) -> None:
    """Assert that at twice the font size no text is cut off and nothing hangs over the right edge."""
    page.evaluate("() => document.documentElement.style.setProperty('font-size', '200%')")
    if page.url.split("#")[0].endswith("/t"):
        expect(page.locator("html.large")).to_be_attached()
    assert_fits_width(page)
    cut = """() => [...document.querySelectorAll('.btn, .bru .face, .state, .say, h1, h2, summary, legend')]
        .filter((one) => one.checkVisibility() && !one.matches('.hide') && getComputedStyle(one).display !== 'inline')
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent)"""
    assert page.evaluate(cut) == []
    page.evaluate("() => document.documentElement.style.removeProperty('font-size')")


def fill_table_of_four_coups() -> None:
    """Fill the database: one table of three with four coups to play."""
    create_table(coups=4)


def send_coup(hand: TableUser, first: int, second: int) -> None:
    """Enter and send a coup without waiting for the server: the cards first, since the points may be previewed or
    not."""
    hand.tap_cards()
    hand.type_points(first, second)
    hand.tap(SEND_BUTTON)


def read_recorded_points() -> list[tuple[int, int]]:
    """Return the number and the first seat's points of each record."""
    return [(record.number, record.body["points"]["1"]) for record in Record.objects.order_by("number")]


def poll(page: Page) -> None:
    """Let the page look, as it does by itself every 20 seconds."""
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
