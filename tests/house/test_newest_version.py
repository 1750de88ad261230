"""Which version is the newest: asked of the address that the installation names, and compared number by number."""

from collections.abc import Iterator
from contextlib import nullcontext
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

from config import newest_version
from config.newest_version import NoAnswer, ask_newest_version, is_newer

ANSWERS = {"/newest": b"1.10.0\nand what is new", "/page": b"<html>", "/big": b"1.2" + b" " * 1_000_000}


class Answering(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        content = ANSWERS.get(self.path)
        self.send_response(200 if content else 404)
        self.end_headers()
        self.wfile.write(content or b"1.0")

    def log_message(self, *words: Any) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        Thread(target=server.serve_forever, args=(0.01,)).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_an_answer_begins_with_the_version_and_no_more_of_it_is_read(address: str) -> None:
    assert (ask_newest_version(f"{address}/newest"), ask_newest_version(f"{address}/big")) == ("1.10.0", "1.2")


def test_nobody_waits_long_for_an_answer_and_little_of_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    answer = SimpleNamespace(read=lambda most: asked.append(most) or b"1.2")

    def note(_address: str, timeout: float) -> Any:
        asked.append(timeout)
        return nullcontext(answer)

    monkeypatch.setattr(newest_version, "urlopen", note)
    assert ask_newest_version("https://club.example/newest") == "1.2"
    assert asked == [newest_version.SECONDS, newest_version.MOST_BYTES]


@pytest.mark.parametrize("path", ["/page", "/missing"])
def test_a_page_that_is_something_else_says_no_version(address: str, path: str) -> None:
    with pytest.raises(NoAnswer):
        ask_newest_version(address + path)


@pytest.mark.parametrize("other", ["file:///etc/hostname", "http://127.0.0.1:1/", "https://", "newest"])
def test_an_address_that_nobody_serves_says_no_version(other: str) -> None:
    with pytest.raises(NoAnswer):
        ask_newest_version(other)


@pytest.mark.parametrize(
    ("version", "than", "newer"),
    [("1.10.0", "1.9", True), ("2.0", "1.99.9", True), ("1.0", "1.0.0", False), ("1.0.0", "1.0.1", False)],
)
def test_versions_are_compared_number_by_number(version: str, than: str, newer: bool) -> None:
    assert is_newer(version, than) is newer
