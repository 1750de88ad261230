"""A queue of those who want to write to one SQLite file, over all threads and processes.

SQLite has one writer at a time. Whoever finds the file locked tries again after pauses that grow to a tenth of a
second, and a later comer may get it first: under load some wait for seconds. The system's own lock of a file wakes the
next one at once. It guards nothing: SQLite's lock does, also against writers that do not queue.
"""

import os
from contextlib import suppress
from pathlib import Path

from django.core.files import locks

QUEUE_ENDING = "-queue"


class WriteQueue:
    """One connection's place in the queue of all threads and processes that want to write to a SQLite file."""

    def __init__(self) -> None:
        self._file: int | None = None

    def enter(self, database: str) -> None:
        """Wait for this connection's turn to write to the database file. In memory, or in a folder where no lock can be
        kept, do nothing."""
        self.leave()
        if not Path(database).is_absolute():
            return
        with suppress(OSError):
            self._file = os.open(f"{database}{QUEUE_ENDING}", os.O_RDWR | os.O_CREAT, 0o600)
            locks.lock(self._file, locks.LOCK_EX)

    def leave(self) -> None:
        """End this connection's turn, so that the next one may write; do nothing if it has none."""
        if self._file is not None:
            file, self._file = self._file, None
            os.close(file)  # which ends the lock
