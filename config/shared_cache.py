"""A cache that all processes see, with locks that hold across them: in files of the var folder, or in a table of the
PostgreSQL database where several servers may share it. Knows no page."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from zlib import crc32

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import DatabaseCache
from django.core.cache.backends.filebased import FileBasedCache
from django.core.files import locks
from django.db import connection, transaction

LOCKS = 64  # lock files; keys that share one wait for each other now and then
PARTS_TABLE = "tournaments_cached_part"
ADVISORY = 1_651_470_190  # of PostgreSQL's advisory locks, those of the cache; the book has the numbers before it


class SharedCache(FileBasedCache):
    """Django's cache in files, but of several processes that `add` a key at the same time only one succeeds."""

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Store the value unless the key has one; return whether it was stored."""
        with self.lock(key):
            added: bool = super().add(key, value, timeout, version)
            return added

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return the value; `default` also where a power cut has spoilt the file, which is deleted."""
        try:
            return super().get(key, default, version)
        except Exception:
            self.delete(key, version)
            return default

    @contextmanager
    def lock(self, key: str, *, wait: bool = True) -> Iterator[bool]:
        """Context manager: hold the lock of the key, among all threads and processes. Gives True while the lock is
        held; False, without the lock, where another holds it and `wait` is False."""
        folder = Path(self._dir)  # type: ignore[attr-defined]
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(folder / f"{crc32(key.encode()) % LOCKS}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        held = False
        try:
            with suppress(BlockingIOError):
                held = locks.lock(file, locks.LOCK_EX | (0 if wait else locks.LOCK_NB))
            yield held
        finally:
            if held:
                locks.unlock(file)
            os.close(file)


class TableCache(DatabaseCache):
    """Django's cache in a database table, where of several servers that `add` a key at the same time only one
    succeeds."""

    @contextmanager
    def lock(self, key: str, *, wait: bool = True) -> Iterator[bool]:
        """Context manager: hold the lock of the key among all servers. Gives True while the lock is held; False,
        without the lock, where another holds it and `wait` is False. The lock belongs to a transaction of its own: so
        it works through a pooler, and ends with the process that holds it. What is put into the cache inside the block
        is seen by others at its end."""
        number = crc32(key.encode()) - (1 << 31)
        with transaction.atomic(), connection.cursor() as cursor:
            # in no log: who looks on waits for no replica that is frozen
            if self._table == PARTS_TABLE:  # type: ignore[attr-defined]
                cursor.execute("SET LOCAL synchronous_commit TO off")
            if wait:
                cursor.execute("SELECT pg_advisory_xact_lock(%s, %s) IS NULL", [ADVISORY, number])
                yield True
            else:
                cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [ADVISORY, number])
                yield bool(cursor.fetchone()[0])
