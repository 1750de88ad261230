"""Make the font files that a phone fetches for its first page, with fontTools, which lies in `.venv`:
`.venv/bin/python -m tasks.screen_fonts FOLDER`.

FOLDER holds Fontsource's `latin` files of these faces. The signs that hardly any page shows go into a file of their
own, which a browser fetches where it meets one. static/css/fonts.css names both, with the range that this prints.
"""

import sys
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from tasks.print_fonts import FONTS

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from fontTools.ttLib import TTFont

FACES = (
    "eb-garamond-{}-500-normal",
    "atkinson-hyperlegible-next-{}-400-normal",
    "atkinson-hyperlegible-next-{}-600-normal",
)
PICTURES = {"rlig"}  # EB Garamond draws small pictures for «*source» and the like, which no page writes
RARE = frozenset(map(ord, "¢¤¥¦¨©¬®¯±³´µ¶¸¹¼½¾ÐÞðþıʻʼˆ˚˜‚„‹›⁄™∕"))


def split_fonts(folder: Path) -> None:
    """Write both files of each face. Raises OSError where a file is missing."""
    for face in FACES:
        file = folder / f"{face.format('latin')}.woff2"
        data = file.read_bytes()
        for part, is_rare in (("latin", False), ("signs", True)):
            keep_letters(data, is_rare).save(FONTS / f"{face.format(part)}.woff2")


def keep_letters(data: bytes, is_rare: bool) -> "TTFont":
    """Return a font with the rare signs alone, or with all but these."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(data))
    tables = [font[tag].table for tag in ("GSUB", "GPOS") if tag in font]
    features = {record.FeatureTag for table in tables for record in table.FeatureList.FeatureRecord} - PICTURES
    subsetter = Subsetter(Options(layout_features=sorted(features), notdef_outline=True))
    subsetter.populate(unicodes=[sign for sign in font.getBestCmap() if (sign in RARE) is is_rare])
    subsetter.subset(font)
    font.flavor = "woff2"
    return font


def name_range(signs: "AbstractSet[int]") -> str:
    """Return the signs (code points) as a style sheet names a range of them: «U+0020-007E,U+00A0»."""
    starts = sorted(sign for sign in signs if sign - 1 not in signs)
    ends = sorted(sign for sign in signs if sign + 1 not in signs)
    pairs = zip(starts, ends, strict=True)
    return ",".join(f"U+{start:04X}" if start == end else f"U+{start:04X}-{end:04X}" for start, end in pairs)


if __name__ == "__main__":
    split_fonts(Path(sys.argv[1]))
    sys.stdout.write(f"unicode-range: {name_range(RARE)};\n")
