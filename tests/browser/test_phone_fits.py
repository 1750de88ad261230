"""Each game on one screen of a phone, under a browser's own bar as well: nothing to scroll, whatever panel is open; and
what a table of Brusquembille is told while it plays."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.book.evening_builders import create_evening
from tests.browser.conftest import PHONE
from tests.browser.phone_states import GAMES, enter_marks
from tests.browser.table_user import (
    TableUser,
    assert_fits_width,
    assert_large_targets,
    assert_nothing_scrolls,
    close_more,
    open_more,
)
from tests.fixtures.amounts import IS_LONG
from tests.fixtures.live_server import LiveServer
from tournaments.actions.rounds.seating import set_sides
from tournaments.book.table_keys import table_key
from tournaments.models import Record, Table

Axe = Callable[[Page], None]
NewContext = Callable[..., BrowserContext]
TWO_MARKS = [
    {"key": "petit", "name": "Petit au bout", "points": 10, "who": "one"},
    {"key": "misere", "name": "Misère", "points": -10, "who": "each"},
]
SMALL = PHONE | {"viewport": {"width": 360, "height": 655}}  # under a browser's own bar


def fill_tables_of_every_game() -> None:
    """Fill the database: a table of each game and its most players, in the long form of each number; three and two
    against two at Brusquembille, and a tarot with two marks."""
    if not IS_LONG:
        create_evening(3)
    for (game, preset), sizes in GAMES.items():
        for size in sizes if IS_LONG else sizes[-1:]:
            create_evening(size, game=game, preset=preset)
    set_sides(Table.objects.get(round__tournament=create_evening(4)), True)
    create_evening(5, game="marque", preset="tarot", marks=TWO_MARKS)


pytestmark = pytest.mark.start_from(fill=fill_tables_of_every_game)


def get_table(game: str, size: int) -> Table:
    tables = Table.objects.filter(round__tournament__game=game).order_by("pk")
    return next(table for table in tables if table.seats.count() == size)


def assert_one_screen(page: Page, form: str = "#coup") -> None:
    """Assert that the page is no higher than the window, and its form ends above the button at the foot."""
    assert_fits_width(page)  # first: a page that is too wide is shown smaller, in a window that is higher
    height = "() => document.documentElement.scrollHeight - innerHeight"
    assert page.evaluate(height) <= 0, page.evaluate(height)
    assert_nothing_scrolls(page, form)
    assert_large_targets(page)
    expect(page.locator(f"{form} .mark input:not([enterkeyhint])")).to_have_count(0)


def enter_by_points(page: Page, count: int) -> None:
    """Type everybody's points but the last, going on by the keyboard's «next»."""
    page.locator("#coup .points input").first.focus()
    for number in range(11, 10 + count):
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
    expect(page.locator("#coup .points .auto")).to_have_count(1)
    if page.locator(".deck").count():
        expect(page.locator("#who")).to_be_visible()
        assert_one_screen(page)
        for fate in ("1+", "2+", "1+", "2-", "2+", "1-", "2+", "1-"):
            page.locator(f"[data-say='{fate}']").click()
        expect(page.locator("#wrong-points .error").first).to_be_visible()
        expect(page.locator("#wrong-points [data-put]")).to_have_text("Mettre 22")


def enter_auction(page: Page) -> None:
    for name, value in (("caller", 4), ("rank", "R"), ("suit", "♥"), ("partner", 5)):
        page.locator(f"#coup label:has([name='{name}'][value='{value}'])").click()
        if name == "caller":
            page.keyboard.type("75")  # the bid's field has the focus
            page.keyboard.press("Enter")
            expect(page.locator("[name='rank']").first).to_be_focused()
    page.keyboard.type("78")
    page.keyboard.press("Enter")
    expect(page.locator("#send")).to_be_focused()
    expect(page.locator("#preview")).to_contain_text("78")


def enter_announcements_and_end(page: Page, axe: Axe) -> None:
    """Announce a sequence and three mariages; then count the end by the keyboard's «next» and two taps."""
    page.locator("#send").click()  # the turn-up is missing: it asks for it
    assert_one_screen(page)
    page.locator("[data-card='9♥']").click()
    page.locator("[data-announce='1']").click()
    assert_one_screen(page)
    page.locator("[data-kind='sequence']").click()
    page.locator("[data-card='D♠']").click()
    page.locator("[data-card='10♠']").click()
    assert_one_screen(page)
    page.locator("[data-add]").click()
    for seat, card in ((1, "D♥"), (2, "D♦"), (2, "D♣")):
        page.locator(f"[data-announce='{seat}']").click()
        page.locator("[data-kind='mariage']").click()
        page.locator(f"[data-card='{card}']").click()
    expect(page.locator(".running")).to_contain_text("40")
    assert_one_screen(page)
    axe(page)
    page.locator("#send").click()  # the end is missing: it opens, at its first field
    expect(page.locator("[name='tricks_won.1']")).to_be_focused()
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    page.keyboard.type("60")
    for name in ("last", "last_five"):
        page.locator(f"#coup label:has([name='{name}'][value='1'])").click()
    expect(page.locator("#preview")).to_contain_text("Basile")
    axe(page)


