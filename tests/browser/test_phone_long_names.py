"""Long first names in the boxes of a coup, on the narrowest phones: they touch no rim, and all boxes and figures of a
row stand alike; where there is room, they stand on one line."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.conftest import PHONE
from tests.browser.phone_states import create_named_table
from tests.browser.table_user import TableUser
from tests.fixtures.live_server import LiveServer
from tests.fixtures.screen_layout import CRAMPED
from tournaments.models import Table

NAMES = ("Jean-Baptiste", "Marie-Antoinette", "José", "Odette")
LINES = """(name) => { const range = document.createRange(); range.selectNodeContents(name);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size; }"""


def fill_long_names() -> None:
    """Fill the database: four at Brusquembille and at a club's own game, two at Briscan."""
    create_named_table("brusquembille", 4, NAMES)
    create_named_table("marque", 4, NAMES, preset="points")
    create_named_table("briscan", 2, NAMES)


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
