"""Give the face of figures its Vietnamese letters, with fontTools, which lies in `.venv`:
`.venv/bin/python -m tasks.vietnamese_letters`.

Atkinson Hyperlegible Next has no letters with two marks, no hook, no horn and no dot below: half a name was drawn in
another face. They are put together here, for paper, of the face's own shapes: its letters and accents, the hook of its
question mark, its full stop, and its apostrophe for a horn. Run it after `tasks.plain_zeros`; a face that has the
letters stays as it is.
"""

from typing import TYPE_CHECKING, NamedTuple
from unicodedata import name, normalize

from tasks.print_fonts import MADE

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

FACE = "atkinson-hyperlegible-next"
WEIGHTS = ("400", "500", "600")
LETTERS = (0x128, 0x129, 0x168, 0x169, 0x1A0, 0x1A1, 0x1AF, 0x1B0, *range(0x1EA0, 0x1EFA))
"""The letters that the face lacks, in an order in which each is made of one before it."""
HORN, HOOK, DOT_BELOW = 0x31B, 0x309, 0x323
SIGNS = {HORN: "\u2019", HOOK: "?", DOT_BELOW: "."}
"""What a mark is made of that the face has not; other marks it has as combining ones."""
SCALES = {HORN: 0.62, HOOK: 0.46, DOT_BELOW: 0.95}
GAP, SECOND = 45, 0.82
"""Units between a letter and its mark; how large a mark is that stands above another."""


class Box(NamedTuple):
    """The box around a shape, in the face's units."""

    left: float
    low: float
    right: float
    high: float


def add_vietnamese_letters() -> None:
    """Put the letters into each face of paper that lacks them."""
    from fontTools.ttLib import TTFont

    for weight in WEIGHTS:
        file = MADE / f"{FACE}-{weight}-normal.woff2"
        font = TTFont(file)
        if LETTERS[-1] not in font.getBestCmap():
            for letter in LETTERS:
                add_letter(font, letter)
            font.save(file)


def add_letter(font: "TTFont", letter: int) -> None:
    """Add a letter, made of one that the font has and a mark."""
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    known = font.getBestCmap()
    parts = list(normalize("NFD", chr(letter)))
    mark = DOT_BELOW if chr(DOT_BELOW) in parts else ord(parts[-1])
    base = ord(normalize("NFC", "".join(part for part in parts if ord(part) != mark)))
    if chr(base) == "i" and mark != DOT_BELOW:
        base = ord("ı")
    glyphs, pen = font.getGlyphSet(), TTGlyphPen(font.getGlyphSet())
    shape = find_mark(font, mark)
    box, mark_box = measure(font, known[base]), measure(font, shape)
    scale = SCALES.get(mark, SECOND if has_mark_above(base) else 1.0)
    across, up = place_mark(box, mark_box, scale, mark)
    pen.addComponent(known[base], (1, 0, 0, 1, 0, 0))
    pen.addComponent(shape, (scale, 0, 0, scale, round(across), round(up)))
    made, width = f"uni{letter:04X}", glyphs[known[base]].width + (40 if mark == HORN else 0)
    font["glyf"][made] = pen.glyph()
    font["hmtx"][made] = (width, round(box.left))
    font.getReverseGlyphMap(rebuild=True)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[letter] = made


def place_mark(box: Box, mark_box: Box, scale: float, mark: int) -> tuple[float, float]:
    """Return how far a mark is moved across and up, once it is scaled: above or below its letter, a horn at its right
    shoulder."""
    middle = (mark_box.left + mark_box.right) / 2 * scale
    across = (box.left + box.right) / 2 - middle
    if mark == DOT_BELOW:
        below = min(box.low, 0) if box.low > -GAP else 0
        return (
            across if below == box.low or box.low > -GAP else box.right - middle
        ), below - GAP - mark_box.high * scale
    if mark == HORN:
        return box.right - mark_box.left * scale - GAP, box.high - mark_box.low * scale - GAP
    return across, box.high + GAP - mark_box.low * scale


def has_mark_above(letter: int) -> bool:
    """True where a letter bears a circumflex or a breve."""
    return "CIRCUMFLEX" in name(chr(letter)) or "BREVE" in name(chr(letter))


def find_mark(font: "TTFont", mark: int) -> str:
    """Return the name of the shape that a mark is made of."""
    known = font.getBestCmap()
    if mark not in SIGNS:
        return known[mark]
    return keep_hook(font) if mark == HOOK else known[ord(SIGNS[mark])]


def keep_hook(font: "TTFont") -> str:
    """Add the question mark without its dot, and return its name."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    made = "hookabove"
    if made not in font.getGlyphOrder():
        drawn, pen = DecomposingRecordingPen(font.getGlyphSet()), TTGlyphPen(None)
        font.getGlyphSet()["question"].draw(drawn)
        end = next(n for n, (step, _points) in enumerate(drawn.value) if step == "closePath") + 1
        parts = [DecomposingRecordingPen({}), DecomposingRecordingPen({})]
        parts[0].value, parts[1].value = drawn.value[:end], drawn.value[end:]
        hook = max(parts, key=lambda part: len(part.value))
        hook.replay(pen)
        font["glyf"][made] = pen.glyph()
        font["hmtx"][made] = font["hmtx"]["question"]
        font.getReverseGlyphMap(rebuild=True)
    return made


def measure(font: "TTFont", glyph: str) -> Box:
    """Return the box around a glyph."""
    from fontTools.pens.boundsPen import BoundsPen

    glyphs = font.getGlyphSet()
    pen = BoundsPen(glyphs)
    glyphs[glyph].draw(pen)
    return Box(*pen.bounds)


if __name__ == "__main__":
    add_vietnamese_letters()
