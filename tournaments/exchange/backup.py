"""Writing the whole installation as one backup file, whatever its database: a zip of manifest.json, one JSON-lines
member per table (first its columns, then one row per line), and the files of the var folder on which printed QR codes
depend. Sessions and the key that signs them are left out."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from config.durable import open_replacement
from config.sqlite.driver import library
from config.sqlite.pragmas import choose_journal_mode
from tournaments.book.saved_records import LastRecords, read_last_records, write_saved_records
from tournaments.models import ChangeMark, Delivery, OutboxEntry, SignUpMail

from .backup_archive import FORMAT, MANIFEST, VAR_FILES, find_file_fault, name_rows

ROWS_AT_ONCE = 2_000
UNSAVED_MODELS = (ChangeMark, Delivery, OutboxEntry, Session, SignUpMail)
COPY_ALIAS = "backup-copy"  # the database alias of the copy of the SQLite file
PAGES_A_STEP = 1_000  # of the SQLite file, where who reads holds up who writes
STEP_PAUSE_SECONDS = 0.005
MOST_PASSES = 3  # whoever writes between two steps makes SQLite begin again: after so many passes, all at once


class KeepsChanging(Exception):
    """Raised when the database is written to again and again between the steps of its copy."""


def write_backup(file: Path) -> int:
    """Write the whole installation to `file`, completely or not at all, readable by its owner alone; the server may go
    on writing. Afterwards phones need not keep the records that are in it. Return the number of rows. Raises OSError,
    DatabaseError."""
    rows, held = write_archive(file)
    write_saved_records(held)
    return rows


def write_archive(file: Path) -> tuple[int, LastRecords]:
    """Write the whole installation to `file`, without noting that a backup exists. Return the number of rows, and the
    last records that it contains. Raises OSError, DatabaseError."""
    with (
        open_replacement(file) as stream,
        ZipFile(stream, "w", ZIP_DEFLATED, strict_timestamps=False) as archive,
        open_snapshot() as alias,
    ):
        # A member without a date: the clock may show a year that ZIP does not know.
        archive.writestr(ZipInfo(MANIFEST), json.dumps(build_manifest(alias), indent=1), ZIP_DEFLATED)
        write_files(archive)
        return sum(write_table(archive, model, alias) for model in list_models()), read_last_records(alias)


def list_models() -> Iterator[type[models.Model]]:
    """Yield the model of every table of a backup, including rows that `Model.objects` hides and many-to-many tables.
    Change marks are left out, as the database writes them itself when rows are restored; sessions too, so that whoever
    holds a backup is signed in nowhere; and messages to other programs, so that none is sent twice."""
    for model in apps.get_models(include_auto_created=True):
        if model._meta.managed and not model._meta.proxy and model not in UNSAVED_MODELS:
            yield model


def build_manifest(alias: str) -> dict[str, Any]:
    """Return the manifest of a backup of the database `alias` (a name in Django's settings): format, time, and the
    applied migrations, from which a newer program migrates its rows. Squashed migrations are named one by one, so that
    a program without the squashed one can read the backup."""
    loader = load_single_steps(connections[alias])
    applied = sorted(key for key in loader.applied_migrations if key in loader.graph.nodes)
    return {"format": FORMAT, "at": timezone.now().isoformat(), "migrations": [list(key) for key in applied]}


def load_single_steps(database: BaseDatabaseWrapper) -> MigrationLoader:
    """Return a loader of the migrations without squashed ones (those that replace others)."""
    loader = MigrationLoader(database, replace_migrations=False)
    for key, migration in loader.replacements.items():
        loader.graph.remove_replacement_node(key, migration.replaces)
    return loader


def write_files(archive: ZipFile) -> None:
    """Write the files of the var folder into the archive. One that is empty or damaged is left out, since a backup with
    it could not be restored."""
    for name in VAR_FILES:
        source = settings.VAR_DIR / name
        if source.exists() and not find_file_fault(name, source.read_bytes()):
            archive.write(source, f"files/{name}")


def write_table(archive: ZipFile, model: type[models.Model], alias: str) -> int:
    """Write one table into the archive; return the number of its rows."""
    columns = [field.attname for field in model._meta.concrete_fields]
    count = 0
    with archive.open(name_rows(model._meta.label_lower), "w", force_zip64=True) as member:
        member.write(encode_row(columns))
        rows = model._base_manager.using(alias).order_by("pk").values_list(*columns)
        for row in rows.iterator(chunk_size=ROWS_AT_ONCE):
            member.write(encode_row(row))
            count += 1
    return count


def encode_row(values: Any) -> bytes:
    """Return the values of a row as one line of JSON in UTF-8."""
    return json.dumps(values, ensure_ascii=False, default=encode_value, separators=(",", ":")).encode() + b"\n"


def encode_value(value: Any) -> str:
    """Return a value that JSON does not know as text: a date or time in ISO form (microseconds), anything else by
    str()."""
    return str(value.isoformat() if hasattr(value, "isoformat") else value)


@contextmanager
def open_snapshot() -> Iterator[str]:
    """Yield the alias of a database that does not change while it is read, and that blocks nobody: on SQLite a copy of
    the file, on PostgreSQL a transaction with a snapshot."""
    if connection.vendor == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy.sqlite3"
            copy_sqlite(copy)
            with open_copy(copy) as alias:
                yield alias
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield "default"


def copy_sqlite(copy: Path) -> None:
    """Copy the SQLite database to the file `copy`. With a write-ahead log (WAL) this blocks nobody; else it is copied
    in steps, between which others can write. Raises DatabaseError."""
    connection.ensure_connection()
    target = library.connect(copy)
    try:
        with connection.wrap_database_errors:
            _fill_copy(target)
    finally:
        target.close()


def _fill_copy(target: Any) -> None:
    """Copy the SQLite database into the connection `target`, in steps if copying would block writers."""
    if choose_journal_mode() == "wal" or not copy_in_steps(connection.connection, target):
        connection.connection.backup(target)


def copy_in_steps(source: Any, target: Any) -> bool:
    """Copy the SQLite database of the connection `source` to that of `target`, in steps. Return False if it was written
    to so often between them that the copy did not come to an end."""
    steps = 0

    def count_steps(_status: int, _remaining: int, total: int) -> None:
        nonlocal steps
        steps += 1
        if steps > MOST_PASSES * (total // PAGES_A_STEP + 1):
            raise KeepsChanging

    try:
        source.backup(target, pages=PAGES_A_STEP, progress=count_steps, sleep=STEP_PAUSE_SECONDS)
    except KeepsChanging:
        return False
    return True


@contextmanager
def open_copy(copy: Path) -> Iterator[str]:
    """Make a copied SQLite file available under the alias COPY_ALIAS inside the `with` block."""
    connections.databases[COPY_ALIAS] = connection.settings_dict | {"NAME": str(copy)}
    try:
        yield COPY_ALIAS
    finally:
        connections[COPY_ALIAS].close()
        del connections[COPY_ALIAS]
        del connections.databases[COPY_ALIAS]
