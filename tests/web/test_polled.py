"""Parts of pages that are asked for again and again: made once for everybody, for a time that is in proportion."""

from threading import Thread

import pytest

from tournaments.views import polled
from tournaments.views.polled import LATEST_SECONDS, SHARE, Kept, Part


class Page:
    """A page that counts how often it is set; setting it takes `cost` seconds on a clock of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, cost: float = 1.0) -> None:
        self.now, self.cost, self.version, self.made = 0.0, cost, "1", 0
        monkeypatch.setattr(polled, "monotonic", lambda: self.now)

    def etag(self) -> str:
        return self.version

    def content(self, etag: str) -> bytes:
        self.made += 1
        self.now += self.cost
        return etag.encode()

    def asked(self, kept: Kept) -> Part:
        return kept.fresh(self.etag, self.content)


def test_a_part_stands_so_many_times_as_long_as_it_took(monkeypatch):
    page, kept = Page(monkeypatch), Kept()
    page.asked(kept)
    page.version, page.now = "2", 0.99 + SHARE
    assert page.asked(kept) == Part("1", b"1") and page.made == 1
    page.now = 1.01 + SHARE
    assert page.asked(kept) == Part("2", b"2") and page.made == 2


def test_it_is_never_older_than_its_limit_and_what_has_not_changed_is_not_set_again(monkeypatch):
    page, kept = Page(monkeypatch, cost=100.0), Kept()
    page.asked(kept)
    page.now += LATEST_SECONDS + 1
    page.asked(kept)
    assert page.made == 1
    page.version = "2"
    assert page.asked(kept).etag == "2"


def test_who_asks_while_it_is_made_gets_the_one_before(monkeypatch):
    page, kept, met = Page(monkeypatch), Kept(), []
    page.asked(kept)
    page.version, page.now = "2", 100.0

    def content(etag: str) -> bytes:
        other = Thread(target=lambda: met.append(page.asked(kept)))
        other.start()
        other.join()
        return b"2"

    assert kept.fresh(page.etag, content).etag == "2"
    assert met == [Part("1", b"1")]


def test_what_could_not_be_made_is_tried_again(monkeypatch):
    page, kept = Page(monkeypatch), Kept()
    with pytest.raises(ZeroDivisionError):
        kept.fresh(page.etag, lambda etag: 1 // 0)
    assert page.asked(kept).etag == "1"


def test_the_last_ones_asked_for_are_kept(monkeypatch):
    page = Page(monkeypatch)
    monkeypatch.setattr(polled, "MOST", 2)
    polled.forget()
    for key in "abac":
        polled.polled(key, page.etag, page.content)
    assert page.made == 3
    polled.polled("a", page.etag, page.content)
    assert page.made == 3
    polled.forget()
