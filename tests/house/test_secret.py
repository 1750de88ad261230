"""The secret key: one for an installation, made once, its owner's alone."""

import stat
from pathlib import Path

from config.secret import _make, kept_key


def test_made_once_and_its_owner_s_alone(tmp_path: Path) -> None:
    file = tmp_path / "var" / "secret.key"
    key = kept_key(file)
    assert len(key) >= 50
    assert kept_key(file) == key
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700, "the database will lie beside it"
    assert [path.name for path in file.parent.iterdir()] == ["secret.key"]


def test_who_found_none_but_comes_second_takes_the_first_one_s(tmp_path: Path) -> None:
    file = tmp_path / "secret.key"
    assert _make(file) == _make(file) == kept_key(file)
    assert [path.name for path in tmp_path.iterdir()] == ["secret.key"]


def test_where_nothing_can_be_written_there_still_is_one(tmp_path: Path) -> None:
    (tmp_path / "not a folder").write_text("")
    assert len(kept_key(tmp_path / "not a folder" / "var" / "secret.key")) >= 50
