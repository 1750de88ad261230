"""Long first names in the boxes of a coup, on the narrowest phones: they touch no rim, and all boxes and figures of a
row stand alike; where there is room, they stand on one line."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext

from tests.book.evening_builders import record_events
from tests.browser.conftest import PHONE
from tests.browser.phone_states import create_named_table
from tests.browser.table_user import TableUser
from tests.fixtures.live_server import LiveServer
from tests.fixtures.screen_layout import CRAMPED
from tournaments.models import Table

NAMES = ("Jean-Baptiste", "Marie-Antoinette", "José", "Odette")
CALLED = {"type": "coup", "caller": "1", "bid": 61, "called": "R♥", "partner": "4", "points": 70}
ROWS = """() => [...document.querySelectorAll('.pick.five')].map((row) => [...row.querySelectorAll('.pk')]
    .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect()))
    .map((boxes) => [new Set(boxes.map(({ top }) => top)).size,
        Math.min(...boxes.slice(1).map(({ left }, n) => Math.round(left - boxes[n].right)))])"""
LINES = """(name) => { const range = document.createRange(); range.selectNodeContents(name);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size; }"""


def fill_long_names() -> None:
    """Fill the database: four at Brusquembille and at a club's own game, two at Briscan, five at Briscola chiamata."""
    create_named_table("brusquembille", 4, NAMES)
    create_named_table("marque", 4, NAMES, preset="points")
    create_named_table("briscan", 2, NAMES)
    record_events(
        create_named_table("chiamata", 5, ("Marie-Antoinette", "Nguyễn", "Jean-Baptiste", "Paul", "Zoé")), CALLED
    )


pytestmark = pytest.mark.start_from(fill=fill_long_names)


@pytest.mark.parametrize(("game", "whole"), [("brusquembille", False), ("marque", True), ("briscan", True)])
@pytest.mark.parametrize("width", [320, 360, 412])
def test_long_names_touch_no_rim_and_push_nothing_aside(
    live: LiveServer, new_context: Callable[..., BrowserContext], game: str, whole: bool, width: int
) -> None:
    page = new_context(**PHONE | {"viewport": {"width": width, "height": 640}}).new_page()
    TableUser(page).sit_down(live.hall_url, Table.objects.get(round__tournament__game=game))
    assert page.evaluate(CRAMPED) == []
    names = page.locator(":is(.places, .marks, .who) bdi:not(.hide):visible")
    if whole:
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
