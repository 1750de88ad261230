"""The secret key: created once for an installation, readable by its owner alone."""

import stat
from pathlib import Path

from config.secret import _create_key, read_or_create_key


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
    assert _create_key(file) == _create_key(file) == read_or_create_key(file)
    assert [path.name for path in tmp_path.iterdir()] == ["secret.key"]


def test_a_key_is_made_though_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "not a folder").write_text("")
    assert len(read_or_create_key(tmp_path / "not a folder" / "var" / "secret.key")) >= 50
