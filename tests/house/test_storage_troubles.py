"""A storage in trouble is told in one sentence with what to do, by the commands and on every page; nothing is created
or written in its place."""

import html
import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.exceptions import ImproperlyConfigured
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.utils import load_backend
from django.test import Client
from django.utils.translation import override

import manage
from config.commands import ADD_DRIVER
from config.statics import Storage
from config.storage import state, troubles
from config.storage.diagnosis import diagnose_error, explain_error
from config.storage.troubles import StorageFault, Trouble
from config.tables_app import DRIVERS
from tests.fixtures.databases import Database, only_sqlite, pointed_at
from tests.web.phone_client import open_phone
from tournaments.actions.tables.book_check import check_book
from tournaments.models import Table

DATABASE = "corbillon.sqlite3"
NOTE = "organiser.txt"


@pytest.fixture
def var(own_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Path]:
    """The var folder of an installation whose first start is behind it, which this process uses for one test."""
    folder = tmp_path / "var"
    folder.mkdir(mode=0o700)
    shutil.copy(own_database.name, folder / DATABASE)
    (folder / NOTE).touch()
    (folder / "secret.key").write_text(settings.PRINTED_KEY, encoding="utf-8")
    settings.VAR_DIR, settings.PRINTED_KEY_FILE = folder, folder / "secret.key"
    monkeypatch.setattr(state, "_sound", set())
    with pointed_at(Database(str(folder / DATABASE), "")), override("fr"):
        yield folder


