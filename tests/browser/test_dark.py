"""Pages by night: dark where the device or the reader wants it so, and every text still readable there (4.5 to 1), by
the styles that the browser computes."""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.contrib.auth import get_user_model
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.browser.conftest import PHONE
from tests.browser.organiser_user import go_in
from tests.browser.phone_states import enter_by_points
from tests.browser.table_user import TableUser, get_table_by_number, open_more
from tests.fixtures.live_server import LiveServer
from tournaments.actions.people.members import add_member
from tournaments.models import Club, Tournament

NewContext = Callable[..., BrowserContext]
NIGHT, DAY = "rgb(18, 41, 31)", "rgb(247, 242, 230)"
GROUND = "() => getComputedStyle(document.body).backgroundColor"
PALE = """() => axe.run(document, { runOnly: ['color-contrast'], resultTypes: ['violations'], preload: false })
    .then(({ violations }) => violations.flatMap(({ nodes }) => nodes))
    .then((nodes) => nodes.map((node) => `${node.target}: ${node.failureSummary}`))"""


def fill_an_evening() -> None:
    """Fill the database: an evening of three with two coups played, and its organiser."""
    tournament = create_evening(3, coups=6)
    record_events(get_table(tournament), build_coup(), build_coup(40, 40, 40))
    user = get_user_model().objects.create_user("organiser")
    add_member(user, Club.objects.get())


pytestmark = pytest.mark.start_from(fill=fill_an_evening)


def assert_readable(page: Page, ground: str = NIGHT) -> None:
    """Assert that the page has this ground, and that every text on it has a contrast of 4.5 at least (3 in large
    type)."""
    assert page.evaluate(GROUND) == ground, page.url
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    assert page.evaluate(PALE) == [], page.url


def walk_table(page: Page, address: str) -> Iterator[str]:
    """Reach the states of a table's page that have colours of their own."""
    hand = TableUser(page).sit_down(address, get_table_by_number())
    yield "blank"
    yield from enter_by_points(page)
    hand.tap("#send")
    expect(page.locator("#coup-title")).to_contain_text("4")
    yield "marked"
    open_more(page)
    yield "more"


def test_a_tables_page_is_dark_and_readable_by_night(live: LiveServer, new_context: NewContext) -> None:
    page = new_context(**PHONE, color_scheme="dark").new_page()
    for _state in walk_table(page, live.hall_url):
        assert_readable(page)


def test_public_pages_and_the_desk_are_dark_and_readable_by_night(live: LiveServer, new_context: NewContext) -> None:
    page = new_context(color_scheme="dark").new_page()
    tournament, table = Tournament.objects.get(), get_table_by_number()
    go_in(page, live.url, "organiser")
    public = [reverse(name, args=[tournament.code]) for name in ("board", "standings", "public-rules")]
    desk = [reverse("prints", args=[tournament.pk]), reverse("desk-table", args=[table.pk]), reverse("players")]
    for path in (*public, "/", f"/desk/event/{tournament.pk}", f"/desk/event/{tournament.pk}/rounds", "/desk/", *desk):
        answer = page.goto(live.url + path)
        assert answer, path
        assert answer.ok, path
        assert_readable(page)


def test_the_switch_holds_for_this_browser_whatever_the_device_wants(live: LiveServer, page: Page) -> None:
    page.goto(live.url)
    assert_readable(page, DAY)
    page.locator("[data-look='dark']").click()
    assert_readable(page)
    page.reload()
    assert_readable(page)
    expect(page.locator("[data-look='dark']")).to_have_attribute("aria-pressed", "true")
    page.emulate_media(color_scheme="dark")
    page.locator("[data-look='light']").click()
    assert_readable(page, DAY)
    page.locator("[data-look='']").click()
    assert_readable(page)
