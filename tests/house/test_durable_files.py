"""Files that matter are brought to the disk, and so are their names, before anybody is told that they are there."""

import os
import stat
from pathlib import Path

import pytest

from config import durable


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The calls that bring something to the disk or name it, in order: "sync file", "rename", "sync folder"."""
    seen: list[str] = []
    sync, replace = os.fsync, Path.replace

    def note_sync(handle: int) -> None:
        seen.append("sync folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "sync file")
        sync(handle)

    def note_replace(path: Path, target: Path) -> Path:
        seen.append("rename")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(Path, "replace", note_replace)
    return seen


@pytest.mark.posix
def test_the_content_reaches_the_disk_before_its_name_and_the_name_last(tmp_path: Path, steps: list[str]) -> None:
    file = tmp_path / "a"
    file.write_text("old", encoding="utf-8")
    durable.write_file(file, b"new")
    assert steps == ["sync file", "rename", "sync folder"]
    assert file.read_text(encoding="utf-8") == "new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.posix  # Windows opens no folder, and brings its names to the disk by itself
def test_a_created_file_reaches_the_disk_with_its_folder(tmp_path: Path, steps: list[str]) -> None:
    durable.create_file(tmp_path / "key", b"k")
    assert steps == ["sync file", "sync folder"]
    with pytest.raises(FileExistsError):
        durable.create_file(tmp_path / "key", b"another")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("key", b"k")]


def test_what_fails_half_way_leaves_the_old_file_and_no_draft(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("old", encoding="utf-8")
    with pytest.raises(ZeroDivisionError), durable.open_replacement(file) as stream:
        stream.write(b"half")
        raise ZeroDivisionError
    assert [(path.name, path.read_text(encoding="utf-8")) for path in tmp_path.iterdir()] == [("a", "old")]


@pytest.mark.posix
def test_a_link_stays_a_link_and_a_device_stays_a_device(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    durable.write_file(tmp_path / "a", b"x")
    assert (tmp_path / "a").is_symlink()
    assert (tmp_path / "b").read_bytes() == b"x"
    with pytest.raises(OSError, match="No space left"):
        durable.write_file(Path("/dev/full"), b"x" * 100_000)
    assert Path("/dev/full").is_char_device()


SOURCES = (
    "config",
    "tournaments/book",
    "tournaments/exchange",
    "tournaments/management",
    "tournaments/upkeep/backups",
)


def test_no_other_way_of_writing_is_used_where_files_matter() -> None:
    """Print jobs, fonts and what is gathered can be made again, and are left out. On Windows `tempfile` goes on for
    ever in a folder where nobody may write; the system's own for such files is no such folder."""
    root = Path(durable.__file__).parents[1]
    assert [folder for folder in SOURCES if not (root / folder).is_dir()] == []
    own_ways = ("write_bytes(", "mkstemp(", "mkdtemp(", "TemporaryDirectory(dir", ".rename(", 'open("w')
    found = [
        f"{path.relative_to(root)}: {way}"
        for folder in SOURCES
        for path in sorted((root / folder).rglob("*.py"))
        for way in own_ways
        if way in path.read_text(encoding="utf-8") and path.name != "durable.py"
    ]
    assert found == []
