"""Installation of the table's page: at a secure address it installs and opens without network; elsewhere nothing of it
is tried."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE, PageErrors
from tests.browser.table_user import (
    TableUser,
    fill_table_of_four_coups,
    get_table_by_number,
    read_recorded_points,
    send_coup,
    wait_for_coup,
)
from tests.fixtures.live_server import LiveServer
from tournaments.views import program_version

Axe = Callable[[Page], None]
NewContext = Callable[..., BrowserContext]
CACHED_ADDRESSES = "() => caches.open('corbillon-another').then(one => one.keys()).then(all => all.map(one => one.url))"
READY = "() => navigator.serviceWorker.ready.then(one => one.active.state !== 'redundant' && caches.keys())"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"

pytestmark = pytest.mark.start_from(fill=fill_table_of_four_coups)


def test_an_installed_page_opens_offline_and_an_update_loses_no_coup(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors, axe: Axe, monkeypatch: pytest.MonkeyPatch
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED|ERR_FAILED")
    context = new_context(**PHONE, service_workers="allow")
    page = context.new_page()
    hand = TableUser(page).sit_down(live.url, get_table_by_number())
    check_manifest_and_icons(live, page)
    (kept,) = page.evaluate(READY)
    page.wait_for_function(CONTROLLED)
    hand.tap_cards()
    hand.type_points(59, 30)
    hand.tap("button#send")
    wait_for_coup(page, 1)
    context.set_offline(True)
    page.reload()
    wait_for_coup(page, 1)
    expect(page.locator("#trouble [data-since] time")).to_have_text(re.compile(r"\d\d:\d\d"))
    axe(page)
    send_coup(hand, 58, 30)
    expect(page.locator("#waiting .state")).to_have_attribute("data-state", "kept")
    page.close()
    page = context.new_page()
    page.goto(f"{live.url}/t")
    expect(page.locator("#waiting .state")).to_have_attribute("data-state", "kept")
    monkeypatch.setattr(program_version, "compute_fingerprint", lambda: "another")
    with page.expect_navigation():
        context.set_offline(False)
    wait_for_coup(page, 2)
    expect(page.locator("#renewed")).to_be_visible()
    assert read_recorded_points() == [(1, 59), (2, 58)]
    page.wait_for_function("() => caches.keys().then(names => names.join() === 'corbillon-another')")
    assert kept != "corbillon-another"
    asked = page.evaluate(CACHED_ADDRESSES)
    assert not [url for url in asked if "/t/" in url]


def check_manifest_and_icons(live: LiveServer, page: Page) -> None:
    """Assert that the manifest opens the table's page and that its icons have the sizes it gives."""
    address = page.locator("link[rel=manifest]").get_attribute("href")
    told = json.loads(page.request.get(f"{live.url}{address}").text())
    assert (told["start_url"], told["display"]) == ("/t", "standalone")
    for icon in told["icons"]:
        found = page.request.get(f"{live.url}{icon['src']}")
        width = int.from_bytes(found.body()[16:20])
        assert (found.status, f"{width}x{width}") == (200, icon["sizes"])


def test_over_plain_http_no_manifest_and_no_service_worker_is_loaded(live: LiveServer, new_context: NewContext) -> None:
    """The console reports no error either."""
    page = new_context(**PHONE, service_workers="allow").new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    TableUser(page).sit_down(live.hall_url, get_table_by_number())
    assert not page.evaluate("isSecureContext")
    assert page.locator("link[rel=manifest]").count() == 0
    assert not [url for url in asked if url.endswith(("sw.js", ".webmanifest"))]
