"""Webhooks by themselves: a thread of the server's first process keeps `manage.py webhooks` running, as long as that
command finds somebody to tell.

The work is done by a process of its own, at a low priority. Nothing in here knows a table.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import TimeoutExpired
from threading import Event, Thread
from time import monotonic
from typing import Any

from config.commands import start_command
from config.webhook_files import take_request

FIRST_SECONDS = 60  # after the start, which has better things to do
AGAIN_SECONDS = 60  # after a process that failed
LOOK_SECONDS = 1
CLOSING_SECONDS = 5


class MessageKeeper:
    """Who lets webhooks be sent while the server runs over the var folder `var`. `now`: when it began, by
    `monotonic()`. A process that ends well has nobody to tell, or leaves it to another one, and is not started again
    until somebody asks for it."""

    def __init__(
        self, var: Path, now: float, start_sending: Callable[[], Any] = lambda: start_command("webhooks")
    ) -> None:
        self._var, self._start_sending = var, start_sending
        self._next: float | None = now + FIRST_SECONDS
        self._process: Any = None
        self._over = Event()
        self._thread = Thread(target=self._watch, name="webhooks", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def look(self, now: float) -> None:
        """Do what is due at the time `now` of `monotonic()`."""
        if self._process is not None:
            code = self._process.poll()
            if code is None:
                return
            self._process = None
            if code:
                self._next = now + AGAIN_SECONDS
        if take_request(self._var) or (self._next is not None and now >= self._next):
            self._process, self._next = self._start_sending(), None

    def finish(self) -> None:
        """End the thread and the process once the server has stopped; what is not sent yet waits in the database."""
        self._over.set()
        self._thread.join()
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            with suppress(TimeoutExpired):
                self._process.wait(CLOSING_SECONDS)

    def _watch(self) -> None:
        """Look every second until the server has stopped."""
        while not self._over.wait(LOOK_SECONDS):
            with suppress(OSError):
                self.look(monotonic())
