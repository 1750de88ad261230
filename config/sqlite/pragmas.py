"""The pragmas that every SQLite connection must have, and the check that it has them before anything is written.

Knows SQLite only: no settings, no models.
"""

from typing import Any

from config.sqlite.driver import library

Connection = Any  # of whichever library it is

BUSY_SECONDS = 20
SYNCHRONOUS_FULL = 2
UNSAFE_WAL_VERSIONS = ((3, 7, 0), (3, 51, 2))  # the WAL-reset bug: two connections or more can corrupt the file


def choose_journal_mode(version: tuple[int, ...] = library.sqlite_version_info) -> str:
    """Return "wal" where the SQLite library has no WAL-reset bug, else "truncate" (the rollback journal).

    >>> choose_journal_mode((3, 40, 1)), choose_journal_mode((3, 51, 2)), choose_journal_mode((3, 51, 3))
    ('truncate', 'truncate', 'wal')
    """
    low, high = UNSAFE_WAL_VERSIONS
    return "truncate" if low <= version <= high else "wal"


FULL_SYNC = "PRAGMA fullfsync = ON"  # for macOS, whose `fsync` leaves what was written in the disk's cache
INIT_COMMAND = (
    f"PRAGMA journal_mode = {choose_journal_mode()}; PRAGMA synchronous = FULL; {FULL_SYNC}; PRAGMA mmap_size = 0"
)
CACHED_STATEMENTS = 500
"""How many statements a connection keeps compiled: more than all pages and actions have. The cache of pysqlite3 gives
up what was used least often, so that in a full one no new statement ever stays, and a coup's triggers are compiled anew
with each coup."""
OPTIONS = {
    "timeout": BUSY_SECONDS,
    "transaction_mode": "IMMEDIATE",
    "init_command": INIT_COMMAND,
    "cached_statements": CACHED_STATEMENTS,
}


class UnsafeConnection(RuntimeError):
    """Raised where a database connection lacks the settings that keep records safe."""


def check_connection(connection: Connection) -> None:
    """Raise UnsafeConnection unless `connection` has foreign keys, full synchronisation, our journal mode, no mmap."""
    pragmas = {
        name: _read_pragma(connection, name)
        for name in ("foreign_keys", "synchronous", "fullfsync", "journal_mode", "mmap_size")
    }
    in_memory = pragmas["journal_mode"] == "memory" and not _find_main_file(connection)
    expected = {
        "foreign_keys": 1,
        "synchronous": SYNCHRONOUS_FULL,
        "fullfsync": 1,
        "journal_mode": "memory" if in_memory else choose_journal_mode(),
        "mmap_size": None if in_memory else 0,
    }
    wrong = {name: value for name, value in pragmas.items() if value != expected[name]}
    if wrong:
        raise UnsafeConnection(f"SQLite {library.sqlite_version}: {wrong}, {expected} expected")


def _read_pragma(connection: Connection, pragma: str) -> object:
    row = connection.execute(f"PRAGMA {pragma}").fetchone()
    return row[0] if row else None


def _find_main_file(connection: Connection) -> str:
    return next((path for _, name, path in connection.execute("PRAGMA database_list") if name == "main"), "")
