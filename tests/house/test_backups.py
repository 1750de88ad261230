"""Backups by themselves: when one is made, which are kept, what counts as one, and where they go."""

import json
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.core.management import call_command

from config.background.jobs import JOB_VARIABLE, open_jobs
from config.background.keeper import Keeper
from config.background.kinds import BACKUP
from config.system_calls import take_lock
from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.fixtures.databases import Database
from tests.fixtures.processes import StartedProcesses
from tournaments.book.loading import load_sheet
from tournaments.book.saved_records import find_saved_number
from tournaments.exchange.backup import write_archive
from tournaments.upkeep.backups import encryption, making, state
from tournaments.upkeep.backups.ageing import LATEST, choose_kept, find_last_day
from tournaments.upkeep.backups.encryption import BackupKey, CannotDecrypt, decrypt, encrypt
from tournaments.upkeep.backups.folders import (
    delete_old_backups,
    get_first_folder,
    list_backups,
    read_second_folder,
    save_second_folder,
)
from tournaments.upkeep.backups.making import UnsoundBackup, make_backup
from tournaments.upkeep.backups.state import judge_backups, read_state

pytestmark = pytest.mark.usefixtures("var")
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
PHRASE = "trois as et un sept"
CHEAP = {"n": 2**4, "r": 8, "p": 1}


@pytest.fixture(autouse=True)
def cheap_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encryption, "SCRYPT_COST", CHEAP)


def derive_key() -> BackupKey:
    return BackupKey.derive(PHRASE)


def test_all_of_a_day_one_a_day_for_a_month_and_one_a_month_for_a_year_are_kept() -> None:
    kept: set[datetime] = set()
    for hour in range(0, 24 * 450, 3):
        now = NOON + timedelta(hours=hour)
        kept = choose_kept({*kept, now}, now)
    ages = sorted(now - at for at in kept)
    assert sum(age <= timedelta(hours=24) for age in ages) == 9
    assert sum(age <= timedelta(hours=60) for age in ages) == 21, "a day before the third newest day ended"
    assert 29 <= sum(timedelta(hours=60) < age <= timedelta(days=32) for age in ages) <= 30
    assert 11 <= sum(timedelta(days=32) < age for age in ages) <= 12
    assert ages[-1] > timedelta(days=330)


def test_the_only_backup_and_one_dated_in_the_future_are_kept() -> None:
    old, future = NOON - timedelta(days=900), NOON + timedelta(days=900)
    assert choose_kept([old], NOON) == {old}
    assert choose_kept([old, future], NOON) == {old, future}
    assert find_last_day([LATEST - timedelta(days=1)]) == LATEST, "no day comes after the last one"


def test_it_takes_newer_copies_of_three_days_until_one_is_old() -> None:
    old = NOON - timedelta(days=900)
    copies = [old, *(NOON - timedelta(days=days) for days in range(3))]
    assert old in choose_kept(copies[:3], NOON)
    assert old not in choose_kept(copies, NOON)
    assert choose_kept(copies, old) == set(copies), "a clock that stands before them is believed"


@pytest.mark.parametrize("ending", ["zip", "corbillon"])
def test_the_copy_made_last_stays_among_later_ones_that_others_put_into_the_folder(ending: str, tmp_path: Path) -> None:
    for day in ("19700101", "19700102", "20261120", "20261121", "20261122"):
        (tmp_path / f"corbillon-{day}-120000.{ending}").touch()
    delete_old_backups(tmp_path, NOON, (), "corbillon-19700101-120000.zip")
    assert [f"{each.at:%m%d}" for each in list_backups(tmp_path)] == ["1122", "1121", "1120", "0101"]


def simulate_months() -> set[datetime]:
    """Return the times of what is kept of a club that plays each week."""
    kept: set[datetime] = set()
    for evening in range(60):
        for quarter in range(16):
            now = NOON + timedelta(days=7 * evening, minutes=15 * quarter)
            kept = choose_kept({*kept, now}, now)
    return kept


