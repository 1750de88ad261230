"""The zeros of figures: plain, with the slashed one for codes."""

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

from tasks.plain_zeros import list_slashed
from tasks.print_fonts import FONTS


def count_outlines(font: TTFont, name: str) -> int:
    """Return of how many closed lines a glyph is drawn: two for a ring, three for one with a slash through its hole."""
    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    return sum(step == "closePath" for step, _points in pen.value)


def test_a_zero_is_plain_unless_a_text_asks_for_the_slash() -> None:
    files = [TTFont(file) for file in sorted(FONTS.rglob("atkinson-*.woff2"))]
    fonts = [font for font in files if "zero" in font.getGlyphOrder()]
    assert len(fonts) == 6
    for font in fonts:
        slashed = list_slashed(font)
        assert slashed
        assert {count_outlines(font, name) for name in slashed} == {2}
        assert {count_outlines(font, name) for name in slashed.values()} == {3}
