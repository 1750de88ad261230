"""Give the face of figures a plain zero, with fontTools, which lies in `.venv`:
`.venv/bin/python -m tasks.plain_zeros`.

Atkinson Hyperlegible Next has a slashed zero alone, which shouts from every amount. It becomes the form that a text
asks for with `font-variant-numeric: slashed-zero`, as codes do. Run it after `tasks.screen_fonts`; a plain zero stays.
"""

from copy import deepcopy
from typing import TYPE_CHECKING

from tasks.print_fonts import FONTS

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.tables._g_l_y_f import Glyph

SLASHED = ".slashed"
TABULAR = "zero.tf"


def make_zeros_plain() -> None:
    """Rewrite each file of the face that has a zero."""
    from fontTools.ttLib import TTFont

    for file in sorted(FONTS.rglob("atkinson-*.woff2")):
        font = TTFont(file)
        if "zero" in font.getGlyphOrder() and not list_slashed(font):
            keep_slashed(font, [name for name in ("zero", TABULAR) if name in font.getGlyphOrder()])
            font["glyf"]["zero"] = draw_plain_zero(font)
            font.save(file)


def list_slashed(font: "TTFont") -> dict[str, str]:
    """Return, by the name of each zero that has a slashed form, the name of that form."""
    rules = font["GSUB"].table
    asked = [each.Feature for each in rules.FeatureList.FeatureRecord if each.FeatureTag == "zero"]
    return dict(rules.LookupList.Lookup[asked[0].LookupListIndex[0]].SubTable[0].mapping) if asked else {}


def keep_slashed(font: "TTFont", names: list[str]) -> None:
    """Copy these glyphs, slashed zeros, to names of their own, and add the font feature `zero`, which shows the copies
    in their place."""
    from fontTools.otlLib.builder import buildLookup, buildSingleSubstSubtable

    for name in names:
        font["glyf"][name + SLASHED] = copy_slashed(font, name)
        font["hmtx"][name + SLASHED] = font["hmtx"][name]
    font.getReverseGlyphMap(rebuild=True)
    rules = font["GSUB"].table
    rules.LookupList.Lookup.append(buildLookup([buildSingleSubstSubtable({name: name + SLASHED for name in names})]))
    made = deepcopy(rules.FeatureList.FeatureRecord[-1])
    made.FeatureTag, made.Feature.LookupListIndex = "zero", [len(rules.LookupList.Lookup) - 1]
    rules.FeatureList.FeatureRecord.append(made)
    for script in rules.ScriptList.ScriptRecord:
        for language in (script.Script.DefaultLangSys, *(each.LangSys for each in script.Script.LangSysRecord)):
            if language is not None:
                language.FeatureIndex.append(len(rules.FeatureList.FeatureRecord) - 1)


def copy_slashed(font: "TTFont", name: str) -> "Glyph":
    """Return a copy of the zero of this name; one that is composed of other zeros is composed of their slashed
    copies."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    glyphs = font.getGlyphSet()
    drawn, pen = RecordingPen(), TTGlyphPen(glyphs)
    glyphs[name].draw(drawn)
    for step, given in drawn.value:
        getattr(pen, step)(*((given[0] + SLASHED, given[1]) if step == "addComponent" else given))
    return pen.glyph()


def draw_plain_zero(font: "TTFont") -> "Glyph":
    """Return the zero without its slash: its outline, and inside it the same outline as large as the hole was."""
    from fontTools.pens.boundsPen import ControlBoundsPen
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.pens.reverseContourPen import ReverseContourPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    glyphs = font.getGlyphSet()
    drawn = DecomposingRecordingPen(glyphs)
    glyphs["zero"].draw(drawn)
    end = next(n for n, (step, _points) in enumerate(drawn.value) if step == "closePath") + 1
    outline, hole = DecomposingRecordingPen(glyphs), DecomposingRecordingPen(glyphs)
    outline.value, hole.value = drawn.value[:end], drawn.value[end:]
    boxes = []
    for part in (outline, hole):
        bounds = ControlBoundsPen(glyphs)
        part.replay(bounds)
        boxes.append(bounds.bounds)
    (left, low, right, high), (x, y, far, top) = boxes
    across, up = (far - x) / (right - left), (top - y) / (high - low)
    pen = TTGlyphPen(glyphs)
    outline.replay(pen)
    outline.replay(TransformPen(ReverseContourPen(pen), (across, 0, 0, up, x - left * across, y - low * up)))
    return pen.glyph()


if __name__ == "__main__":
    make_zeros_plain()
