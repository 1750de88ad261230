"""The SQLite library of the program: pysqlite3's, which brings a sound one, where it is installed; else Python's own.

Both are the same interface of Python; pysqlite3's connections lack three methods of it, which nothing here calls. A
process uses one of the two alone.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType


def _find_library() -> ModuleType:
    """Return the package `pysqlite3`, or `sqlite3` where there is none for this machine (pyproject.toml says where)."""
    try:
        return import_module("pysqlite3")
    except ImportError:
        return import_module("sqlite3")


library = _find_library()


@contextmanager
def imported_as_sqlite3() -> Iterator[None]:
    """Context manager: inside it, `import sqlite3` gives the library chosen for this program, for which Django has no
    setting."""
    before = sys.modules.get("sqlite3")
    sys.modules["sqlite3"] = library
    try:
        yield
    finally:
        del sys.modules["sqlite3"]
        if before is not None:
            sys.modules["sqlite3"] = before
