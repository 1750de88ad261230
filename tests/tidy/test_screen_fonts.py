"""The fonts of a phone's first page: two files a face, which together hold what the whole face held."""

import re

from fontTools.ttLib import TTFont

from tasks.print_fonts import FONTS
from tasks.screen_fonts import FACES, RARE, name_range

SHEET = (FONTS.parent / "css" / "fonts.css").read_text(encoding="utf-8")


def read_range(file: str) -> set[int]:
    """The signs for which fonts.css names this file."""
    named = re.search(rf'{re.escape(file)}"\) [^;]*;\s*unicode-range: ([^;]*);', SHEET)
    assert named, file
    pairs = [pair.strip().removeprefix("U+").split("-") for pair in named[1].split(",")]
    return {sign for first, *last in pairs for sign in range(int(first, 16), int((last or [first])[0], 16) + 1)}


def test_each_sign_of_a_split_face_is_asked_of_the_file_that_holds_it() -> None:
    for face in FACES:
        parts = [f"{face.format(part)}.woff2" for part in ("latin", "signs")]
        held = [set(TTFont(FONTS / file).getBestCmap()) for file in parts]
        named = [read_range(file) for file in parts]
        assert not named[0] & named[1], face
        assert named[1] == RARE, face
        assert set(range(0x100)) <= named[0] | named[1], face
        assert held[1] <= named[1], face
        assert not held[0] & RARE, face


def test_a_range_is_named_by_its_ends() -> None:
    assert name_range({0x41, 0x42, 0x43, 0xE9}) == "U+0041-0043,U+00E9"
