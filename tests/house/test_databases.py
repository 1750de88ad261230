"""The safety settings of every database connection, and the fixture that gives a test its own database."""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import close_old_connections, connection, transaction

from config.sqlite.pragmas import INIT_COMMAND, UnsafeConnection, check_connection, choose_journal_mode
from tests.fixtures.databases import Database

only_sqlite = pytest.mark.skipif(
    settings.DATABASES["default"]["ENGINE"] != "config.sqlite", reason="about SQLite files"
)


def _create_user() -> None:
    """Create the user "anne"."""
    get_user_model().objects.create_user("anne")


@pytest.mark.parametrize(
    ("version", "mode"),
    [
        ((3, 6, 23), "wal"),
        ((3, 7, 0), "truncate"),
        ((3, 40, 1), "truncate"),
        ((3, 51, 2), "truncate"),
        ((3, 51, 3), "wal"),
        ((3, 52, 0), "wal"),
    ],
)
def test_wal_is_used_only_with_sqlite_versions_that_do_not_lose_data(version: tuple[int, ...], mode: str) -> None:
    assert choose_journal_mode(version) == mode


def _connect(file: Path, *pragmas: str) -> sqlite3.Connection:
    """Open the file with the program's pragmas, then with these."""
    made = sqlite3.connect(file)
    for pragma in ("foreign_keys = ON", *INIT_COMMAND.replace("PRAGMA", "").split(";"), *pragmas):
        made.execute(f"PRAGMA {pragma}")
    return made


def test_a_connection_with_the_configured_pragmas_is_safe(tmp_path: Path) -> None:
    check_connection(_connect(tmp_path / "a.sqlite3"))


@pytest.mark.parametrize(
    "pragma", ["foreign_keys = OFF", "synchronous = NORMAL", "journal_mode = OFF", "mmap_size = 9999"]
)
def test_a_connection_without_one_of_the_safety_pragmas_is_refused(tmp_path: Path, pragma: str) -> None:
    with pytest.raises(UnsafeConnection, match=pragma.split(" ")[0]):
        check_connection(_connect(tmp_path / "a.sqlite3", pragma))


@only_sqlite
def test_atomic_takes_the_write_lock_at_its_start(own_database: Database) -> None:
    other = sqlite3.connect(own_database.name, timeout=0)
    with transaction.atomic(), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")
    other.close()


@pytest.mark.book
@pytest.mark.start_from(fill=_create_user)
@pytest.mark.parametrize("time", [1, 2])
def test_own_database_starts_filled_and_other_threads_and_processes_write_to_it(
    own_database: Database, time: int
) -> None:
    users = get_user_model().objects
    assert [user.username for user in users.all()] == ["anne"]

    def write() -> None:
        users.create_user("basile")
        connection.close()

    thread = Thread(target=write)
    thread.start()
    thread.join()
    code = (
        "import django; django.setup(); from django.contrib.auth.models import User; User.objects.create_user('chloé')"
    )
    subprocess.run([sys.executable, "-c", code], env=own_database.environment, check=True, timeout=60)
    assert sorted(user.username for user in users.all()) == ["anne", "basile", "chloé"]


@pytest.mark.book
@pytest.mark.django_db
def test_the_database_of_db_stays_untouched_by_own_database() -> None:
    assert not get_user_model().objects.exists()


@only_sqlite
@pytest.mark.start_from(fill=_create_user)
def test_a_persistent_connection_is_closed_once_the_file_was_replaced(own_database: Database, tmp_path: Path) -> None:
    users, file = get_user_model().objects, Path(own_database.name)
    assert users.count() == 1
    kept = connection.connection
    close_old_connections()  # as Django does between two requests
    assert users.count() == 1 and connection.connection is kept
    shutil.copy(file, tmp_path / "brought back")
    users.create_user("basile")
    (tmp_path / "brought back").replace(file)
    close_old_connections()
    assert users.count() == 1 and connection.connection is not kept


@pytest.mark.django_db
def test_no_model_lacks_a_migration() -> None:
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=0)
