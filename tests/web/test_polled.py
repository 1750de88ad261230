"""Sections of pages that are polled: rendered once for everybody, and kept for a time in proportion to their cost."""

from threading import Thread

import pytest

from tournaments.views import polled_parts
from tournaments.views.polled_parts import FRESH_FACTOR, MAX_FRESH_SECONDS, CachedPart, CacheSlot


class CountingPage:
    """A page that counts how often it is rendered; rendering takes `cost` seconds on a clock of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, cost: float = 1.0) -> None:
        self.now, self.cost, self.version, self.renderings = 0.0, cost, "1", 0
        monkeypatch.setattr(polled_parts, "monotonic", lambda: self.now)

    def etag(self) -> str:
        return self.version

    def content(self, etag: str) -> bytes:
        self.renderings += 1
        self.now += self.cost
        return etag.encode()

    def read_section(self, kept: CacheSlot) -> CachedPart:
        """Return the page's section as this cache gives it."""
        return kept.get_fresh_part(self.etag, self.content)


def test_a_section_is_kept_for_a_multiple_of_its_rendering_time(monkeypatch):
    page, kept = CountingPage(monkeypatch), CacheSlot()
    page.read_section(kept)
    page.version, page.now = "2", 0.99 + FRESH_FACTOR
    assert page.read_section(kept) == CachedPart("1", b"1") and page.renderings == 1
    page.now = 1.01 + FRESH_FACTOR
    assert page.read_section(kept) == CachedPart("2", b"2") and page.renderings == 2


def test_an_old_section_is_checked_again_and_rendered_only_if_it_has_changed(monkeypatch):
    page, kept = CountingPage(monkeypatch, cost=100.0), CacheSlot()
    page.read_section(kept)
    page.now += MAX_FRESH_SECONDS + 1
    page.read_section(kept)
    assert page.renderings == 1
    page.version = "2"
    assert page.read_section(kept).etag == "2"


def test_a_request_during_rendering_gets_the_previous_section(monkeypatch):
    page, kept, met = CountingPage(monkeypatch), CacheSlot(), []
    page.read_section(kept)
    page.version, page.now = "2", 100.0

    def content(etag: str) -> bytes:
        other = Thread(target=lambda: met.append(page.read_section(kept)))
        other.start()
        other.join()
        return b"2"

    assert kept.get_fresh_part(page.etag, content).etag == "2"
    assert met == [CachedPart("1", b"1")]


def test_a_rendering_that_failed_is_tried_again(monkeypatch):
    page, kept = CountingPage(monkeypatch), CacheSlot()
    with pytest.raises(ZeroDivisionError):
        kept.get_fresh_part(page.etag, lambda etag: 1 // 0)
    assert page.read_section(kept).etag == "1"


def test_the_sections_requested_last_are_kept(monkeypatch):
    page = CountingPage(monkeypatch)
    monkeypatch.setattr(polled_parts, "MAX_PARTS", 2)
    polled_parts.clear_polled_parts()
    for key in "abac":
        polled_parts.get_polled_part(key, page.etag, page.content)
    assert page.renderings == 3
    polled_parts.get_polled_part("a", page.etag, page.content)
    assert page.renderings == 3
    polled_parts.clear_polled_parts()
