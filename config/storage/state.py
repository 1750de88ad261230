"""Whether the database is there, is ours, and is of this program's version; whether the key and the folder are sound.

A database file is opened with the library that the program itself uses, and through it alone: a file that is closed
another way would take the locks of the program's own connections with it.
"""

import hmac
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from shutil import disk_usage
from typing import Any, cast

import django
from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.db import Error, OperationalError, ProgrammingError, connection
from django.db.migrations.loader import MigrationLoader

from config.private import close_to_others
from config.secret import is_stored
from config.system_calls import is_held

from . import troubles
from .database_words import find_named_trouble
from .troubles import StorageFault, Trouble

OUR_APP = "tournaments"  # by whose migrations a version is known
FIRST_START_NOTE = "organiser.txt"  # written at the end of the first start, beside the database
WAIT_SECONDS = 20
LEAST_BYTES = 100_000  # with less than this a disk counts as full
KEYS_WORD = b"the keys of all servers of one database"  # its digest tells nothing of them

Migrations = set[tuple[str, str]]
_sound: set[tuple[object, ...]] = set()


def find_trouble() -> Trouble | None:
    """Return what is wrong with the storage now, or None. A database found sound is not checked again by this process,
    unless another file takes its place."""
    seen = _identify_database()
    if seen in _sound:
        return None
    trouble = find_folder_trouble() or find_database_trouble()
    if trouble is None:
        _sound.add(seen)
    return trouble


def check_storage(allowed: tuple[Trouble, ...] = ()) -> None:
    """Raise StorageFault if something is wrong with the storage, other than one of the troubles `allowed`."""
    trouble = find_trouble()
    if trouble is not None and trouble not in allowed:
        places = {troubles.KEY: settings.PRINTED_KEY_FILE, troubles.EXPOSED: settings.VAR_DIR}
        raise StorageFault(trouble, places.get(trouble) or get_database_file() or settings.VAR_DIR)


def find_folder_trouble() -> Trouble | None:
    """Return what is wrong with the secret key or the var folder, or None. Rights that other accounts of the computer
    have on the folder are taken from them."""
    key_file = settings.PRINTED_KEY_FILE
    if key_file and not is_stored(key_file, settings.PRINTED_KEY):
        return troubles.KEY if key_file.exists() else _find_why_unwritten()
    file = get_database_file()
    is_private = close_to_others(settings.VAR_DIR, *([file] if file and file.exists() else []))
    return None if is_private else troubles.EXPOSED


def _find_why_unwritten() -> Trouble:
    """Return the trouble for which the secret key could not be written to the var folder: a full disk, or no
    permission."""
    with suppress(OSError):
        if disk_usage(settings.VAR_DIR).free < LEAST_BYTES:
            return troubles.FULL
    return troubles.READ_ONLY


def find_database_trouble() -> Trouble | None:
    """Return what is wrong with the database, or None. Writes nothing, creates nothing."""
    file = get_database_file()
    try:
        if connection.vendor != "sqlite":
            return _compare_versions(*_read_server()) or (troubles.OTHER_KEYS if has_other_keys() else None)
        if file is None:
            return None
        if file.exists() and file.stat().st_size:
            return _compare_versions(*_read_file(file))
        if not (settings.VAR_DIR / FIRST_START_NOTE).exists():
            return troubles.UNPREPARED
        return troubles.DAMAGED if file.exists() else troubles.MISSING
    except _get_sqlite().Error as error:
        if file and is_held(file):
            return troubles.BUSY
        return find_named_trouble(error) or troubles.DISK
    except OperationalError as error:
        return find_named_trouble(error) or troubles.UNREACHABLE


def has_other_keys() -> bool:
    """True if the PostgreSQL database is used by servers with other secret keys than this one's. Raises
    OperationalError where it does not answer."""
    with connection.cursor() as cursor:
        try:
            cursor.execute("SELECT digest FROM tournaments_keys")
            found = cursor.fetchone()
        except ProgrammingError:  # of a version before
            return False
    return found is not None and found[0] != _digest_keys()