def run_command(monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    """Run a command of `manage.py`, and return what it says when it fails."""
    monkeypatch.setattr(sys, "argv", ["manage.py", *words])
    try:
        manage.main()
    except SystemExit as left:
        return str(left.code)
    return f"{words} succeeded: {[(path.name, path.stat().st_size) for path in django_settings.VAR_DIR.iterdir()]}"


def ask_page(path: str) -> tuple[int, str]:
    """Return the status and the page at this address, in English."""
    answer = Client(raise_request_exception=False).get(path, headers={"accept-language": "en"})
    return answer.status_code, html.unescape(answer.content.decode())


def move_away(var: Path) -> None:
    (var / DATABASE).rename(var.parent / "elsewhere")


def empty_database(var: Path) -> None:
    (var / DATABASE).write_bytes(b"")


def put_noise(var: Path) -> None:
    (var / DATABASE).write_bytes(os.urandom(50_000))


def put_other_program(var: Path) -> None:
    (var / DATABASE).unlink()
    run_statement(var, "CREATE TABLE songs (title)")


def add_later_migration(var: Path) -> None:
    run_statement(
        var, "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999_x', '2026-01-01')"
    )


def empty_key(var: Path) -> None:
    (var / "secret.key").write_bytes(b"")


def tear_pages(var: Path) -> None:
    """Overwrite the middle of each page but the first with noise, as a dying disk leaves it."""
    with (var / DATABASE).open("r+b") as stream:
        for place in range(4096, (var / DATABASE).stat().st_size, 4096):
            stream.seek(place)
            stream.write(os.urandom(2048))


def run_statement(var: Path, statement: str) -> None:
    """Run one statement in the database file, past the program."""
    opened = sqlite3.connect(var / DATABASE)
    opened.execute(statement)
    opened.commit()
    opened.close()


def list_content(folder: Path) -> dict[str, bytes]:
    """Return the content of every file of the folder, by its path, without what SQLite keeps while it is open."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name[-4:] not in ("-shm", "-wal"))
    return {str(path): path.read_bytes() for path in found}


CASES: list[tuple[Callable[[Path], None], Trouble]] = [
    (move_away, troubles.MISSING),
    (empty_database, troubles.DAMAGED),
    (put_noise, troubles.FOREIGN),
    (put_other_program, troubles.FOREIGN),
    (add_later_migration, troubles.NEWER),
    (empty_key, troubles.KEY),
]


def say(trouble: Trouble, language: str = "fr") -> str:
    """Return the trouble's sentence."""
    with override(language):
        return str(trouble.sentence)


@only_sqlite
@pytest.mark.parametrize(("harm", "trouble"), CASES, ids=[harm.__name__ for harm, _trouble in CASES])
def test_a_storage_in_trouble_is_told_everywhere_and_nothing_is_written(
    harm: Callable[[Path], None], trouble: Trouble, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    harm(var)
    connection.close()
    before = list_content(var)
    connection.features.__dict__.pop("supports_transactions", None)  # Django's checks would try it again, on this file
    connection.features.__dict__.pop("supports_json_field", None)
    for command in ("recheck", "migrate", "organiser"):
        words = run_command(monkeypatch, command)
        assert words.startswith(say(trouble)), command
        assert say(trouble, "en") in words, command
        assert len(words.splitlines()) <= 4, command
    for path in ("/", "/t", "/desk/"):
        status, page = ask_page(path)
        assert status == trouble.status
        assert say(trouble, "en") in page
    assert list_content(var) == before


@only_sqlite
def test_a_torn_page_is_told_by_the_check_and_by_the_page_that_reads_it(
    var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tear_pages(var)
    connection.close()
    before = list_content(var)
    assert run_command(monkeypatch, "recheck").startswith(say(troubles.DAMAGED))
    status, page = ask_page("/accounts/password/reset/key/1-x/")
    assert status == 503
    assert say(troubles.DAMAGED, "en") in page
    assert list_content(var) == before


@only_sqlite
@pytest.mark.posix  # Windows moves no file that is open
def test_a_database_moved_away_under_the_running_server_is_told_and_found_again(var: Path) -> None:
    assert ask_page("/")[0] == 200
    assert ask_page("/desk/")[0] == 302
    move_away(var)
    status, page = ask_page("/")
    assert status == 503
    assert say(troubles.MISSING, "en") in page
    assert not (var / DATABASE).exists()
    (var.parent / "elsewhere").rename(var / DATABASE)
    assert ask_page("/")[0] == 200


@only_sqlite
def test_without_the_middleware_s_look_a_moved_database_is_still_not_created(var: Path) -> None:
    move_away(var)
    connection.close()
    with pytest.raises(OperationalError, match="unable to open") as failed:
        connection.ensure_connection()
    assert diagnose_error(failed.value) is troubles.MISSING
    assert not (var / DATABASE).exists()


@only_sqlite
def test_an_older_database_is_told_until_it_is_brought_up_to_date(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("migrate", "tournaments", "0062", verbosity=0)
    state._sound.clear()
    assert run_command(monkeypatch, "recheck").startswith(say(troubles.OLDER))
    assert ask_page("/")[0] == 503
    call_command("migrate", verbosity=0)
    assert ask_page("/")[0] == 200


@pytest.mark.posix
@only_sqlite
def test_the_database_of_a_first_start_alone_is_created_for_its_owner_alone(var: Path) -> None:
    (var / DATABASE).unlink()
    connection.close()
    with pytest.raises(StorageFault):
        call_command("migrate", verbosity=0)
    (var / NOTE).unlink()
    call_command("migrate", "contenttypes", verbosity=0)
    assert (var / DATABASE).stat().st_mode & 0o077 == 0


def test_missing_static_files_are_told_until_they_are_gathered(
    var: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.STATIC_ROOT = var / "static"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "config.statics.Storage"}}
    status, page = ask_page("/")
    assert status == 503
    assert say(troubles.STATIC, "en") in page
    output = StringIO()
    call_command("recheck", stdout=output)
    assert say(troubles.STATIC) in output.getvalue()


@pytest.mark.posix
def test_a_folder_that_others_can_read_is_closed_to_them(var: Path) -> None:
    paths = (var, var / DATABASE, var / "secret.key")
    for path in paths:
        path.chmod(0o755)
    assert ask_page("/")[0] == 200
    assert [path.stat().st_mode & 0o077 for path in paths] == [0, 0, 0]


@pytest.mark.posix
def test_a_folder_that_stays_open_to_others_is_refused(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    var.chmod(0o755)
    monkeypatch.setattr(Path, "chmod", lambda path, mode: None)  # as on a disk that knows no modes
    status, page = ask_page("/")
    assert status == 503
    assert say(troubles.EXPOSED, "en") in page


@only_sqlite
def test_a_full_disk_refuses_each_coup_in_one_sentence_until_there_is_room(var: Path) -> None:
    """The phone's queue counts a status of 500 or more as no answer, and keeps its coup (static/js/server.js)."""
    phone = open_phone()
    phone.client.raise_request_exception = False
    key = "a-coup-on-a-full-disk"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")  # not a page more
        cursor.execute("PRAGMA freelist_count")
        assert cursor.fetchone() == (0,)
        for _ in range(300):  # fill what is left in the pages that the file has
            if phone.send_coup().status_code >= 500 or phone.send("undo").status_code >= 500:
                break
        written = len(phone.bodies)
        answer = phone.send_coup(key=key)
        assert answer.status_code == 507
        assert say(troubles.FULL) in html.unescape(answer.content.decode())
        assert len(phone.bodies) == written
        cursor.execute("PRAGMA max_page_count = 1000000")
    assert phone.send_coup(key=key).status_code == 303
    assert len(phone.bodies) == written + 1
    assert check_book(Table.objects.all()).difference is None


def test_a_postgresql_database_without_its_driver_is_told_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in DRIVERS:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "django.db.backends.postgresql.base", raising=False)
    with pytest.raises(ImproperlyConfigured) as failed:
        load_backend("django.db.backends.postgresql")
    words = explain_error(failed.value) or ""
    assert words.startswith(say(troubles.DRIVER))
    assert ADD_DRIVER in words
    assert explain_error(ImproperlyConfigured("another setting")) is None


@pytest.mark.parametrize(
    "words",
    [
        "the connection is lost",
        "consuming input failed: server closed the connection unexpectedly",
        "terminating connection due to administrator command",
        "connection timeout expired",
        "connection failed: connection to server at 10.0.0.1 failed: FATAL: the database system is starting up",
        "cannot execute INSERT in a read-only transaction",
        "query_wait_timeout",
    ],
)
def test_a_postgresql_server_that_is_lost_or_no_longer_the_primary_does_not_answer(words: str) -> None:
    assert diagnose_error(OperationalError(words)) is troubles.UNREACHABLE


def test_every_trouble_says_what_to_do_in_three_languages_and_names_no_folder() -> None:
    every = [each for each in vars(troubles).values() if isinstance(each, Trouble)]
    every.append(troubles.build_pango_trouble())
    assert len(every) >= 14
    assert len({each.key for each in every}) == len(every)
    for each in every:
        words = []
        for language in ("fr", "en", "it"):
            with override(language):
                words += [str(each.sentence), str(each.mend)]
        assert len(set(words)) == 6, each.key
        assert all(word and not re.search(r"/home|/work|/var", word) for word in words)
        assert each.status in (503, 507)


def test_what_is_collected_is_compressed_once_under_the_name_that_pages_have(tmp_path: Path) -> None:
    storage, names = Storage(location=tmp_path, base_url="/static/"), ("css/a.css", "django_htmx/htmx-4.js")
    for name in names:
        storage.save(name, ContentFile(b"a { color: red }\n" * 100))
    list(storage.post_process({name: (storage, name) for name in names}))
    assert {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.gz")} == {
        f"{storage.stored_name('css/a.css')}.gz"
    }
