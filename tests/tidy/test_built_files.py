"""The files in built/ are what `make built` would write."""

from tasks.built_files import build_files
from tests.tidy.sources import ROOT


def test_every_built_file_is_fresh_and_none_is_left_over() -> None:
    folder = ROOT / "built"
    held = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }
    fresh = build_files()
    stale = [name for name in held.keys() | fresh.keys() if held.get(name) != fresh.get(name)]
    assert stale == [], "run `make built`, and commit what it writes"