def explain_other_keys() -> str:
    """Return, in words for a terminal, why this server may not serve beside others of its PostgreSQL database: their
    secret keys differ. "" if it may, or if the database does not answer yet. Sets up Django only for the words."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        if not has_other_keys():
            return ""
    except Error:
        return ""
    finally:
        connection.close()
    django.setup()  # for the words
    return troubles.OTHER_KEYS.write_out()


def note_keys(*, anew: bool) -> None:
    """Store the digest of this server's secret keys in the PostgreSQL database, if none is stored yet, or if `anew`."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO tournaments_keys VALUES (1, %s) "
                "ON CONFLICT (id) DO UPDATE SET digest = EXCLUDED.digest WHERE %s",
                [_digest_keys(), anew],
            )


def _digest_keys() -> str:
    """Return the digest of the secret keys that all servers of one database must share."""
    return hmac.digest(f"{settings.PRINTED_KEY}\0{settings.SECRET_KEY}".encode(), KEYS_WORD, "sha256").hex()


def find_static_trouble() -> Trouble | None:
    """Return the trouble if the list of the collected static files is missing, else None."""
    wants_list = isinstance(staticfiles_storage, ManifestFilesMixin)
    is_there = (settings.STATIC_ROOT / ManifestFilesMixin.manifest_name).exists()
    return troubles.STATIC if wants_list and not is_there else None


def check_damage() -> None:
    """Read the whole SQLite file. Raises StorageFault if a page of it is damaged."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check(1)")
            if cursor.fetchone() != ("ok",):
                raise StorageFault(troubles.DAMAGED, get_database_file())


def get_database_file() -> Path | None:
    """Return the path of the SQLite file; None for a database in memory, and on PostgreSQL."""
    if connection.vendor != "sqlite":
        return None
    name = str(connection.settings_dict["NAME"])
    return None if name.startswith((":memory:", "file:")) else Path(name)


def _identify_database() -> tuple[object, ...]:
    """Return a key that tells this database from others: its name, and on SQLite the identity of its file."""
    name = str(connection.settings_dict["NAME"])
    try:
        status = Path(name).stat()
    except OSError:
        return (name,)
    return name, status.st_dev, status.st_ino


def _get_sqlite() -> Any:
    """Return the SQLite library by which the program itself opens its database."""
    return cast(Any, connection).Database


def _read_file(file: Path) -> tuple[Migrations | None, bool]:
    """Return the (app, name) of the migrations applied to the SQLite file (None: it keeps no list of them), and whether
    it has any table. Raises the library's own errors."""
    opened = _get_sqlite().connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=WAIT_SECONDS)
    try:
        tables = {name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if "django_migrations" not in tables:
            return None, bool(tables)
        return set(opened.execute("SELECT app, name FROM django_migrations")), True
    finally:
        opened.close()


def _read_server() -> tuple[Migrations | None, bool]:
    """Return (the (app, name) of the migrations applied to the PostgreSQL database, None if it keeps no list of them,
    whether it has any table). Raises DatabaseError."""
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        if "django_migrations" not in tables:
            return None, bool(tables)
        cursor.execute("SELECT app, name FROM django_migrations")
        return set(cursor.fetchall()), True


def _compare_versions(applied: Migrations | None, has_tables: bool) -> Trouble | None:
    """Return the trouble if a database has other migrations than this program, else None. `applied`: their (app, name);
    None if it keeps no list of them: with tables it is then of another program."""
    if applied is None:
        return troubles.FOREIGN if has_tables else troubles.UNPREPARED
    loader = _load_migrations()
    apps = {app for app, _name in applied}
    if OUR_APP not in apps and apps - loader.migrated_apps:
        return troubles.FOREIGN
    if {key for key in applied if key[0] == OUR_APP} - set(loader.disk_migrations):
        return troubles.NEWER
    return None if all(_is_applied(node, loader, applied) for node in loader.graph.nodes) else troubles.OLDER


@cache
def _load_migrations() -> MigrationLoader:
    """Return the migrations of this program."""
    return MigrationLoader(None)


def _is_applied(node: tuple[str, str], loader: MigrationLoader, applied: Migrations) -> bool:
    """True if the migration `node`, (app, name), is applied; one that replaces others counts as applied once all of
    these are."""
    replaced = set(loader.disk_migrations[node].replaces)
    return replaced <= applied if replaced else node in applied
