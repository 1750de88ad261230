"""The secret key: one for an installation, made once, its owner's alone."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from config.secret import kept_key


def test_made_once_and_its_owner_s_alone(tmp_path: Path) -> None:
    file = tmp_path / "var" / "secret.key"
    key = kept_key(file)
    assert len(key) >= 50
    assert kept_key(file) == key
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["secret.key"]


def test_those_who_start_together_read_the_same(tmp_path: Path) -> None:
    file = tmp_path / "secret.key"
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _: kept_key(file), range(64)))) == 1


def test_where_nothing_can_be_written_there_still_is_one(tmp_path: Path) -> None:
    (tmp_path / "not a folder").write_text("")
    assert len(kept_key(tmp_path / "not a folder" / "var" / "secret.key")) >= 50
