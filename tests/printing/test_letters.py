"""The shapes of the letters on paper: each letter is drawn as its own font draws it."""

import re
from collections.abc import Iterator
from io import BytesIO

from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from tournaments.printing.pdf import STATIC, pdf

NAMES = "Łukasz Żółć, Çağla, Nguyễn Thị Hương, Œdipe"
GARAMOND = STATIC / "fonts" / "print" / "eb-garamond-500-normal.woff2"
Drawn = tuple[int, tuple[float, ...] | None]


def shape(font: TTFont, name: str) -> Drawn:
    """Return the width of a glyph and the box around it (None if it is blank)."""
    glyphs = font.getGlyphSet()
    pen = BoundsPen(glyphs)
    glyphs[name].draw(pen)
    return font["hmtx"][name][0], pen.bounds


def letters(font: DictionaryObject) -> Iterator[tuple[str, Drawn]]:
    """Yield each letter that a font inside a PDF stands for, with its shape there."""
    descriptor = font["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
    inside = TTFont(BytesIO(descriptor["/FontFile2"].get_object().get_data()))
    told = font["/ToUnicode"].get_object().get_data().decode().partition("bfchar")[2]
    for glyph, letter in re.findall(r"<([0-9a-fA-F]{4})> <([0-9a-fA-F]{4})>", told):
        yield chr(int(letter, 16)), shape(inside, inside.getGlyphName(int(glyph, 16)))


def test_letters_of_several_languages_in_one_name_keep_the_shapes_of_their_font():
    paper = PdfReader(BytesIO(pdf(f'<html lang="fr"><title>.</title><p class="name">{NAMES}')))
    fonts = [font.get_object() for font in paper.pages[0]["/Resources"]["/Font"].values()]
    ours = TTFont(GARAMOND)
    known = ours.getBestCmap()
    of_names = [font for font in fonts if "Garamond" in font["/BaseFont"]]
    drawn = dict(pair for font in of_names for pair in letters(font))
    assert set("ŁŻłćğươŒ") <= drawn.keys()
    assert drawn == {letter: shape(ours, known[ord(letter)]) for letter in drawn}
