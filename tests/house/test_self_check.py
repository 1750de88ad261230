"""The self-check: every check done for real and nothing of it left, red with what to do; and the diagnostic file, which
names nobody."""

import http.cookies
import json
import logging
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client

from config import error_log, pango
from config.background.jobs import open_jobs
from config.background.kinds import SELF_CHECK
from config.error_log import ErrorFile
from config.hall import LOOPBACK_HALL
from corbillon import start
from tests.book.evening_builders import create_evening, get_table, record_events
from tests.fixtures.databases import Database
from tests.fixtures.patience import PROCESS_SECONDS
from tests.tidy.sources import ROOT
from tests.web.organiser_builders import sign_in_organiser
from tournaments.book.table_keys import table_key
from tournaments.models import Club, Entry, Record, Tournament
from tournaments.upkeep import clock
from tournaments.upkeep.selfcheck import checking, machine_checks
from tournaments.upkeep.selfcheck.checking import run_checks, save_progress
from tournaments.upkeep.selfcheck.diagnostic import write_diagnostic
from tournaments.upkeep.selfcheck.verdicts import Verdict

NO_PANGO = """
import ctypes
class Refusing(ctypes.CDLL):
    def __init__(self, name, *rest, **more):
        if name and "pango" in name:
            raise OSError(f"cannot load library '{name}'")
        super().__init__(name, *rest, **more)
ctypes.CDLL = Refusing
"""


def fill_evening() -> None:
    """Fill the database with an evening in which something is recorded."""
    record_events(get_table(create_evening(3)), {"type": "void"})


@pytest.mark.start_from(fill=fill_evening)
@pytest.mark.pango
def test_every_check_but_the_phones_is_green_and_leaves_nothing(own_database: Database, settings: Any) -> None:
    folder = settings.VAR_DIR
    rows = [model.objects.count() for model in (Club, Tournament, Entry, Record)]
    files = {path.name for path in folder.iterdir()}
    found = {title: verdict for title, verdict in run_checks() if verdict}
    red = {title: verdict.words for title, verdict in found.items() if not verdict.is_sound}
    assert len(found) == 8, red
    assert set(red) <= {"Téléphones", "Versions"}, red
    assert [model.objects.count() for model in (Club, Tournament, Entry, Record)] == rows
    assert {path.name for path in folder.iterdir()} - files <= {"fonts", "serving.lock"}


@pytest.mark.django_db
def test_without_pango_the_check_of_prints_is_red_with_the_exact_command(monkeypatch: pytest.MonkeyPatch) -> None:
    from tournaments.upkeep.selfcheck import scratch_checks

    monkeypatch.setattr(pango, "is_installed", lambda: False)
    monkeypatch.setattr(scratch_checks, "check_backup", lambda scratch: Verdict(True, ""))
    monkeypatch.setattr(scratch_checks, "check_book", lambda scratch: Verdict(True, ""))
    said = StringIO()
    with pytest.raises(CommandError, match="Impression"):
        call_command("selfcheck", stdout=said)
    assert pango.find_install_command() in said.getvalue()


@pytest.mark.posix  # on Windows no command installs it
def test_a_computer_without_pango_is_known_as_such(tmp_path: Path) -> None:
    """In a process of its own, in which the library cannot be loaded."""
    (tmp_path / "sitecustomize.py").write_text(NO_PANGO, encoding="utf-8")
    code = "from config import pango; print(pango.is_installed(), pango.find_install_command())"
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PROCESS_SECONDS,
        check=True,
    )
    assert done.stdout.startswith("False ")
    assert len(done.stdout.split()) > 3


@pytest.mark.django_db
def test_a_clock_that_stands_before_the_newest_coup_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    fill_evening()
    assert machine_checks.check_clock().is_sound
    monkeypatch.setattr(clock, "TOLERANCE", -clock.TOLERANCE)
    wrong = machine_checks.check_clock()
    assert not wrong.is_sound
    assert "timedatectl" in wrong.command


@pytest.mark.django_db
def test_a_nearly_full_disk_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    assert machine_checks.check_disk().is_sound
    monkeypatch.setattr(machine_checks, "LEAST_FREE_BYTES", 1 << 60)
    assert not machine_checks.check_disk().is_sound


@pytest.mark.django_db
def test_a_check_that_fails_unexpectedly_is_red_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    from tournaments.upkeep.selfcheck import scratch_checks

    for name in ("check_backup", "check_book", "check_print"):
        monkeypatch.setattr(scratch_checks, name, lambda scratch: 1 / 0)
    found = [verdict for _title, verdict in run_checks() if verdict]
    assert len(found) == 8
    assert sum("ZeroDivisionError" in verdict.words for verdict in found) == 3


