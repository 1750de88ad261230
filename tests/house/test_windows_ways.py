"""What Windows does otherwise: files that others hold, ports that two may have, pipes in an older alphabet."""

import io
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path, PureWindowsPath
from types import SimpleNamespace

import pytest

from config import durable, pango, parent, system_calls
from config.storage import troubles
from corbillon.start import refuse_folder
from tournaments.forms.addresses import find_path_fault

SHARING_VIOLATION, READ_ONLY_DISK = 32, 19


class HeldFile:
    """Lets `Path.replace` fail as Windows does while another program has the file open."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, times: int, winerror: int) -> None:
        self.left, self.winerror = times, winerror
        monkeypatch.setattr(Path, "replace", lambda _path, _target: self.replace())
        monkeypatch.setattr(system_calls, "HELD_PAUSE", 0)

    def replace(self) -> Path:
        """Fail as often as was said, then succeed."""
        if self.left:
            self.left -= 1
            error = PermissionError("held")
            error.winerror = self.winerror  # type: ignore[attr-defined,unused-ignore]
            raise error
        return Path("replaced")


def test_a_file_that_a_virus_scanner_holds_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    HeldFile(monkeypatch, 3, SHARING_VIOLATION)
    assert system_calls.replace_file(Path("a"), Path("b")) == Path("replaced")


def test_a_file_that_stays_held_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    held = HeldFile(monkeypatch, 10**9, SHARING_VIOLATION)
    monkeypatch.setattr(system_calls, "HELD_SECONDS", 0.05)
    with pytest.raises(PermissionError):
        system_calls.replace_file(Path("a"), Path("b"))
    assert held.left < 10**9 - 1


def test_what_waiting_does_not_mend_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    held = HeldFile(monkeypatch, 2, READ_ONLY_DISK)
    with pytest.raises(PermissionError):
        system_calls.replace_file(Path("a"), Path("b"))
    assert held.left == 1


@pytest.mark.parametrize(("error", "held"), [(PermissionError, True), (FileNotFoundError, False)])
def test_a_database_that_another_program_holds_is_no_folder_without_rights(
    monkeypatch: pytest.MonkeyPatch, error: type[OSError], held: bool
) -> None:
    def refuse(_path: Path, _mode: str) -> None:
        raise error

    monkeypatch.setattr(system_calls, "fcntl", None)
    monkeypatch.setattr(Path, "open", refuse)
    assert system_calls.is_held(Path("corbillon.sqlite3")) is held


@pytest.mark.parametrize(("exclusive", "asked"), [(-5, -5), (None, socket.SO_REUSEADDR)])
def test_no_two_programs_have_one_port(monkeypatch: pytest.MonkeyPatch, exclusive: int | None, asked: int) -> None:
    options: list[int] = []
    listener = socket.socket()
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", exclusive, raising=False)
    monkeypatch.setattr(socket.socket, "setsockopt", lambda _self, _level, option, _on: options.append(option))
    system_calls.claim_address(listener)
    listener.close()
    assert options == [asked]


def test_what_goes_into_a_file_is_utf8(monkeypatch: pytest.MonkeyPatch) -> None:
    into = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(into, encoding="cp1252"))
    system_calls.speak_utf8()
    print("♠ : −3", flush=True)
    assert into.getvalue().decode().strip() == "♠ : −3"


def test_no_administrator_is_named_where_the_system_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows says of each file that its owner is number 0."""
    monkeypatch.delattr(os, "geteuid", raising=False)
    assert "sudo" not in refuse_folder(tmp_path).english


def test_a_drive_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows a folder need not have any parent that exists."""
    monkeypatch.setattr(Path, "exists", lambda _path: False)
    assert "not there" in refuse_folder(Path("Q:/club")).english


@pytest.mark.parametrize(("length", "too_long"), [(system_calls.LONGEST_FOLDER, False), (260, True)])
def test_a_path_that_windows_cannot_open_is_refused_at_the_start(
    monkeypatch: pytest.MonkeyPatch, length: int, too_long: bool
) -> None:
    monkeypatch.setattr(system_calls, "os", SimpleNamespace(name="nt"))
    root = Path.cwd().anchor  # of Windows itself it has the drive's letter
    assert system_calls.is_path_too_long(Path(root + "x" * (length - len(root)))) is too_long


class PretendedKernel:
    """Windows' calls about a process. `is_there`: it can be opened; `waits`: what waiting for its end answers."""

    def __init__(self, is_there: bool, waits: int) -> None:
        self.kernel32, self.is_there, self.waits = self, is_there, waits

    def OpenProcess(self, _rights: int, _inherited: bool, number: int) -> int:
        return 8 if self.is_there and number == 41 else 0

    def WaitForSingleObject(self, held: int, milliseconds: int) -> int:
        assert (held, milliseconds) == (8, 0)
        return self.waits


