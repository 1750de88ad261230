"""The safety settings of every database connection, and the fixture that gives a test its own database."""

import sqlite3
import stat
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path
from threading import Event, Thread

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import InterfaceError, close_old_connections, connection, transaction

from config.sqlite.driver import library
from config.sqlite.pragmas import INIT_COMMAND, Connection, UnsafeConnection, check_connection, choose_journal_mode
from config.sqlite.write_queue import WriteQueue
from tests.fixtures.databases import Database, only_sqlite
from tests.fixtures.patience import ANSWER_SECONDS, PROCESS_SECONDS
from tournaments.exchange.restore import SQLITE_FILES, move_aside


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


def _connect(file: Path, *pragmas: str) -> Connection:
    """Open the file with the program's pragmas, then with these."""
    made = library.connect(file)
    for pragma in ("foreign_keys = ON", *INIT_COMMAND.replace("PRAGMA", "").split(";"), *pragmas):
        made.execute(f"PRAGMA {pragma}")
    return made


@only_sqlite
def test_a_connection_keeps_more_compiled_statements_than_a_busy_minute_asks() -> None:
    """A trigger is compiled with each statement that it guards: a coup must not wait for that again and again."""
    made = connection.Database.connect(
        ":memory:", cached_statements=settings.DATABASES["default"]["OPTIONS"]["cached_statements"]
    )
    compiled = []
    made.set_authorizer(lambda *asked: compiled.append(asked) or 0)
    for _time in range(2):
        compiled.clear()
        for n in range(400):
            made.execute(f"SELECT {n}").fetchall()
    made.close()
    assert not compiled


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
    other = library.connect(own_database.name, timeout=0)
    with transaction.atomic(), pytest.raises(library.OperationalError, match="locked"):
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
    subprocess.run([sys.executable, "-c", code], env=own_database.environment, check=True, timeout=PROCESS_SECONDS)
    assert sorted(user.username for user in users.all()) == ["anne", "basile", "chloé"]


@pytest.mark.book
@pytest.mark.django_db
def test_the_database_of_db_stays_untouched_by_own_database() -> None:
    assert not get_user_model().objects.exists()


@only_sqlite
@pytest.mark.start_from(fill=_create_user)
@pytest.mark.posix  # Windows replaces no file that is open
def test_a_persistent_connection_is_closed_once_the_file_was_replaced(own_database: Database, tmp_path: Path) -> None:
    users, file = get_user_model().objects, Path(own_database.name)
    assert users.count() == 1
    kept = connection.connection
    close_old_connections()  # as Django does between two requests
    assert users.count() == 1
    assert connection.connection is kept
    with closing(library.connect(tmp_path / "brought back")) as copy:
        kept.backup(copy)
    users.create_user("basile")
    moved = move_aside(file, SQLITE_FILES)
    (tmp_path / "brought back").replace(file)
    close_old_connections()
    assert users.count() == 1
    assert connection.connection is not kept
    for path in moved:
        path.unlink()


@only_sqlite
def test_django_and_the_backup_use_the_same_library_and_everybody_else_python_s_own() -> None:
    assert connection.Database.connect is library.connect
    assert sqlite3.__name__ == "sqlite3"


@pytest.mark.parametrize(("before", "after"), [("truncate", "wal"), ("wal", "truncate")])
def test_a_file_changes_its_journal_with_the_library_and_keeps_its_rows(
    tmp_path: Path, before: str, after: str
) -> None:
    file = tmp_path / "a.sqlite3"
    for mode in (before, after):
        with closing(library.connect(file, isolation_level=None)) as opened:
            opened.executescript(INIT_COMMAND.replace(choose_journal_mode(), mode))
            assert opened.execute("PRAGMA journal_mode").fetchone() == (mode,)
            opened.execute("CREATE TABLE IF NOT EXISTS told (word TEXT)")
            opened.execute("INSERT INTO told VALUES (?)", (mode,))
            rows = opened.execute("SELECT word FROM told").fetchall()
    assert rows == [(before,), (after,)]
    assert not [path.name for path in tmp_path.iterdir() if path.name.endswith(("-wal", "-shm"))]


@pytest.mark.posix
@only_sqlite
@pytest.mark.skipif(choose_journal_mode() != "wal", reason="about WAL")
def test_the_files_beside_the_database_are_read_by_those_who_may_read_it(own_database: Database) -> None:
    connection.close()
    Path(own_database.name).chmod(0o600)
    _create_user()
    beside = [Path(own_database.name + end) for end in ("-wal", "-shm")]
    assert [stat.S_IMODE(path.stat().st_mode) for path in beside] == [0o600, 0o600]


@only_sqlite
@pytest.mark.skipif(choose_journal_mode() != "wal", reason="about WAL")
@pytest.mark.start_from(fill=_create_user)
def test_who_reads_does_not_hold_up_who_writes(own_database: Database) -> None:
    with closing(library.connect(own_database.name, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM auth_user").fetchone() == (1,)
        get_user_model().objects.create_user("basile")
        assert reader.execute("SELECT count(*) FROM auth_user").fetchone() == (1,)


@pytest.mark.django_db
def test_no_model_lacks_a_migration() -> None:
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=0)


@only_sqlite
@pytest.mark.parametrize("ending", ["commit", "rollback", "close"])
def test_who_writes_queues_and_the_next_one_goes_on_at_the_end(own_database: Database, ending: str) -> None:
    began, done = Event(), Event()

    def write() -> None:
        began.set()
        get_user_model().objects.create_user("basile")
        connection.close()
        done.set()

    other = Thread(target=write)
    with suppress(ZeroDivisionError, InterfaceError), transaction.atomic():
        _create_user()
        other.start()
        assert began.wait(ANSWER_SECONDS)
        assert not done.is_set()
        if ending == "rollback":
            raise ZeroDivisionError
        if ending == "close":
            connection.close()
    other.join(ANSWER_SECONDS)
    assert done.is_set()
    names = {user.username for user in get_user_model().objects.all()}
    assert names == {"basile"} | ({"anne"} if ending == "commit" else set())


@only_sqlite
def test_a_place_in_the_queue_is_kept_until_it_is_left(tmp_path: Path) -> None:
    first, second, arrived = WriteQueue(), WriteQueue(), Event()
    first.enter(str(tmp_path / "a.sqlite3"))

    def wait_for_place() -> None:
        second.enter(str(tmp_path / "a.sqlite3"))
        arrived.set()

    other = Thread(target=wait_for_place)
    other.start()
    assert not arrived.wait(0.1)
    first.leave()
    assert arrived.wait(ANSWER_SECONDS)
    second.leave()
    other.join()