@pytest.mark.parametrize("jump", [timedelta(days=days) for days in (1, 20, 80, 550, 20_000)])
def test_an_evening_with_a_clock_that_is_ahead_deletes_no_more_than_the_same_evening_without(jump: timedelta) -> None:
    before = simulate_months()
    right, wrong = set(before), set(before)
    for quarter in range(8):
        at = max(before) + timedelta(days=7, minutes=15 * quarter)
        right = choose_kept({*right, at}, at)
        wrong = choose_kept({*wrong, at + jump}, at + jump)
    assert before & wrong >= before & right
    assert len(before & wrong) >= 40
    assert before & choose_kept(wrong, max(before) + timedelta(days=8)) == before & wrong, "the clock is right again"


def put_copies(stick: Path, times: Iterable[datetime]) -> None:
    """Put a copy of each of these times into the first folder, and onto the stick."""
    for at in times:
        for folder, ending in ((get_first_folder(), "zip"), (stick, "corbillon")):
            (folder / f"corbillon-{at:%Y%m%d-%H%M%S}.{ending}").touch()


def test_a_clock_that_is_ahead_every_other_evening_deletes_nothing_either(
    own_database: Database, var: Path, tmp_path: Path
) -> None:
    save_second_folder(stick := tmp_path / "stick", derive_key())
    put_copies(stick, [datetime(2026, 1, 1, 12), *(NOON - timedelta(days=days) for days in range(14))])
    folders = get_first_folder(), stick
    before = [{each.path.name for each in list_backups(folder)} for folder in folders]
    for evening in range(1, 6):
        for jump in (550, 0):
            get_table(create_evening(3))
            assert make_backup(NOON + timedelta(days=evening + jump))
    for folder, names in zip(folders, before, strict=True):
        assert names <= {each.path.name for each in list_backups(folder)}


@pytest.mark.parametrize("back", [timedelta(hours=3), timedelta(days=700), timedelta(days=20_400)])
def test_the_copy_made_last_stays_though_the_clock_dated_it_before_all_others(
    back: timedelta, own_database: Database, var: Path, tmp_path: Path
) -> None:
    save_second_folder(stick := tmp_path / "stick", derive_key())
    for days in (0, 1, 2, 3):
        get_table(create_evening(3))
        make_backup(NOON + timedelta(days=days))
    assert judge_backups(NOON - back).is_red, "days are no quarter of an hour, in either direction"
    get_table(create_evening(3))
    made = make_backup(NOON - back)
    assert made
    assert made.at < NOON.isoformat()
    assert made.clock_after == made.at
    for folder in (var / "backups", stick):
        assert len(list_backups(folder)) == 5
        assert list_backups(folder)[-1].path.stem == Path(made.file).stem
    assert judge_backups(NOON + timedelta(days=3)).is_red


def test_one_later_copy_leaves_the_copies_in_both_folders(own_database: Database, var: Path, tmp_path: Path) -> None:
    save_second_folder(stick := tmp_path / "stick", derive_key())
    put_copies(stick, (NOON - timedelta(days=days) for days in range(23)))
    get_table(create_evening(3))
    assert make_backup(NOON + timedelta(days=550))
    assert len(list_backups(var / "backups")) == 24 == len(list_backups(stick))
    get_table(create_evening(3))
    assert make_backup(NOON + timedelta(hours=1))
    assert len(list_backups(var / "backups")) == 25 == len(list_backups(stick))