@pytest.mark.parametrize(
    ("started_by", "is_there", "waits", "gone"),
    [("41", True, 258, False), ("41", True, 0, True), ("41", False, 0, True), ("", True, 0, False)],
    ids=["alive", "ended", "ended before", "started by a person"],
)
def test_an_orphan_is_known_where_no_system_gives_it_another_parent(
    monkeypatch: pytest.MonkeyPatch, started_by: str, is_there: bool, waits: int, gone: bool
) -> None:
    monkeypatch.setattr(parent, "windll", PretendedKernel(is_there, waits))
    monkeypatch.setenv(parent.PARENT_VARIABLE, started_by)
    assert parent.Parent().is_gone() is gone


def test_the_server_ends_with_the_program_that_became_it(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted: list[bool] = []
    monkeypatch.setattr(parent, "windll", PretendedKernel(is_there=True, waits=parent.ENDED))
    monkeypatch.setattr(parent, "interrupt_main", lambda: interrupted.append(True))
    monkeypatch.setattr(parent, "Thread", CalledAtOnce)
    monkeypatch.setenv(parent.PARENT_VARIABLE, "41")
    parent.end_with_parent()
    assert interrupted


class CalledAtOnce:
    """A thread that is over when it starts."""

    def __init__(self, target: Callable[..., None], args: tuple[object, ...], daemon: bool) -> None:
        self.start = lambda: target(*args)


def test_a_program_that_cannot_become_another_tells_it_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    environments: list[dict[str, str]] = []
    monkeypatch.setattr(system_calls, "CAN_FORK", False)
    monkeypatch.setattr(system_calls.subprocess, "call", lambda _command, env: environments.append(env))
    with pytest.raises(SystemExit):
        system_calls.become(["server"], {"A": "b"})
    assert environments == [{"A": "b", parent.PARENT_VARIABLE: str(os.getpid())}]


@pytest.fixture
def windows_pango(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let Pango be looked for as on Windows; return the names that are looked for."""
    asked: list[str] = []
    monkeypatch.setattr(pango, "os", SimpleNamespace(name="nt"))
    monkeypatch.setattr(pango.ctypes, "CDLL", refuse_library)
    monkeypatch.setattr(pango.ctypes.util, "find_library", lambda name: asked.append(name) or f"C:\\{name}.dll")
    return asked


def refuse_library(name: str) -> object:
    """Load what was found on the PATH alone."""
    if not name.startswith("C:"):
        raise OSError(name)
    return object()


def test_pango_is_known_by_the_names_of_its_files_on_windows(windows_pango: list[str]) -> None:
    """As MSYS2 names them, and packaging/windows copies them."""
    assert pango.is_installed()
    assert windows_pango == [
        "libgobject-2.0-0",
        "libpango-1.0-0",
        "libpangoft2-1.0-0",
        "libharfbuzz-0",
        "libharfbuzz-subset-0",
        "libfontconfig-1",
    ]


def test_without_pango_windows_is_told_of_its_files_and_of_no_command(windows_pango: list[str]) -> None:
    trouble = troubles.build_pango_trouble()
    assert trouble.command == ""
    assert "DLL" in trouble.write_out()


@pytest.mark.parametrize("create", [durable.create_draft, durable.create_folder])
def test_a_folder_that_takes_nothing_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, create: Callable[[Path, str], object]
) -> None:
    """Windows calls each folder writable, and `tempfile` believes it and tries one name after another."""
    tries: list[object] = []

    def refuse(path: object, *_: object, **__: object) -> int:
        tries.append(path)
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "open", refuse)
    monkeypatch.setattr(os, "mkdir", refuse)
    with pytest.raises(PermissionError):
        create(tmp_path, ".draft.")
    assert len(tries) == 1


def test_a_path_that_is_not_whole_is_refused_with_the_root_of_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "cwd", lambda: PureWindowsPath("C:/club"))
    assert "C:\\" in str(find_path_fault(PureWindowsPath("/club/site")))
    assert find_path_fault(PureWindowsPath("C:/club/site")) is None
