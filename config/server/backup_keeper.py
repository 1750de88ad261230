"""Backups by themselves: a thread of the server's first process starts `manage.py backup` every quarter of an hour,
when somebody asks for one, and when the server stops; and it ends the server where a backup waits to be restored.

The work is done by a process of its own, at the lowest priority. Nothing in here knows a table.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Any

from config.backup_files import KEEPER_LOCK, PENDING_FILE, is_backup_asked_for, is_restore_pending, take_lock
from config.commands import start_command
from config.durable import move_file

FIRST_SECONDS = 60  # after the start, which has better things to do
EVERY_SECONDS = 900
LOOK_SECONDS = 1
CLOSING_SECONDS = 120  # the most that a stopping server waits for its last backup
RESTORE_SECONDS = 3600


def stop_this_server() -> None:
    """Ask this process to stop as Ctrl-C does."""
    signal.raise_signal(signal.SIGTERM)


class BackupKeeper:
    """Who makes the backups of the var folder `var` while the server runs. `now`: when it began, by `monotonic()`.

    `is_restarting`: the server is stopping so that a backup can be restored, and is to start again.
    """

    def __init__(
        self,
        var: Path,
        now: float,
        start_backup: Callable[[], Any] = lambda: start_command("backup"),
        stop_server: Callable[[], None] = stop_this_server,
    ) -> None:
        self.is_restarting = False
        self._var = var
        self._start_backup, self._stop_server = start_backup, stop_server
        self._next = now + FIRST_SECONDS
        self._process: Any = None
        self._over = Event()
        self._lock: Any = None
        self._thread = Thread(target=self._watch, name="backups", daemon=True)

    def start(self) -> None:
        """Begin, unless another server of this installation does it already, or nothing is kept there yet."""
        with suppress(OSError):
            self._lock = take_lock(self._var / KEEPER_LOCK)
        if self._lock:
            os.utime(self._var / KEEPER_LOCK)
            self._thread.start()

    def look(self, now: float) -> None:
        """Do what is due at the time `now` of `monotonic()`."""
        if not self.is_restarting and is_restore_pending(self._var):
            self.is_restarting = True
            self._stop_server()
        if self._process and self._process.poll() is None:
            return
        if now >= self._next or is_backup_asked_for(self._var):
            self._process = self._start_backup()
            self._next = now + EVERY_SECONDS

    def finish(self) -> None:
        """End the thread once the server has stopped, and make the last backup."""
        if not self._lock:
            return
        self._over.set()
        self._thread.join()
        if sys.stdout.isatty():
            print("  Dernière copie de sauvegarde… / Last backup…", flush=True)
        if self._process:
            self._await_backup()  # it may lack the last coup
        self._process = self._start_backup()
        self._await_backup()
        self._lock.close()

    def _await_backup(self) -> None:
        """Wait for the backup that is under way. One that takes too long goes on by itself."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(CLOSING_SECONDS)

    def _watch(self) -> None:
        """Look every second until the server has stopped."""
        while not self._over.wait(LOOK_SECONDS):
            with suppress(OSError):
                self.look(monotonic())


def restore_pending_backup(var: Path) -> None:
    """Restore the backup that waits for it, if one does; what came of it is written beside it, for the page."""
    if is_restore_pending(var):
        with suppress(subprocess.TimeoutExpired, OSError):
            start_command("restore", "--pending").wait(RESTORE_SECONDS)
        with suppress(OSError):  # it died: never try that one again and again
            move_file(var / PENDING_FILE, var / f"{PENDING_FILE}.failed")