def test_the_first_coup_of_every_game_fits_one_screen(live: LiveServer, new_context: NewContext, axe: Axe) -> None:
    """The first coup asks for its dealer as well: the others need no more room."""
    page = new_context(**SMALL).new_page()
    page.goto(f"{live.hall_url}/t")
    for table in Table.objects.select_related("round__tournament").order_by("pk"):
        game = table.round.tournament.game
        page.evaluate("key => { location.hash = key }", table_key(table))
        page.locator("[data-seat='1']").click()
        expect(page.locator("#coup .dealer")).to_be_visible()
        assert_one_screen(page)
        if game == "chiamata":
            enter_auction(page)
        elif game == "briscan":
            enter_announcements_and_end(page, axe)
        elif game == "marque":
            list(enter_marks(page))
        elif game != "brisque":  # whose form is Briscan's
            enter_by_points(page, page.locator("#coup .points input").count())
        assert_one_screen(page)
        if table.seats.count() == GAMES.get((game, None), (0,))[-1]:
            assert_cards_fit(page)


def test_five_with_two_marks_fit_the_smallest_screen(live: LiveServer, new_context: NewContext) -> None:
    page = new_context(**PHONE | {"viewport": {"width": 320, "height": 640}}).new_page()
    TableUser(page).sit_down(live.hall_url, Table.objects.latest("pk"))
    for place, number in enumerate((-270, 120, -120, 135), 1):
        page.locator(f"#coup [name='points.{place}']").fill(str(number))
    page.locator(".primes label").first.tap()
    for holder in page.locator(".primes .beside").last.locator("label").all()[:4]:
        holder.tap()  # each may have it: four do
    expect(page.locator("#preview")).to_contain_text("On marque")
    assert_one_screen(page)


def assert_cards_fit(page: Page) -> None:
    """Assert that the coup card by card has one screen as well, before its first card and after some."""
    open_more(page)
    page.locator(".bycard > summary").click()
    assert_one_screen(page, "#tricks")
    page.evaluate(
        "() => [...document.querySelectorAll('#tricks [data-play]')].slice(0, 9).forEach((one) => one.click())"
    )
    expect(page.locator("#tricks .totals, #tricks .so-far .error").first).to_be_visible()
    assert_one_screen(page, "#tricks")


def test_a_table_that_pays_as_it_plays_is_told_who_pays_whom(
    live: LiveServer, new_context: NewContext, axe: Axe
) -> None:
    """Nothing is recorded before the coup; what is said of it then follows from the cards that were marked."""
    page = new_context(**SMALL).new_page()
    hand = TableUser(page).sit_down(live.hall_url, get_table("brusquembille", 3))
    open_more(page)
    page.locator("[data-paying]").check()
    axe(page)
    close_more(page)
    for card, fate, told in (
        ("AP", "2+", "Chacun donne 2 jetons à Basile."),
        ("10C", "1-", "Anne donne 1 jeton à chacun."),
    ):
        hand.tap(f"[data-card='card.{card}']")
        hand.tap(f"[data-say='{fate}']")
        expect(page.locator("#preview [data-paid]:visible")).to_contain_text(told)
        expect(page.locator("#who")).to_be_hidden()
    page.reload()
    expect(page.locator("#coup.pays #said-count")).to_have_text("2 sur 8")
    hand.type_points(38, 52)
    expect(page.locator("#preview [data-pot]")).to_contain_text("Basile")
    assert Record.objects.count() == 0
