"""A clock that has jumped is told where somebody looks, and nothing is deleted by it."""

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from config.background.jobs import KEEPER_LOCK
from tests.book.evening_builders import create_evening, get_table, record_events
from tests.fixtures.databases import Database
from tests.web.organiser_builders import sign_in_organiser
from tournaments.upkeep import clock
from tournaments.upkeep.backups import before_migrating
from tournaments.upkeep.backups.making import make_backup
from tournaments.upkeep.clock import describe_trouble
from tournaments.upkeep.selfcheck import machine_checks

pytestmark = pytest.mark.usefixtures("var")
WORDS = "L’horloge de cet ordinateur"


def write_record(_var: Path, _at: datetime) -> None:
    record_events(get_table(create_evening(3)), {"type": "void"})


def make_copy(_var: Path, at: datetime) -> None:
    make_backup(at)


def start_server(var: Path, at: datetime) -> None:
    (var / KEEPER_LOCK).touch()
    os.utime(var / KEEPER_LOCK, (at.timestamp(), at.timestamp()))


@pytest.mark.parametrize("leave_sign", [write_record, make_copy, start_server])
def test_a_clock_that_went_back_is_told_by_each_sign(
    leave_sign: Callable[[Path, datetime], None], own_database: Database, var: Path
) -> None:
    now = timezone.now()
    leave_sign(var, now)
    assert describe_trouble(now + timedelta(minutes=5)) == ""
    assert WORDS in describe_trouble(now - timedelta(hours=3))


@pytest.mark.parametrize("jump", [timedelta(hours=-3), timedelta(days=-4000), timedelta(days=730)])
def test_a_jump_is_told_on_the_first_page_in_the_self_check_and_by_the_command(
    jump: timedelta, own_database: Database, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, _club = sign_in_organiser()
    make_backup(timezone.now() - jump)
    session = Session.objects.create(session_key="other", session_data="", expire_date=datetime(2001, 1, 1, tzinfo=UTC))
    for _look in range(2):  # before the next backup, and after
        assert WORDS in client.get("/desk/").content.decode()
        verdict = machine_checks.check_clock()
        assert not verdict.is_sound
        assert WORDS in verdict.words
        assert verdict.command == clock.SET_CLOCK
        said = StringIO()
        call_command("backup", stdout=StringIO(), stderr=said)
        assert WORDS in said.getvalue(), "nothing has had its time"
        assert Session.objects.filter(pk=session.pk).exists(), "nothing has had its time"
    make_backup(timezone.now() + timedelta(days=8))
    assert describe_trouble(timezone.now() + timedelta(days=8)) == "", "it is told for a week"


def start_anew(monkeypatch: pytest.MonkeyPatch, var: Path) -> str:
    """Start the program as `make run` does, and let a phone that waited for it send a coup. Return what the start
    says."""
    monkeypatch.setattr("tournaments.management.commands.prepare.Command._gather_static_files", lambda _self: None)
    said = StringIO()
    call_command("prepare", stdout=StringIO(), stderr=said)
    start_server(var, timezone.now())
    write_record(var, timezone.now())
    return said.getvalue()


@pytest.mark.parametrize("jump", [timedelta(hours=-3), timedelta(days=730)])
@pytest.mark.parametrize("leave_sign", [make_copy, start_server])
def test_a_jump_while_the_server_was_off_is_told_at_the_start_and_from_then_on(
    leave_sign: Callable[[Path, datetime], None],
    jump: timedelta,
    own_database: Database,
    var: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client, _club = sign_in_organiser()
    leave_sign(var, timezone.now() - jump)
    assert WORDS in start_anew(monkeypatch, var)
    for _look in range(2):  # before the first backup, and after
        assert WORDS in client.get("/desk/").content.decode()
        assert not machine_checks.check_clock().is_sound
        said = StringIO()
        call_command("backup", stdout=StringIO(), stderr=said)
        assert WORDS in said.getvalue()


def test_a_start_after_a_quiet_summer_says_nothing_of_the_clock(
    own_database: Database, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in_organiser()
    make_copy(var, timezone.now() - timedelta(days=100))
    assert start_anew(monkeypatch, var) == ""


@pytest.mark.django_db
@pytest.mark.parametrize("year", [1970, 2015, 2107])
def test_a_year_that_cannot_be_is_told_by_an_installation_without_anything(year: int) -> None:
    assert str(year) in describe_trouble(datetime(year, 1, 1, 12, tzinfo=UTC))


def test_a_copy_before_an_update_stays_whatever_the_clock_says(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(before_migrating, "copy_sqlite", lambda draft: draft.write_bytes(b"rows"))
    noon = datetime(2026, 11, 22, 12, tzinfo=UTC)
    for days in (0, 1, 2):
        before_migrating.copy_before_migrating(noon + timedelta(days=days))
    first = before_migrating.copy_before_migrating(noon - timedelta(days=20_000))
    assert first.exists()
    assert len(list(first.parent.glob("before-update-*"))) == 4
    before_migrating.copy_before_migrating(noon + timedelta(days=550))
    last = before_migrating.copy_before_migrating(noon + timedelta(days=3))
    assert last.exists()
    assert len(list(first.parent.glob("before-update-*"))) == 4
