"""The secret key: created once for an installation, readable by its owner alone."""

import stat
from pathlib import Path

import pytest

from config.secret import _create_key, is_stored, read_key, read_or_create_key


@pytest.mark.posix
def test_the_key_is_created_once_in_a_private_file_and_folder(tmp_path: Path) -> None:
    file = tmp_path / "var" / "secret.key"
    key = read_or_create_key(file)
    assert len(key) >= 50
    assert read_or_create_key(file) == key
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700, "the database will lie beside it"
    assert [path.name for path in file.parent.iterdir()] == ["secret.key"]


def test_of_two_processes_that_create_the_key_the_second_takes_the_first_ones(tmp_path: Path) -> None:
    file = tmp_path / "secret.key"
    _create_key(file)
    first = read_key(file)
    _create_key(file)
    assert read_or_create_key(file) == first
    assert len(first) >= 50
    assert [path.name for path in tmp_path.iterdir()] == ["secret.key"]


def test_a_key_is_made_though_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "not a folder").write_text("", encoding="utf-8")
    assert len(read_or_create_key(tmp_path / "not a folder" / "var" / "secret.key")) >= 50


@pytest.mark.parametrize("content", [b"", b"\n", b"\xff\xfe"])
def test_an_empty_or_unreadable_key_file_is_never_written_over(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "secret.key"
    file.write_bytes(content)
    key = read_or_create_key(file)
    assert len(key) >= 50
    assert not is_stored(file, key)
    assert file.read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["secret.key"]


def test_a_stored_key_is_known_as_such(tmp_path: Path) -> None:
    file = tmp_path / "secret.key"
    key = read_or_create_key(file)
    assert is_stored(file, key)
    assert not is_stored(file, key[:-1])


@pytest.mark.posix
def test_on_a_disk_without_second_names_the_key_is_created_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*names: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    file = tmp_path / "secret.key"
    key = read_or_create_key(file)
    assert is_stored(file, key)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    _create_key(file)
    assert is_stored(file, key)
    assert [path.name for path in tmp_path.iterdir()] == ["secret.key"]
