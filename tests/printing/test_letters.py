"""The shapes of the letters on paper: each letter is drawn as its own font draws it."""

import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from tournaments.printing.page_words import TextsLost
from tournaments.printing.pdf import STATIC, lay_out, render_pdf

NAMES = "Łukasz Żółć, Çağla, Nguyễn Thị Hương, Œdipe, Ωρίων, Мария, 🦊 1\ufe0f\u20e3"
GARAMOND = STATIC / "fonts" / "print" / "eb-garamond-500-normal.woff2"
GlyphShape = tuple[int, tuple[float, ...] | None]


def measure_glyph(font: TTFont, name: str) -> GlyphShape:
    """Return the width of a glyph and the box around it (None if it is blank)."""
    glyphs = font.getGlyphSet()
    pen = BoundsPen(glyphs)
    glyphs[name].draw(pen)
    return font["hmtx"][name][0], pen.bounds


def list_letter_shapes(font: DictionaryObject) -> Iterator[tuple[str, GlyphShape]]:
    """Yield each letter that a font inside a PDF stands for, with its shape there."""
    descriptor = font["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
    inside = TTFont(BytesIO(descriptor["/FontFile2"].get_object().get_data()))
    told = font["/ToUnicode"].get_object().get_data().decode().partition("bfchar")[2]
    for glyph, letter in re.findall(r"<([0-9a-fA-F]{4})> <([0-9a-fA-F]{4})>", told):
        yield chr(int(letter, 16)), measure_glyph(inside, inside.getGlyphName(int(glyph, 16)))


def test_letters_of_several_languages_in_one_name_keep_the_shapes_of_their_font(caplog: pytest.LogCaptureFixture):
    paper = PdfReader(BytesIO(render_pdf(f'<html lang="fr"><title>.</title><p class="name">{NAMES}')))
    fonts = [font.get_object() for font in paper.pages[0]["/Resources"]["/Font"].values()]
    ours = TTFont(GARAMOND)
    known = ours.getBestCmap()
    of_names = [font for font in fonts if "Garamond" in font["/BaseFont"]]
    drawn = dict(pair for font in of_names for pair in list_letter_shapes(font))
    assert set("ŁŻłćğươŒễịΩίМя") <= drawn.keys()
    assert drawn == {letter: measure_glyph(ours, known[ord(letter)]) for letter in drawn}
    assert any("Noto-Emoji" in font["/BaseFont"] for font in fonts)
    assert "🦊" in paper.pages[0].extract_text()
    assert "notdef" not in caplog.text  # a sign that no font has


def test_a_vietnamese_name_is_of_one_face_among_figures_too() -> None:
    paper = PdfReader(BytesIO(render_pdf('<html lang="fr"><title>.</title><td>Nguyễn Thị Thu Hương, Vũ Ẩn, Đỗ Ỷ')))
    fonts = [font.get_object()["/BaseFont"] for font in paper.pages[0]["/Resources"]["/Font"].values()]
    assert ["Atkinson" in font for font in fonts] == [True]


def test_a_zero_is_slashed_in_codes_alone() -> None:
    def draw(style: str) -> bytes:
        body = f'<p>A<span class="{style}">0</span>'
        (page,) = PdfReader(BytesIO(render_pdf(f'<html lang="fr"><title>.</title>{body}'))).pages
        return page.get_contents().get_data()

    assert draw("unbroken") == draw("") != draw("unbroken digest")


@pytest.mark.parametrize(
    "letters", ["<p>Zoé \U0010fffd", "<svg xmlns='http://www.w3.org/2000/svg'><text>Zoé \U0010fffd"]
)
def test_a_name_in_letters_that_no_font_has_is_told_instead_of_printed_blank(letters: str) -> None:
    for write in (render_pdf, lay_out):
        with pytest.raises(TextsLost, match="Zoé \U0010fffd\u202f» s’imprimerait en blanc"):
            write(f'<html lang="fr"><title>.</title>{letters}')
