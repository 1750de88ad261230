"""Every write that meets a full disk says so and leaves nothing half: each of them, one after the other."""

import errno
import html
import json
import logging
import os
from collections.abc import Callable
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.contrib.sessions.backends.base import UpdateError
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from config import durable, error_log
from config.background.jobs import JobState, open_jobs
from config.background.kinds import SELF_CHECK
from config.error_log import ErrorFile, read_errors
from config.secret import is_stored, read_or_create_key
from config.storage import state as storage_state
from config.storage import troubles
from config.storage.diagnosis import diagnose_error
from tests.fixtures.databases import Database, only_sqlite
from tests.fixtures.full_disk import fill_disk_at_each_write
from tests.web.organiser_builders import sign_in_organiser
from tournaments.upkeep.backups import before_migrating, making
from tournaments.upkeep.backups.encryption import BackupKey
from tournaments.upkeep.backups.folders import list_backups, save_second_folder
from tournaments.upkeep.backups.making import UnsoundBackup, make_backup
from tournaments.views import polled_parts

pytestmark = pytest.mark.usefixtures("var")
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def list_files(folder: Path) -> dict[str, bytes]:
    """Return the content of each file of the folder, by its path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_command_never_says_that_a_backup_is_there_which_is_not(
    own_database: Database, var: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    save_second_folder(tmp_path / "var" / "stick", BackupKey(b"k" * 32, b"s" * 16))
    for disk in fill_disk_at_each_write(var):
        for file in (each.path for folder in ("backups", "stick") for each in list_backups(var / folder)):
            file.unlink()
        said = StringIO()
        caplog.clear()
        try:
            with disk:
                call_command("backup", stdout=said, stderr=StringIO())
        except (CommandError, OSError) as error:
            assert "plein" in str(error) or diagnose_error(error) is troubles.FULL
            assert disk.was_met
        else:
            name = said.getvalue().split()[0]
            assert name.endswith(".zip")
            assert ZipFile(var / "backups" / name).testzip() is None
            assert len(list_backups(var / "stick")) == 1
        kept = [record.getMessage() for record in caplog.records if "backup kept" in record.getMessage()]
        assert all((var / "backups" / line.rpartition("=")[2]).exists() for line in kept)
        names = {Path(name).name for name in list_files(var)} - {
            "state.json",
            "working.lock",
            "backup-settings.json",
            "saved-records.json",
        }
        assert all(name.startswith("corbillon-") or name.endswith(".log") for name in names - {".corbillon-copies"})
        for each in list_backups(var / "backups"):
            assert ZipFile(each.path).testzip() is None


def test_a_file_named_by_hand_is_whole_or_not_there(own_database: Database, var: Path) -> None:
    for disk in fill_disk_at_each_write(var):
        try:
            with disk:
                call_command("backup", str(var / "all.zip"), stdout=StringIO())
        except CommandError as error:
            assert str(troubles.FULL.sentence) in str(error)
            assert list_files(var) == {}
        else:
            assert ZipFile(var / "all.zip").testzip() is None


@only_sqlite
def test_a_full_disk_of_the_copy_is_no_unsound_backup(
    own_database: Database, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(_target: Any) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr("tournaments.exchange.backup._fill_copy", fill)
    made = make_backup(NOON)
    assert made
    assert made.trouble == "full"
    with pytest.raises(OperationalError):
        before_migrating.copy_before_migrating(NOON)
    assert set(list_files(var / "backups")) <= {"state.json", "working.lock"}


def test_a_full_disk_of_the_trial_is_no_unsound_backup(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.undo()
    words = [troubles.FULL.write_out("/home"), "table 3"]
    monkeypatch.setattr(making.ScratchInstallation, "__enter__", lambda scratch: scratch)
    monkeypatch.setattr(making.ScratchInstallation, "__exit__", lambda *_given: None)
    monkeypatch.setattr(making.ScratchInstallation, "restore", lambda _scratch, _file: words.pop(0))
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        making.check_backup(tmp_path)
    with pytest.raises(UnsoundBackup):
        making.check_backup(tmp_path)


WRITERS: list[Callable[[Path, bytes], None]] = [
    durable.write_file,
    durable.write_one_of_many,
    durable.create_file,
]


@pytest.mark.parametrize("write", WRITERS, ids=lambda write: write.__name__)
def test_a_file_of_a_site_a_key_or_a_list_is_the_old_one_or_the_new_one(
    write: Callable[[Path, bytes], None], var: Path
) -> None:
    file = var / "file"
    for disk in fill_disk_at_each_write(var):
        if write is durable.create_file:
            file.unlink(missing_ok=True)
        else:
            file.write_bytes(b"old")
        before = list_files(var)
        try:
            with disk:
                write(file, b"new")
        except OSError as error:
            assert diagnose_error(error) is troubles.FULL
            assert list_files(var) in (before, {"file": b"new"})
        else:
            assert list_files(var) == {"file": b"new"}


def test_a_pdf_is_the_old_one_or_the_new_one(var: Path) -> None:
    from pypdf import PdfWriter

    from tournaments.printing.stamping import save_written

    file = var / "paper.pdf"
    for disk in fill_disk_at_each_write(var):
        file.write_bytes(b"old")
        writer = PdfWriter()
        writer.add_blank_page(10, 10)
        try:
            with disk:
                save_written(writer, file)
        except OSError:
            assert list_files(var) in ({"paper.pdf": b"old"}, {"paper.pdf": file.read_bytes()})
            assert file.read_bytes()[:4] in (b"old", b"%PDF")
        else:
            assert file.read_bytes().startswith(b"%PDF")


def test_a_job_that_cannot_be_kept_leaves_nothing_and_one_that_ends_is_over(var: Path) -> None:
    jobs = open_jobs(var)
    for disk in fill_disk_at_each_write(var):
        try:
            with disk:
                jobs.ask(SELF_CHECK)
        except OSError:
            if not jobs.has_waiting(SELF_CHECK):
                assert list_files(var) == {}
    for failure in (None, "", "why"):
        jobs.ask(SELF_CHECK)
        job = jobs.take(SELF_CHECK)
        assert job
        for disk in fill_disk_at_each_write(var):
            with disk:
                jobs.finish(job, failure)
            found = jobs.find(job.key)
            assert found
            assert found.state is (JobState.DONE if failure is None else JobState.FAILED)


def test_a_key_is_stored_whole_or_said_to_be_missing_for_want_of_room(
    var: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = settings.PRINTED_KEY_FILE = var / "keys" / "secret.key"
    for disk in fill_disk_at_each_write(var):
        with disk:
            key = settings.PRINTED_KEY = read_or_create_key(file)
        assert key
        assert not file.exists() or is_stored(file, key)
        if not file.exists():
            assert storage_state.find_folder_trouble() is troubles.READ_ONLY
            with monkeypatch.context() as patch:
                patch.setattr(storage_state, "LEAST_BYTES", 1 << 60)
                assert storage_state.find_folder_trouble() is troubles.FULL


def test_the_log_of_errors_keeps_its_lines_and_stops_nobody(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(error_log, "MAX_BYTES", 10)
    handler = ErrorFile(str(var))
    record = logging.LogRecord("here", logging.ERROR, "", 0, "", None, None)
    handler.emit(record)
    kept = 1
    for disk in fill_disk_at_each_write(var):
        with disk:
            handler.emit(record)
        now = len(read_errors(var))
        assert now in (kept, kept + 1)
        kept = now
    with handler.file.open("a") as stream:
        stream.write('{"at": "2026')
    assert len(read_errors(var)) == kept
    assert json.dumps(read_errors(var))


@pytest.mark.django_db
def test_a_session_that_cannot_be_saved_is_the_full_disk_s_trouble_and_one_that_is_gone_is_not(settings: Any) -> None:
    settings.SESSION_SAVE_EVERY_REQUEST = True
    client, _club = sign_in_organiser()
    client.raise_request_exception = False

    def refuse(execute: Any, sql: str, *given: Any) -> Any:
        if sql.startswith('UPDATE "django_session"'):
            raise OperationalError("database or disk is full")
        return execute(sql, *given)

    with connection.execute_wrapper(refuse):
        answer = client.get("/desk/")
    assert answer.status_code == 507
    assert str(troubles.FULL.sentence) in html.unescape(answer.content.decode())
    store = client.session
    client.session.delete()
    with pytest.raises(UpdateError):
        store.save()


def test_a_part_that_cannot_be_kept_is_shown(var: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    cache = {"BACKEND": "config.shared_cache.SharedCache", "LOCATION": str(var / "cache")}
    settings.CACHES = settings.CACHES | {"parts": cache}
    (var / "cache").mkdir()
    for name in range(64):
        (var / "cache" / f"{name}.lock").touch()
    monkeypatch.setattr(
        "config.shared_cache.SharedCache.set",
        lambda *_given: (_ for _ in ()).throw(OSError(errno.ENOSPC, "No space left on device")),
    )
    part = polled_parts.get_polled_part("board", lambda: "mark", lambda _mark: b"content")
    assert part.content == b"content"
