"""The clubs' sites by themselves: a thread of the server's first process starts `manage.py publish` when something was
published, once a minute while the tables play, every two minutes while something waits for a network or a stick, and
every quarter of an hour where a club has a site.

The work is done by a process of its own, at the lowest priority. Nothing in here knows a table.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Any

from config.backup_files import take_lock
from config.commands import start_command
from config.site_files import (
    KEEPER_LOCK,
    get_sites_folder,
    has_sites,
    is_play_new,
    is_site_asked_for,
    is_site_waiting,
)

REST_SECONDS = 10  # between two starts: an organiser often does several things at once
PLAY_SECONDS = 60  # between two starts for what came from the tables
LEAST_REST = 4  # times as long as the last start took: a large evening takes a quarter of one core at most
AGAIN_SECONDS = 120
EVERY_SECONDS = 900
LOOK_SECONDS = 1


class SiteKeeper:
    """Who has the sites of the var folder `var` made and sent while the server runs. `now`: when it began, by
    `monotonic()`."""

    def __init__(
        self, var: Path, now: float, start_publishing: Callable[[], Any] = lambda: start_command("publish", "--asked")
    ) -> None:
        self._var = var
        self._start_publishing = start_publishing
        self._last = now - AGAIN_SECONDS
        self._play_rest: float = PLAY_SECONDS
        self._process: Any = None
        self._over = Event()
        self._lock: Any = None
        self._thread = Thread(target=self._watch, name="sites", daemon=True)

    def start(self) -> None:
        """Begin, unless another server of this installation does it already."""
        with suppress(OSError):
            self._lock = take_lock(get_sites_folder(self._var) / KEEPER_LOCK)
        if self._lock:
            self._thread.start()

    def look(self, now: float) -> None:
        """Do what is due at the time `now` of `monotonic()`."""
        since = now - self._last
        if self._process:
            if self._process.poll() is None:
                return
            self._process, self._play_rest = None, max(PLAY_SECONDS, LEAST_REST * since)
        if (
            (since >= REST_SECONDS and is_site_asked_for(self._var))
            or (since >= self._play_rest and is_play_new(self._var))
            or (since >= AGAIN_SECONDS and is_site_waiting(self._var))
            or (since >= EVERY_SECONDS and has_sites(self._var))
        ):
            self._process = self._start_publishing()
            self._last = now

    def finish(self) -> None:
        """End the thread once the server has stopped. What is being sent goes on by itself, or resumes next time."""
        if self._lock:
            self._over.set()
            self._thread.join()
            self._lock.close()

    def _watch(self) -> None:
        """Look every second until the server has stopped."""
        while not self._over.wait(LOOK_SECONDS):
            with suppress(OSError):
                self.look(monotonic())
