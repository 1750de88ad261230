"""Long first names in the boxes of a coup, on the narrowest phones: they touch no rim, and all boxes and figures of a
row stand alike; where there is room, they stand on one line. And what a coup will do is whole above the digits."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.book.evening_builders import record_events
from tests.browser.conftest import PHONE
from tests.browser.phone_states import create_named_table
from tests.browser.table_user import TableUser, assert_fits_width, open_more
from tests.fixtures.amounts import choose_amount, pair_in_turn
from tests.fixtures.live_server import LiveServer
from tests.fixtures.screen_layout import CRAMPED, LARGE
from tournaments.actions.rounds.seating import set_sides
from tournaments.actions.tables.calls import call_arbiter
from tournaments.book.table_keys import table_key
from tournaments.models import Table

NAMES = ("Jean-Baptiste", "Marie-Antoinette", "José", "Odette")
FULL_NAME = "Marie-Antoinette de La Rochefoucauld"
CALLED = {"type": "coup", "caller": "1", "bid": 61, "called": "R♥", "partner": "4", "points": 70}
ROWS = """() => [...document.querySelectorAll('.pick.five')].map((row) => [...row.querySelectorAll('.pk')]
    .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect()))
    .map((boxes) => [new Set(boxes.map(({ top }) => top)).size,
        Math.min(...boxes.slice(1).map(({ left }, n) => Math.round(left - boxes[n].right)))])"""
LINES = """(name) => { const range = document.createRange(); range.selectNodeContents(name);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size; }"""


def fill_long_names() -> None:
    """Fill the database: four at Brusquembille and at a club's own game, two against two at Briscola, five at chiamata,
    two at Briscan."""
    create_named_table("brusquembille", 4, NAMES)
    set_sides(create_named_table("briscola", 4, (NAMES[0], "José", FULL_NAME, "Odette")), True)
    create_named_table("marque", 4, NAMES, preset="points")
    create_named_table("briscan", 2, NAMES)
    record_events(
        create_named_table("chiamata", 5, ("Marie-Antoinette", "Nguyễn", "Jean-Baptiste", "Paul", "Zoé")), CALLED
    )


pytestmark = pytest.mark.start_from(fill=fill_long_names)


@pytest.mark.parametrize(("game", "width"), pair_in_turn(["brusquembille", "marque", "briscan"], [320, 360, 412]))
def test_long_names_touch_no_rim_and_push_nothing_aside(
    live: LiveServer, new_context: Callable[..., BrowserContext], game: str, width: int
) -> None:
    page = new_context(**PHONE | {"viewport": {"width": width, "height": 640}}).new_page()
    TableUser(page).sit_down(live.hall_url, Table.objects.get(round__tournament__game=game))
    assert page.evaluate(CRAMPED) == []
    names = page.locator(":is(.places, .marks, .who) bdi:not(.hide):visible")
    if game != "brusquembille":
        assert {name.evaluate(LINES) for name in names.all()} == {1}


def test_five_names_stand_apart_in_one_row(live: LiveServer, new_context: Callable[..., BrowserContext]) -> None:
    """The second deals, which is said in two words in Italian: they made the row too wide for the fifth."""
    options = PHONE | {"viewport": {"width": 320, "height": 640}, "extra_http_headers": {"Accept-Language": "it"}}
    page = new_context(**options).new_page()
    TableUser(page).sit_down(live.hall_url, Table.objects.get(round__tournament__game="chiamata"))
    rows = page.evaluate(ROWS)
    assert [lines for lines, _gap in rows] == [1, 1]
    assert min(gap for _lines, gap in rows) >= 2
    assert page.evaluate(CRAMPED) == []


@pytest.mark.parametrize(("game", "typed"), [
    ("briscola", {"points.1": 72}),
    ("brusquembille", {"points.1": 31, "points.2": 32, "points.3": 33}),
    ("chiamata", {"bid": 75, "points": 78}),
    ("marque", {"points.1": 31, "points.2": 32, "points.3": 33, "points.4": 34}),
][:: choose_amount(2, 1)])  # fmt: skip
def test_what_a_coup_will_do_is_whole_above_the_digits(
    live: LiveServer, new_context: Callable[..., BrowserContext], game: str, typed: dict[str, int]
) -> None:
    """The arbiter's banner above them leaves the least room."""
    table = Table.objects.get(round__tournament__game=game)
    call_arbiter(table, actor="table:1")
    page = new_context(**PHONE | {"viewport": {"width": 320, "height": 640}}).new_page()
    with page.expect_response("**/score_*.js"):  # by then it brings what is told into sight
        TableUser(page).sit_down(live.hall_url, table)
    for name, value in (("caller", 4), ("rank", "R"), ("suit", "♥"), ("partner", 5)) if game == "chiamata" else ():
        page.locator(f"#coup label:has([name='{name}'][value='{value}'])").tap()
    for name, number in typed.items():
        page.locator(f"#coup [name='{name}']").tap()
        page.keyboard.type(str(number))
    expect(page.locator("#preview:not([data-old])")).to_be_visible()
    expect(page.locator("#preview .hint")).to_have_count(0)
    told, pad = (page.locator(part).bounding_box() for part in ("#preview", ".pad"))
    assert told
    assert pad
    assert told["y"] + told["height"] <= pad["y"]
    expect(page.locator("#coup :focus")).to_be_in_viewport(ratio=1)


def test_who_is_asked_who_marks_sees_no_name_beside_the_screen(
    live: LiveServer, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context(**PHONE).new_page()
    page.goto(f"{live.hall_url}/t#{table_key(Table.objects.get(round__tournament__game='briscola'))}")
    page.locator("[data-seat='1']").wait_for()
    page.evaluate(LARGE, "200%")
    expect(page.locator("html.large")).to_be_attached()
    assert_fits_width(page)


@pytest.mark.parametrize(("game", "form"), [("briscola", "#leave"), ("brusquembille", "#penalty")])
def test_who_is_chosen_for_a_departure_or_a_penalty_is_named_within_his_box(
    live: LiveServer, new_context: Callable[..., BrowserContext], game: str, form: str
) -> None:
    page = new_context(**PHONE | {"viewport": {"width": 320, "height": 640}}).new_page()
    TableUser(page).sit_down(live.hall_url, Table.objects.get(round__tournament__game=game))
    open_more(page)
    page.evaluate("() => document.querySelectorAll('.other, .other details').forEach((one) => { one.open = true; })")
    names = page.locator(f"{form} .pick label").filter(has=page.locator("[name='player']"))
    expect(names).to_have_count(4)
    beyond = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert names.evaluate_all(beyond) == []
    assert {name.locator("bdi").evaluate(LINES) for name in names.all()} == {1}