@pytest.mark.posix
@pytest.mark.parametrize("year", [1970, 2108])
def test_a_backup_is_written_whatever_year_the_clock_shows(
    year: int, own_database: Database, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (var / "hall.json").write_text('{"address": "192.168.1.20", "port": 8000}', encoding="utf-8")
    real: Callable[..., time.struct_time] = time.localtime
    monkeypatch.setattr(time, "localtime", lambda seconds=None: time.struct_time((year, *real(seconds)[1:])))
    write_archive(var / "all.zip")
    with ZipFile(var / "all.zip") as archive:
        assert archive.testzip() is None
        assert "files/hall.json" in archive.namelist()


def test_what_is_encrypted_opens_with_its_phrase_alone() -> None:
    content = encrypt(b"le livre", derive_key())
    assert b"le livre" not in content
    assert encrypt(b"le livre", derive_key()) != content
    assert decrypt(content, PHRASE) == b"le livre"
    with pytest.raises(CannotDecrypt):
        decrypt(content, PHRASE + " ")
    for place in (5, len(encryption.FIRST_LINE) + 12, len(content) - 1):
        damaged = bytearray(content)
        damaged[place] ^= 1
        with pytest.raises(CannotDecrypt):
            decrypt(bytes(damaged), PHRASE)
    with pytest.raises(CannotDecrypt):
        decrypt(content[:-20], PHRASE)


@pytest.mark.book
def test_a_backup_is_made_where_something_has_changed_and_only_there(own_database: Database, var: Path) -> None:
    first = make_backup(NOON)
    assert first
    assert first.file == "corbillon-20261122-120000.zip"
    assert (var / "backups" / first.file).exists()
    later = make_backup(NOON + timedelta(minutes=15))
    assert later
    assert later.file == first.file
    assert later.looked_at > first.looked_at
    Session.objects.create(session_key="other", session_data="", expire_date=NOON)
    same = make_backup(NOON + timedelta(minutes=20))
    assert same, "the file has changed, and nothing that a backup holds"
    assert same.file == first.file, "the file has changed, and nothing that a backup holds"
    get_table(create_evening(3))
    third = make_backup(NOON + timedelta(minutes=30))
    assert third
    assert third.file == "corbillon-20261122-123000.zip"
    assert [each.path.name for each in list_backups(var / "backups")] == [third.file, first.file]
    (var / "backups" / third.file).unlink()
    assert (fourth := make_backup(NOON + timedelta(minutes=45))), "it was deleted by hand"
    assert fourth.file != third.file, "it was deleted by hand"


def test_a_backup_that_does_not_give_its_book_again_does_not_count(
    own_database: Database, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = make_backup(NOON)
    get_table(create_evening(3))

    def refuse(_file: Path) -> None:
        raise UnsoundBackup("table 3")

    monkeypatch.setattr(making, "check_backup", refuse)
    bad = make_backup(NOON + timedelta(minutes=15))
    assert good
    assert bad
    assert (bad.file, bad.at, bad.trouble, bad.detail) == (good.file, good.at, "unsound", "table 3")
    assert [path.suffix for path in (var / "backups").iterdir() if path.suffix not in (".json", ".lock")] == [".zip"]
    assert judge_backups(NOON + timedelta(minutes=15)).is_red


def test_two_processes_do_not_make_backups_at_the_same_time(
    own_database: Database, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = take_lock(get_first_folder() / making.WORKING_LOCK)
    assert lock
    assert make_backup(NOON) is None
    jobs = open_jobs(var)
    job = jobs.ask(BACKUP)
    jobs.take(BACKUP)
    monkeypatch.setenv(JOB_VARIABLE, job.key)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("os.nice", lambda _by: None, raising=False)
    call_command("backup", stdout=StringIO())
    assert jobs.has_waiting(BACKUP), "the other one may have begun before this was asked for"
    lock.close()
    assert make_backup(NOON)


def test_a_second_folder_gets_encrypted_ones_and_catches_up_after_it_was_away(
    own_database: Database, var: Path, tmp_path: Path
) -> None:
    stick, drawer = tmp_path / "stick" / "Corbillon", tmp_path / "drawer"
    save_second_folder(stick, derive_key())
    table = get_table(create_evening(3))
    record_events(table, build_coup())
    first = make_backup(NOON)
    assert first
    assert first.second_at == first.at
    assert find_saved_number(load_sheet(table.pk)) == 1
    (copy,) = list_backups(stick)
    assert decrypt(copy.path.read_bytes(), PHRASE) == (var / "backups" / first.file).read_bytes()
    assert make_backup(NOON + timedelta(minutes=5))
    assert find_saved_number(load_sheet(table.pk)) == 1
    stick.rename(drawer)
    stick.mkdir()  # as a system leaves the place where a stick was
    record_events(table, build_coup())
    away = make_backup(NOON + timedelta(minutes=15))
    assert away
    assert away.second_trouble == "gone"
    assert away.second_at == first.at
    assert away.file != first.file
    assert list(stick.iterdir()) == [], "phones keep what it lacks"
    assert find_saved_number(load_sheet(table.pk)) == 1, "phones keep what it lacks"
    stick.rmdir()
    drawer.rename(stick)
    back = make_backup(NOON + timedelta(minutes=30))
    assert back
    assert back.second_trouble == ""
    assert back.second_at == away.at
    assert len(list_backups(stick)) == 2


def test_a_second_folder_that_cannot_be_written_is_reported_and_the_first_goes_on(
    own_database: Database, var: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_second_folder(tmp_path / "stick", derive_key())

    def refuse(*_given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(making, "copy_encrypted", refuse)
    made = make_backup(NOON)
    assert made
    assert (made.trouble, made.second_trouble) == ("", "full")
    assert made.file


def test_the_pages_are_red_where_none_was_made_for_an_hour(var: Path, own_database: Database) -> None:
    assert judge_backups(NOON).is_red
    make_backup(NOON)
    assert not judge_backups(NOON + timedelta(minutes=59)).is_red
    assert judge_backups(NOON + timedelta(minutes=61)).is_red


def test_a_server_that_has_just_begun_has_time_for_its_first_backup(var: Path) -> None:
    keeper = Keeper(var, 0, [BACKUP], start=StartedProcesses().start)
    keeper.take_over()
    assert not judge_backups(NOON).is_red
    keeper.finish()
    assert judge_backups(NOON).is_red


@pytest.mark.parametrize("content", ["", "{", '{"foreign": 1}', "[]"])
def test_files_that_cannot_be_read_are_as_if_they_were_not_there(var: Path, content: str) -> None:
    (var / "backup-settings.json").write_text(content, encoding="utf-8")
    folder = get_first_folder()
    (folder / state.STATE_FILE).write_text(content, encoding="utf-8")
    (folder / "holiday.zip").touch()
    assert read_second_folder() is None
    assert read_state().file == ""
    assert list_backups(folder) == []


def test_no_backup_holds_a_session_or_the_key_that_signs_them(own_database: Database, var: Path, client: Any) -> None:
    (var / "session.key").write_text("the-key-of-sessions", encoding="utf-8")
    (var / "secret.key").write_text("the-key-of-cards" * 4, encoding="utf-8")
    client.force_login(get_user_model().objects.create_user(username="nadia"))
    made = make_backup(NOON)
    assert made
    with ZipFile(var / "backups" / made.file) as archive:
        assert archive.read("files/secret.key") == b"the-key-of-cards" * 4
        everything = b"".join(archive.read(name) for name in archive.namelist())
    assert client.session.session_key.encode() not in everything
    assert b"the-key-of-sessions" not in everything
    assert b"nadia" in everything


@pytest.mark.posix
def test_the_key_of_the_second_folder_is_no_passphrase(var: Path, tmp_path: Path) -> None:
    save_second_folder(tmp_path / "stick", derive_key())
    assert PHRASE not in json.dumps((var / "backup-settings.json").read_text(encoding="utf-8"))
    assert (var / "backup-settings.json").stat().st_mode & 0o077 == 0
