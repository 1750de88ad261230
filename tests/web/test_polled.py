"""Sections of pages that are polled: rendered once for everybody, and kept for a time in proportion to their cost."""

import subprocess
import sys
from secrets import token_hex
from threading import Thread

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from config.shared_cache import SharedCache
from tests.fixtures.patience import ANSWER_SECONDS, PROCESS_SECONDS
from tests.tidy.sources import ROOT
from tournaments.exchange.simulation import simulate_tournament
from tournaments.models import Tournament
from tournaments.views import polled_parts
from tournaments.views.polled_parts import FRESH_FACTOR, MAX_FRESH_SECONDS, CachedPart, find_fresh_part, get_polled_part
from tournaments.views.public import pages

OTHER_PROCESS = """
import django, sys
from django.conf import settings
from django.core.cache import caches
from django.db import connection
settings.configure(CACHES={"parts": {"BACKEND": "config.shared_cache.SharedCache", "LOCATION": sys.argv[1]}})
from tournaments.views.polled_parts import clear_polled_parts, find_fresh_part
print(find_fresh_part("board"))
clear_polled_parts()
"""


class CountingPage:
    """A page that counts how often it is rendered; rendering takes `cost` seconds on a clock of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, cost: float = 1.0) -> None:
        self.now, self.cost, self.version, self.renderings = 0.0, cost, "1", 0
        monkeypatch.setattr(polled_parts, "time", lambda: self.now)

    def etag(self) -> str:
        return self.version

    def content(self, etag: str) -> bytes:
        self.renderings += 1
        self.now += self.cost
        return etag.encode()

    def read_section(self) -> CachedPart:
        """Return the page's section as the cache gives it."""
        return get_polled_part("board", self.etag, self.content)


pytestmark = pytest.mark.book
only_files = pytest.mark.skipif(connection.vendor != "sqlite", reason="about the cache in files")


@pytest.fixture(autouse=True)
def empty_cache(shared_database: None) -> None:
    polled_parts.clear_polled_parts()


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> CountingPage:
    return CountingPage(monkeypatch)


def test_a_section_is_kept_for_a_multiple_of_its_rendering_time(counted):
    counted.read_section()
    counted.version, counted.now = "2", 0.99 + FRESH_FACTOR
    assert counted.read_section() == find_fresh_part("board") == CachedPart("1", b"1")
    assert counted.renderings == 1
    counted.now = 1.01 + FRESH_FACTOR
    assert find_fresh_part("board") is None
    assert counted.read_section() == CachedPart("2", b"2")
    assert counted.renderings == 2


def test_an_old_section_is_checked_again_and_rendered_only_if_it_has_changed(counted):
    counted.cost = 100.0
    counted.read_section()
    counted.now += MAX_FRESH_SECONDS + 1
    counted.read_section()
    assert counted.renderings == 1
    counted.version = "2"
    assert counted.read_section().etag == "2"


def test_a_section_kept_since_before_the_machine_was_started_again_is_not_fresh(counted):
    counted.now = 1_000_000.0
    counted.read_section()
    counted.now = 5.0
    assert find_fresh_part("board") is None


def test_a_request_during_rendering_gets_the_previous_section(counted):
    counted.read_section()
    counted.version, counted.now, met = "2", 100.0, []

    def content(etag: str) -> bytes:
        other = Thread(target=lambda: met.append(counted.read_section()))
        other.start()
        other.join()
        return b"2"

    assert get_polled_part("board", counted.etag, content).etag == "2"
    assert met == [CachedPart("1", b"1")]


def test_requests_before_the_first_rendering_wait_for_it(counted):
    threads = [Thread(target=counted.read_section) for _ in range(4)]

    def content(etag: str) -> bytes:
        for thread in threads:
            thread.start()
        return b"1"

    get_polled_part("board", counted.etag, content)
    for thread in threads:
        thread.join(ANSWER_SECONDS)
    assert counted.renderings == 0


def test_a_rendering_that_failed_is_tried_again(counted):
    with pytest.raises(ZeroDivisionError):
        get_polled_part("board", counted.etag, lambda etag: 1 // 0)
    assert counted.read_section().etag == "1"


def test_what_was_begun_before_the_cache_was_emptied_is_not_kept(counted):
    def content(etag: str) -> bytes:
        polled_parts.clear_polled_parts()
        return b"with a name that is erased meanwhile"

    get_polled_part("board", counted.etag, content)
    assert counted.read_section().content == b"1"


@only_files
def test_another_process_sees_the_section_and_its_emptying_is_seen_here(monkeypatch):
    monkeypatch.setattr(polled_parts, "FRESH_FACTOR", 10**12)
    monkeypatch.setattr(polled_parts, "MAX_FRESH_SECONDS", ANSWER_SECONDS)
    get_polled_part("board", lambda: "1", lambda etag: b"1")
    command = [sys.executable, "-c", OTHER_PROCESS, settings.CACHES["parts"]["LOCATION"]]
    seen = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=PROCESS_SECONDS).stdout
    assert seen.strip() == "CachedPart(etag='1', content=b'1')"
    assert find_fresh_part("board") is None


@only_files  # for what follows `db`, not `own_database`
@pytest.mark.django_db
def test_however_its_address_is_written_a_polled_section_is_rendered_once(monkeypatch):
    monkeypatch.setattr(polled_parts, "FRESH_FACTOR", 10**12)
    monkeypatch.setattr(polled_parts, "MAX_FRESH_SECONDS", ANSWER_SECONDS)
    tournament = simulate_tournament("brusquembille", 6, 1, 1)
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.Status.OPEN)
    rendered = []
    monkeypatch.setattr(pages, "render", lambda *given: rendered.append(given) or HttpResponse(b"part"))
    for query in ("", "?x=1", "?x=2&part=3", "?round="):
        for code in (tournament.code, tournament.code.lower()):
            for known in ({}, {"If-None-Match": '"another"'}):
                answer = Client(headers={"HX-Request": "true"} | known).get(f"/{code}{query}")
                assert answer.content == b"part"
    assert len(rendered) == 1


def test_of_many_that_add_the_same_key_at_once_one_does():
    done: list[bool] = []
    key = token_hex(8)
    threads = [Thread(target=lambda: done.append(caches["default"].add(key, True))) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(ANSWER_SECONDS)
    assert sorted(done) == [False] * 19 + [True]


@only_files
def test_a_spoilt_file_of_the_cache_is_missing(tmp_path):
    kept = SharedCache(str(tmp_path), {})
    kept.set("a", 1)
    for file in tmp_path.glob("*.djcache"):
        file.write_bytes(b"\x80\x05K\x01.spoilt")
    assert kept.get("a", "nothing") == "nothing"
    assert kept.add("a", 2)


@only_files
def test_a_part_that_nobody_asks_for_is_forgotten_after_an_hour(monkeypatch: pytest.MonkeyPatch):
    kept: list[int] = []
    monkeypatch.setattr(SharedCache, "set", lambda _self, _key, _value, timeout, *_more: kept.append(timeout))
    get_polled_part("kept", lambda: '"1"', lambda _etag: b"")
    assert kept
    assert set(kept) == {polled_parts.KEPT_SECONDS}
