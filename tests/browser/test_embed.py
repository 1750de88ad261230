"""A view of an evening in a frame of another site, in a browser: shown there, and nowhere else."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.book.evening_builders import fill_played_evening
from tests.fixtures.live_server import LiveServer
from tournaments.models import Club, Tournament

pytestmark = pytest.mark.start_from(fill=fill_played_evening)


class OtherSite(BaseHTTPRequestHandler):
    """Another site, each of whose pages is a frame of what its query names."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f'<!doctype html><iframe src="{self.path[2:]}" width="320" height="500"></iframe>'.encode())

    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture
def origin() -> Iterator[str]:
    """The origin of another site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), OtherSite)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_frame_shows_the_standings_where_the_club_lets_it(live: LiveServer, page: Page, origin: str, page_errors):
    Club.objects.update(framers=origin)
    page.goto(f"{origin}/?{live.url}/{Tournament.objects.get().code}/embed/standings")
    shown = page.frame_locator("iframe")
    expect(shown.get_by_role("heading", name="Classement")).to_be_visible()
    assert shown.locator("body").evaluate("(body) => getComputedStyle(body).backgroundColor") == "rgba(0, 0, 0, 0)"
    with page.context.expect_page() as opened:
        shown.get_by_role("link", name="Anne").click()
    expect(opened.value.get_by_role("heading", name="Anne")).to_be_visible()
    page_errors.expect("frame-ancestors|ERR_BLOCKED_BY_RESPONSE")
    Club.objects.update(framers="https://www.exemple.fr")
    page.reload()
    expect(page.frame_locator("iframe").get_by_role("heading", name="Classement")).to_have_count(0)
