"""The security log: one line for each event, and never what was secret in it."""

import logging
import os
from datetime import UTC, timedelta
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from config.background.jobs import KEPT_SECONDS
from config.security_files import FOLDER, KEPT_DAYS, name_file
from tests.web.api_programs import Program
from tests.web.organiser_builders import create_open_evening, get_first_table, sign_in_organiser
from tournaments.actions.people.tries import count_try
from tournaments.book.table_keys import table_code, table_key
from tournaments.models import TryCount
from tournaments.models.rights import Role

pytestmark = pytest.mark.django_db
LOGIN, SECRET = "/accounts/login/", "quatre-vingts-as"


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Any:
    """A function that returns the lines of the security log so far, and forgets them."""
    caplog.set_level(logging.INFO, "corbillon.security")

    def read() -> list[str]:
        told = [record.getMessage() for record in caplog.records if record.name == "corbillon.security"]
        caplog.clear()
        return told

    return read


def test_log_ins_refusals_and_lock_outs_are_logged_without_what_was_typed(lines: Any):
    user = get_user_model().objects.create_user("claire", "claire@club.example", SECRET)
    client = Client()
    for _try in range(11):
        client.post(LOGIN, {"login": "claire", "password": "un faux secret"})
    found = lines()
    assert found[0] == "log-in refused user=- route=account_login method=POST"
    assert any(line.startswith("told to wait") for line in found)
    other = get_user_model().objects.create_user("anne", "", SECRET)
    client.post(LOGIN, {"login": "anne", "password": SECRET})
    client.post("/accounts/logout/")
    found += lines()
    assert any(line.startswith(f"log-in account={other.pk}") for line in found)
    assert any(line.startswith(f"log-out account={other.pk}") for line in found)
    assert not any(word in line for line in found for word in ("claire", "faux", SECRET, "@"))
    assert user.pk != other.pk


@pytest.mark.posix
def test_addresses_go_after_thirty_days_by_the_task_that_makes_the_backups(monkeypatch: pytest.MonkeyPatch):
    var, now = settings.VAR_DIR, timezone.now()
    Client(REMOTE_ADDR="192.0.2.7").post(LOGIN, {"login": "claire", "password": "un faux secret"})
    count_try("somebody", "somewhere")
    file = name_file(var / FOLDER, now.astimezone(UTC).date())
    assert "log-in refused user=- route=account_login method=POST from=192.0.2.7" in file.read_text(encoding="utf-8")
    assert file.stat().st_mode & 0o77 == 0
    assert TryCount.objects.exists()
    monkeypatch.setattr("tournaments.management.commands.backup.make_backup", lambda _now: None)
    for days, stays in ((KEPT_DAYS, True), (KEPT_DAYS + 1, False)):
        monkeypatch.setattr("django.utils.timezone.now", lambda days=days: now + timedelta(days=days))
        call_command("backup", stdout=StringIO())
        assert file.exists() is stays
    assert not TryCount.objects.exists()


def test_prepared_documents_go_after_an_hour_by_the_same_task(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tournaments.management.commands.backup.make_backup", lambda _now: None)
    folders = [settings.VAR_DIR / "jobs" / name for name in ("print-old", "print-young")]
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "asked").touch()
    began = folders[0].stat().st_mtime - KEPT_SECONDS - 1
    os.utime(folders[0], (began, began))
    call_command("backup", stdout=StringIO())
    assert [folder.exists() for folder in folders] == [False, True]


def test_refusals_and_exports_are_logged_without_keys_codes_or_query_strings(lines: Any):
    client, club = sign_in_organiser()
    stranger, _club = sign_in_organiser("karl", "Autre cercle")
    tournament = create_open_evening(club)
    table = get_first_table(tournament)
    lines()
    stranger.get(f"/desk/event/{tournament.pk}?token=secret-word")
    client.get(f"/desk/event/{tournament.pk}/players.csv?token=secret-word")
    Client(headers={"X-Table-Key": table_key(table) + "A"}).get("/t/sheet?token=secret-word")
    Client().post(f"/{tournament.code}/code", {"code": table_code(table)})
    found = lines()
    events = [line.split(" user=")[0].split(" account=")[0] for line in found]
    assert events == ["refused status=404", "export", "refused status=404"]
    secrets = ("secret-word", "?", table_key(table).partition("-")[2], table_code(table), "karl", "nadia")
    assert not any(word in line for line in found for word in secrets)


def test_a_key_that_is_used_for_what_it_may_not_is_named_by_its_number(lines: Any):
    _client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    reading, other = Program(club, Role.READER), Program(sign_in_organiser("karl", "Autre cercle")[1])
    lines()
    assert reading.post(f"/tournaments/{tournament.code}/close", {}).status_code == 403
    assert other.get(f"/tournaments/{tournament.code}/draft").status_code == 404
    found = lines()
    assert [line.split(" user=")[0] for line in found] == [
        f"refused status=403 key={reading.token.pk}",
        f"refused status=404 key={other.token.pk}",
    ]
    assert not any(text in line for line in found for text in (reading.text, other.text))


def test_a_password_given_by_the_command_is_logged_without_it(lines: Any):
    shown = StringIO()
    call_command("organiser", "claire", stdout=shown)
    password = shown.getvalue().split("password: ")[1].split()[0]
    found = lines()
    assert any(line.startswith("account made") for line in found)
    assert password not in " ".join(found)


def test_a_host_name_that_is_not_ours_is_one_line_of_the_log(settings, caplog: pytest.LogCaptureFixture):
    settings.ALLOWED_HOSTS = ["cartes.example"]
    logger = logging.getLogger("django.security.DisallowedHost")
    logger.addHandler(caplog.handler)
    try:
        assert Client().get("/", headers={"host": "other.example"}).status_code == 400
    finally:
        logger.removeHandler(caplog.handler)
    assert len(caplog.text.splitlines()) == 1
    assert "other.example" in caplog.text
