"""What a player must see at once on the narrowest phone, 320 × 640: nothing of it lies below the fold or behind the
button at the foot."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import PHONE, PageErrors
from tests.browser.phone_states import create_named_table, play_to_end
from tests.browser.table_user import SEND_BUTTON, TableUser, open_more, wait_for_coup
from tests.fixtures.live_server import LiveServer
from tests.fixtures.screen_layout import LARGE
from tournaments.actions.rounds.seating import set_sides
from tournaments.book.table_keys import table_key
from tournaments.models import Table

NARROW = PHONE | {"viewport": {"width": 320, "height": 640}}
FATES = ("1+", "2+", "1+", "2-", "2+", "1-", "3+", "1-")
LONG_NAMES = ("Jean-Baptiste Müller", "Nguyễn Thị Ánh", "Marie-Antoinette de La Rochefoucauld", "Gaël Petit")
SHORT_NAMES = ("Emmanuel", "Raymonde", "François", "Gaël")
NewContext = Callable[..., BrowserContext]


def fill_tables() -> None:
    """Fill the database: four at Brusquembille, of whom none has a name so long that it is set smaller; Briscan;
    four who have won and lost at Briscola, two against two."""
    create_named_table("brusquembille", 4, SHORT_NAMES)
    create_named_table("briscan", 2)
    together = create_named_table("briscola", 4, LONG_NAMES)
    set_sides(together, True)
    play_to_end(together)


pytestmark = pytest.mark.start_from(fill=fill_tables)


def sit_down(live: LiveServer, new_context: NewContext, game: str, seat: int = 1) -> TableUser:
    table = Table.objects.get(round__tournament__game=game)
    return TableUser(new_context(**NARROW).new_page()).sit_down(live.url, table, seat)


def type_coup(hand: TableUser, *points: int) -> None:
    hand.tap("[name='points.1']")
    for number in points:
        hand.type(str(number))
        hand.page.keyboard.press("Enter")
    for fate in FATES:
        hand.tap(f"[data-say='{fate}']")
    expect(hand.page.locator("#preview .moves")).to_be_visible()


def assert_in_sight(*parts: Locator) -> None:
    """Assert that these stand on the first screen whole, above the button at its foot."""
    for part in parts:
        expect(part).to_be_visible()
        foot = part.page.evaluate(
            """() => { const bar = document.querySelector('#coup .bar');
            return bar?.checkVisibility() ? bar.getBoundingClientRect().top : innerHeight }"""
        )
        box = part.bounding_box()
        assert box, box
        assert box["y"] >= 0, box
        assert box["y"] + box["height"] <= foot, (box, foot)


def scroll_up(page: Page) -> None:
    page.evaluate("() => scrollTo(0, 0)")


def test_the_brusquembilles_stand_in_two_rows_of_four(live: LiveServer, new_context: NewContext) -> None:
    hand = sit_down(live, new_context, "brusquembille")
    type_coup(hand, 58, 37, 25)
    tops = hand.page.locator("[data-card]").evaluate_all("(cards) => cards.map((card) => card.offsetTop)")
    assert sorted(tops.count(top) for top in set(tops)) == [4, 4], tops


def test_what_two_phones_disagree_about_is_on_the_first_screen_with_what_to_do(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors
) -> None:
    page_errors.expect("409")
    mine, hers = (sit_down(live, new_context, "brusquembille", seat) for seat in (1, 2))
    type_coup(hers, 57, 38, 25)
    type_coup(mine, 58, 37, 25)
    mine.tap(SEND_BUTTON)
    wait_for_coup(mine.page, 1)
    hers.tap(SEND_BUTTON)
    expect(hers.page.locator(".both .differs")).to_be_visible()
    expect(hers.page.locator("#coup-title")).to_contain_text("2")
    scroll_up(hers.page)
    assert_in_sight(hers.page.locator(".differs"), hers.page.locator("[data-decide='drop']"))
    assert_in_sight(hers.page.locator("[data-decide='replace']"))


def test_what_came_back_into_the_boxes_is_said_in_sight(live: LiveServer, new_context: NewContext) -> None:
    hand = sit_down(live, new_context, "brusquembille")
    type_coup(hand, 58, 37, 25)
    hand.tap(SEND_BUTTON)
    wait_for_coup(hand.page, 1)
    hand.page.locator("[data-toast] [data-undoes], form[data-undoes] button").first.click()
    expect(hand.page.locator("#preview .moves")).to_be_visible()
    assert_in_sight(hand.page.locator("h1"), hand.page.locator(".toast[data-back] [data-undone]"))


def test_a_penalty_marked_beside_a_coup_that_is_typed_is_told_in_sight(
    live: LiveServer, new_context: NewContext
) -> None:
    hand = sit_down(live, new_context, "brusquembille")
    type_coup(hand, 58, 37, 25)
    open_more(hand.page)
    hand.tap(".more .other > summary >> nth=0")
    hand.tap(".other > details > summary >> nth=0")
    hand.tap(".faults label >> nth=1")
    hand.tap("#penalty label:has([name='player']) >> nth=0")
    hand.tap("#penalty .btn")
    assert_in_sight(hand.page.locator("[data-toast] [data-undoes], form[data-undoes] button").first)


def test_who_won_is_read_before_anything_is_scrolled(live: LiveServer, new_context: NewContext) -> None:
    page = new_context(**NARROW).new_page()
    page.goto(f"{live.url}/t#{table_key(Table.objects.get(round__tournament__game='briscola'))}")
    page.locator("[data-seat='1']").click()
    for part in (".winner", ".result tbody tr:last-child"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_every_coup_that_can_be_mended_is_offered_without_scrolling(live: LiveServer, new_context: NewContext) -> None:
    hand = sit_down(live, new_context, "brusquembille")
    type_coup(hand, 58, 37, 25)
    hand.tap(SEND_BUTTON)
    wait_for_coup(hand.page, 1)
    open_more(hand.page)
    hand.page.locator(".last .undo > summary").click()
    scroll_up(hand.page)
    assert_in_sight(hand.page.locator(".last .undo"))


def test_what_a_coup_of_briscan_gives_is_in_sight_above_the_button(live: LiveServer, new_context: NewContext) -> None:
    hand = sit_down(live, new_context, "briscan")
    hand.tap("[data-pick='retourne']")
    hand.tap("#pack [data-card='9♥']")
    hand.tap(".end-of-coup > summary")
    hand.page.locator("[name='tricks_won.1']").fill("9")
    for name, value in (("last", 1), ("last_five", 0)):
        hand.tap(f"#coup label:has([name='{name}'][value='{value}'])")
    hand.page.locator("[name='card_points.2']").fill("49")
    hand.page.locator("[name='card_points.2']").blur()
    expect(hand.page.locator("#preview .moves > span")).to_have_count(2)
    scroll_up(hand.page)
    assert_in_sight(hand.page.locator("#preview"))


@pytest.mark.long
def test_letters_at_twice_their_size_leave_what_is_asked_first_and_what_is_ready_in_sight(
    live: LiveServer, new_context: NewContext
) -> None:
    hand = sit_down(live, new_context, "brusquembille")
    hand.page.evaluate(LARGE, "200%")
    expect(hand.page.locator("html.large")).to_be_attached()
    expect(hand.page.locator("[name='points.4']")).to_be_in_viewport(ratio=1)
    type_coup(hand, 58, 37, 25)
    scroll_up(hand.page)
    expect(hand.page.locator(SEND_BUTTON)).to_be_in_viewport(ratio=1)
