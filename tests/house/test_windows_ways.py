"""What Windows does otherwise: files that others hold, ports that two may have, pipes in an older alphabet."""

import io
import os
import socket
import sys
from pathlib import Path

import pytest

from config import system_calls
from corbillon.start import refuse_folder

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
