"""Reading the database once while the pages of one part of a site are made: they ask for the same rows again and again,
each page as if it were the only one. They then all show one moment, that of the first to ask. A long computation from
these rows that many pages need is done once as well (`read_kept`)."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections

READING = ("SELECT", "WITH")
Kept = dict[Hashable, Any]
T = TypeVar("T")
_kept: ContextVar[Kept | None] = ContextVar("what was read", default=None)


class OnceCursor:
    """A database cursor that answers a repeated query with the rows it returned the first time. Any write makes it
    forget them."""

    def __init__(self, cursor: Any, kept: Kept) -> None:
        self._cursor, self._kept = cursor, kept
        self._rows: Iterator[Any] = iter(())

    def execute(self, sql: str, params: Any = None) -> Any:
        """Execute the statement, unless the rows that it returned before are still known."""
        if not sql.lstrip().startswith(READING):
            self._kept.clear()
            return self._cursor.execute(sql, params)
        key = sql, tuple(params or ())
        if key not in self._kept:
            self._cursor.execute(sql, params)
            self._kept[key] = self._cursor.fetchall()
        self._rows = iter(self._kept[key])
        return self

    def fetchone(self) -> Any:
        """Return the next row, None after the last one."""
        return next(self._rows, None)

    def fetchmany(self, size: int = 1) -> list[Any]:
        """Return so many rows, or those that are left."""
        return list(islice(self._rows, size))

    def fetchall(self) -> list[Any]:
        """Return the rows that are left."""
        return list(self._rows)

    def __iter__(self) -> Iterator[Any]:
        return self._rows

    def __enter__(self) -> "OnceCursor":
        return self

    def __exit__(self, *_error: object) -> None:
        self._cursor.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cursor, name)


@contextmanager
def read_once() -> Iterator[None]:
    """Context manager: inside it, this thread sends each query to the database only once, until something is
    written."""
    wrapper, kept = connections[DEFAULT_DB_ALIAS], Kept()
    plain = {name: getattr(wrapper, name) for name in ("make_cursor", "make_debug_cursor")}
    for name, make in plain.items():
        setattr(wrapper, name, lambda cursor, make=make: OnceCursor(make(cursor), kept))
    token = _kept.set(kept)
    try:
        yield
    finally:
        _kept.reset(token)
        for name in plain:
            delattr(wrapper, name)


def read_kept(key: Hashable, read: Callable[[], T]) -> T:
    """Return what `read` returns, which nobody may change; inside `read_once` it is called once for each key, and again
    after a write."""
    kept = _kept.get()
    if kept is None:
        return read()
    if key not in kept:
        kept[key] = read()
    found: T = kept[key]
    return found
