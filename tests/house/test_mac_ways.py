"""What macOS does otherwise than Linux, as far as it can be pretended here."""

import os
import sqlite3
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import platformdirs
import pytest
from django.db import connection
from packaging.requirements import Requirement
from platformdirs.macos import MacOS

from config import commands, pango, system_calls
from config.sqlite import driver
from corbillon import __main__ as command
from tests.tidy.sources import ROOT
from tournaments.actions.tables.book_check import BookCheckResult
from tournaments.management.commands import recheck
from tournaments.models import Table
from tournaments.upkeep.backups.folders import list_sticks

FULL_SYNC = 51


@pytest.mark.posix
@pytest.mark.parametrize(("refuses", "calls"), [(False, ["full"]), (True, ["full", "plain"])])
def test_a_file_is_brought_through_the_disks_own_cache(
    monkeypatch: pytest.MonkeyPatch, refuses: bool, calls: list[str]
) -> None:
    made: list[str] = []

    def ask(_handle: int, request: int) -> None:
        assert request == FULL_SYNC
        made.append("full")
        if refuses:
            raise OSError("a disk of the network")

    monkeypatch.setattr(system_calls, "fcntl", SimpleNamespace(fcntl=ask, F_FULLFSYNC=FULL_SYNC))
    monkeypatch.setattr(os, "fsync", lambda _handle: made.append("plain"))
    system_calls.bring_to_disk(7)
    assert made == calls


@pytest.mark.django_db
def test_the_database_asks_for_the_same() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("a server looks after its own disk")
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA fullfsync").fetchone()[0] == 1


def test_a_process_works_without_a_limit_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def limit(which: str, _values: tuple[int, int]) -> None:
        asked.append(which)
        if which == "memory":
            raise ValueError("current limit exceeds maximum limit")

    limits = SimpleNamespace(setrlimit=limit, RLIMIT_CPU="seconds", RLIMIT_AS="memory", RLIMIT_CORE="core")
    monkeypatch.setattr(system_calls, "resource", limits)
    system_calls.limit_process(1, 1)
    assert asked == ["seconds", "memory", "core"]


@pytest.mark.parametrize(("refuses", "files"), [(False, 4000), (True, 256)])
def test_more_files_are_opened_than_macos_gives_at_first(
    monkeypatch: pytest.MonkeyPatch, refuses: bool, files: int
) -> None:
    """Its hard limit is none, and yet it may refuse a soft one."""
    held = [256, -1]

    def limit(_which: str, values: tuple[int, int]) -> None:
        if refuses:
            raise ValueError("current limit exceeds maximum limit")
        held[:] = values

    limits = SimpleNamespace(
        setrlimit=limit, getrlimit=lambda _which: tuple(held), RLIMIT_NOFILE="files", RLIM_INFINITY=-1
    )
    monkeypatch.setattr(system_calls, "resource", limits)
    assert (system_calls.raise_file_limit(4000), held[0]) == (files, files)


def test_the_addresses_are_those_that_the_computer_knows_of_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(system_calls, "_find_own_addresses", lambda: ["192.168.1.20", "127.0.0.1"])
    assert system_calls.find_interfaces() == {"192.168.1.20": "192.168.1.20"}
    assert system_calls.find_default_interface() == "192.168.1.20"


def test_a_screen_is_there_and_pango_comes_from_homebrew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert system_calls.has_screen()
    assert pango.find_install_command() == "brew install pango"


def test_cores_are_counted_where_no_process_is_bound_to_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    assert system_calls.count_usable_cores() == 8


def test_sticks_are_looked_for_where_macos_shows_them(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = {"/Volumes": [Path("/Volumes/CLE")]}
    monkeypatch.setattr(Path, "iterdir", lambda folder: iter(shown.get(folder.as_posix(), ())))
    monkeypatch.setattr(Path, "is_mount", lambda _folder: True)
    monkeypatch.setattr(os, "access", lambda *_: True)
    assert list_sticks() == [Path("/Volumes/CLE/Corbillon")]


def test_the_book_is_checked_on_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    cores: list[int] = []

    def check(*_: object, processes: int, **__: object) -> BookCheckResult:
        cores.append(processes)
        return BookCheckResult(0, 0, None)

    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(recheck, "check_book", check)
    recheck.Command().check_book(Table.objects.none(), None)
    assert cores == [1]


def test_the_data_lie_where_macos_keeps_those_of_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "PlatformDirs", MacOS)
    monkeypatch.setattr(commands, "IS_CHECKOUT", False)
    monkeypatch.setenv("CORBILLON_VAR", "")
    command._set_data_folder()
    assert Path(os.environ["CORBILLON_VAR"]) == Path("~/Library/Application Support/corbillon").expanduser()


def test_a_mac_with_intels_processor_gets_pythons_own_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    [needed] = [Requirement(each) for each in declared if each.startswith("pysqlite3")]
    mac = {"sys_platform": "darwin", "python_version": "3.13"}
    assert needed.marker
    assert [needed.marker.evaluate(mac | {"platform_machine": it}) for it in ("arm64", "x86_64")] == [True, False]
    monkeypatch.setitem(sys.modules, "pysqlite3", None)
    assert driver._find_library() is sqlite3