@pytest.mark.django_db
def test_the_page_starts_the_check_follows_it_and_shows_what_to_do(
    monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(checking, "wake_keeper", lambda _var: None)
    jobs = open_jobs(tmp_path)
    client, _club = sign_in_organiser()
    assert "Tout est-il prêt" in client.get("/desk/status").content.decode()
    assert client.get("/desk/status/ready").context["check"] is None
    for _twice in range(2):
        assert client.post("/desk/status/check").url == "/desk/status/ready"
    (job,) = jobs.list_jobs(SELF_CHECK)
    assert job.arguments == ["--language", "fr"]
    assert "hx-get" in client.get("/desk/status/ready").content.decode()
    jobs.take(SELF_CHECK)
    client.post("/desk/status/check")
    assert jobs.list_jobs(SELF_CHECK) == [job], "one runs"
    file = jobs.get_result_path(job)
    save_progress(file, [], "Copie")
    assert "hx-get" in client.get("/desk/status/ready").content.decode()
    made, red = ("Copie", Verdict(True, "faite")), ("Impression", Verdict(False, "rien", "apt install x"))
    save_progress(file, [made, red], "")
    jobs.finish(job)
    answer = client.get("/desk/status/ready")
    assert (answer.context["check"].is_ready, answer.context["check"].red) == (False, 1)
    assert "hx-get" not in answer.content.decode()
    assert "apt install x" not in answer.content.decode()
    save_progress(file, [made], "")
    assert client.get("/desk/status/ready").context["check"].is_ready
    file.write_text("{", encoding="utf-8")
    broken = client.get("/desk/status/ready").context["check"]
    assert (broken.is_running, bool(broken.current)) == (False, True)


SECRETS = ("Wilhelmine", "Ottokar", "wilhelmine@example.org", "Cercle secret", "s3cr3t-pass")


@pytest.mark.posix
@pytest.mark.django_db
def test_the_diagnostic_file_holds_no_name_key_code_or_address(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_user_model: Any
) -> None:
    settings.VAR_DIR = tmp_path
    log = logging.getLogger("tests.diagnostic")
    log.addHandler(handler := ErrorFile(str(tmp_path)))
    fill_evening()
    tournament = Tournament.objects.get()
    Club.objects.update(name="Cercle secret")
    Entry.objects.filter(shown_name="Anne").update(shown_name="Wilhelmine")
    django_user_model.objects.create_user("Ottokar", "wilhelmine@example.org", "s3cr3t-pass")
    key = table_key(get_table(tournament))
    try:
        raise ValueError(f"Wilhelmine {key}")
    except ValueError:
        log.exception("failed for Wilhelmine at /%s with %s", tournament.code, key)
    job = open_jobs(tmp_path).ask(SELF_CHECK)
    save_progress(open_jobs(tmp_path).get_result_path(job), [("T", Verdict(False, "http://192.168.1.20:8000"))], "")
    text = write_diagnostic()
    log.removeHandler(handler)
    for secret in (*SECRETS, key, f"/{tournament.code}", "192.168.", settings.SECRET_KEY, str(tmp_path), str(ROOT)):
        assert secret not in text, secret
    told = json.loads(text)
    assert told["errors"][-1]["error"] == "ValueError"
    assert "test_self_check.py" in told["errors"][-1]["frames"][-1]
    assert told["rows"]["tournaments.Record"] == 1
    assert told["versions"]["Python"]
    assert (tmp_path / error_log.FILE_NAME).stat().st_mode & 0o077 == 0


def test_the_kept_errors_stay_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(error_log, "MAX_BYTES", 2_000)
    handler = ErrorFile(str(tmp_path))
    for n in range(500):
        handler.emit(logging.LogRecord("x", logging.ERROR, "x", n, "x", (), None))
    assert len(error_log.read_errors(tmp_path)) <= error_log.KEPT_LINES + 30


@pytest.mark.book
@pytest.mark.skipif(connection.vendor != "postgresql", reason="a laptop has one server")
def test_every_server_reads_the_errors_of_all_and_few_are_kept(
    own_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(error_log, "KEPT_LINES", 3)
    for n in range(5):
        ErrorFile(str(tmp_path / f"server {n}")).emit(
            logging.LogRecord(f"log {n}", logging.ERROR, "x", n, "x", (), None)
        )
    assert [error["logger"] for error in error_log.read_errors(tmp_path)] == ["log 2", "log 3", "log 4"]


@pytest.mark.book
@pytest.mark.skipif(connection.vendor != "postgresql", reason="a laptop has one server")
def test_an_error_that_the_database_does_not_take_stays_on_the_server(
    own_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handler, record = ErrorFile(str(tmp_path)), logging.LogRecord("here", logging.ERROR, "x", 1, "x", (), None)
    with transaction.atomic():
        handler.emit(record)
    monkeypatch.setattr(error_log, "KEEP_SQL", "SELECT %s FROM missing LIMIT %s")
    handler.emit(record)
    monkeypatch.undo()
    handler.emit(record)
    assert len(handler.file.read_text(encoding="utf-8").splitlines()) == len(error_log.read_errors(tmp_path)) == 3


@pytest.mark.django_db
def test_only_whom_the_installation_belongs_to_downloads_the_diagnostic_file() -> None:
    client, club = sign_in_organiser()
    assert client.post("/desk/status/diagnostic").json()["format"] == "corbillon.diagnostic/1"
    get_user_model().objects.update(is_superuser=False)
    assert client.post("/desk/status/diagnostic").status_code == 403
    assert club.members.get().role == "owner"
    assert Client().post("/desk/status/diagnostic").status_code == 302


@pytest.mark.django_db
def test_a_python_with_a_known_hole_is_named_at_the_start_and_by_the_self_check(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def read_notes() -> str:
        start._announce(tmp_path, LOOPBACK_HALL, alone=True)
        return capsys.readouterr().out + machine_checks.check_versions().details

    monkeypatch.setattr(http.cookies, "_unquote_sub", None, raising=False)
    assert "CVE" not in read_notes()
    monkeypatch.delattr(http.cookies, "_unquote_sub")
    assert read_notes().count("CVE-2024-7592") == 2
