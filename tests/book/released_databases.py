"""The databases of `released/`, each upgraded to this program once for all processes of a test run: it takes seconds.

`released/` holds, for each program that clubs have had, what a demonstration and simulated evenings left: the database
as SQL.
"""

import lzma
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection

from tests.fixtures.databases import Database, locked, pointed_at

RELEASED = Path(__file__).parent / "released"
NAMES = sorted(file.stem for file in RELEASED.glob("*.json"))
Rows = Mapping[str, Sequence[Mapping[str, Any]]]


def insert_rows(file: Path, rows: Rows) -> None:
    """Insert rows, by their tables, into a database that no program has open."""
    with closing(sqlite3.connect(file)) as database, database:
        for table, each in ((table, each) for table, some in rows.items() for each in some):
            columns, places = ", ".join(f'"{name}"' for name in each), ", ".join("?" * len(each))
            database.execute(f"INSERT INTO {table} ({columns}) VALUES ({places})", list(each.values()))


def find_upgraded(run_folder: Path, name: str, rows: Rows | None = None) -> bytes:
    """Return the released database of that name, with these rows of its program, as this program upgrades it. Only one
    set of rows belongs to a name; without any it is another database."""
    upgraded = run_folder / f"released-{name}{'-with-rows' if rows else ''}.sqlite3"
    with locked(run_folder / f"{upgraded.stem}.lock"):
        if not upgraded.exists():
            upgrading = upgraded.with_suffix(".upgrading")
            _upgrade(name, upgrading, rows or {})
            upgrading.rename(upgraded)
    return upgraded.read_bytes()


def _upgrade(name: str, file: Path, rows: Rows) -> None:
    with closing(sqlite3.connect(file)) as released:
        released.executescript(lzma.decompress((RELEASED / f"{name}.sql.xz").read_bytes()).decode())
    insert_rows(file, rows)
    with pointed_at(Database(str(file), f"sqlite:///{file}")):
        call_command("migrate", verbosity=0, interactive=False, stdout=StringIO())
        connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
