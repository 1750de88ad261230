"""A tablet at a table: it opens its table's sheet of the next round by itself, says whether the screen stays on, and is
a device like others once its key is taken back."""

import pytest
from playwright.sync_api import Page, expect

from tests.book.round_builders import create_tournament, draw_and_publish
from tests.fixtures.live_server import LiveServer
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.actions.tables.tablets import make_tablet_key, revoke_tablet_key
from tournaments.models import Tournament

BATTERY = "navigator.getBattery = async () => ({ level: 0.12, charging: false });"


def fill() -> None:
    """Fill the database: an open evening of six in its first round."""
    tournament = create_tournament(6, "random")
    draw_and_publish(tournament, 1, (3, 3))
    open_tournament(tournament)


pytestmark = pytest.mark.start_from(fill=fill)


def test_a_tablet_opens_the_next_round_s_sheet_by_itself(live: LiveServer, page: Page, page_errors, axe) -> None:
    tournament = Tournament.objects.get()
    page.set_viewport_size({"width": 1024, "height": 768})
    page.add_init_script(BATTERY)
    page.clock.install()
    page.goto(f"{live.hall_url}/t#{make_tablet_key(tournament, 2)}")
    page.clock.run_for(3_000)
    bar = page.locator(".tablet")
    expect(bar).to_have_attribute("data-awake", "no")  # over plain http no browser keeps the screen on
    expect(bar).to_have_class("tablet noprint warn")
    assert "12" in bar.inner_text()
    assert page.url.endswith("/t")
    expect(page.locator("#sheet h1")).to_contain_text("2")
    first = page.evaluate("JSON.parse(localStorage['corbillon.tables']).current")
    axe(page)
    page.locator("[data-seat]").first.click()
    field = page.locator("#coup .points input").first
    field.fill("5")
    draw_and_publish(tournament, 2, (3, 3))
    with page.expect_response(lambda answer: "/t/tablet" in answer.url):
        page.clock.run_for(11_000)
    assert page.evaluate("JSON.parse(localStorage['corbillon.tables']).current") == first, "somebody is typing"
    field.fill("")
    expect(field).to_be_focused()
    page.clock.run_for(11_000)
    expect(page.locator("[data-seat]").first).to_be_visible()
    assert page.evaluate("JSON.parse(localStorage['corbillon.tables']).current") != first
    revoke_tablet_key(tournament, 2)
    page_errors.expect("404")
    page.clock.run_for(11_000)
    expect(bar).to_have_count(0)
    assert page.evaluate("localStorage['corbillon.tablet']") is None


def test_a_secure_page_keeps_the_screen_awake(live: LiveServer, page: Page) -> None:
    page.add_init_script(
        "navigator.wakeLock ??= {}; navigator.wakeLock.request = async () => ({ addEventListener() {}, release() {} });"
    )
    page.goto(f"{live.url}/t#{make_tablet_key(Tournament.objects.get(), 1)}")
    expect(page.locator(".tablet")).to_have_attribute("data-awake", "yes")
