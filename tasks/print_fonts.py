"""Make the font files of paper, with fontTools, which lies in `.venv`: `.venv/bin/python -m tasks.print_fonts FOLDER`.

FOLDER holds the files of Fontsource's `eb-garamond` (vietnamese, greek, cyrillic) and `noto-emoji` (emoji). EB
Garamond's latin and latin-ext, which the screens have too, get the letters of these; Noto Emoji keeps what DejaVu Sans
does not draw, on a grid coarse enough for a small file and fine enough for paper. docs/decisions/0017 says why.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

FONTS = Path(__file__).parents[1] / "static" / "fonts"
MADE = FONTS / "print"
SCRIPTS = ("vietnamese", "greek", "cyrillic")
GARAMOND = ("400-italic", "400-normal", "500-normal")
EMOJI = "noto-emoji-emoji-400-normal.woff2"
COARSE = 256  # units of an em
FIRST_PICTURE = 0x1F000  # from here on emoji are pictures in every text; what stands before may be a plain sign
KEYCAPS = "0123456789#*"
UNUSED = ["DSIG", "STAT", "gasp", "vhea", "vmtx"]
"""Tables of no use on paper."""


def build_print_fonts(folder: Path) -> None:
    """Write the fonts into `static/fonts/print/`. Raises OSError where a file is missing."""
    for face in GARAMOND:
        shipped = sorted(FONTS.glob(f"eb-garamond-*-{face}.woff2"))
        scripts = [folder / f"eb-garamond-{script}-{face}.woff2" for script in SCRIPTS]
        save_packed(merge_fonts([*shipped, *scripts]), f"eb-garamond-{face}")
    save_packed(build_emoji(folder / EMOJI), "noto-emoji")


def merge_fonts(files: list[Path]) -> "TTFont":
    """Return one font with the letters of all these files."""
    from fontTools.merge import Merger
    from fontTools.ttLib import TTFont

    with TemporaryDirectory() as unpacked:
        paths = [Path(unpacked) / f"{file.stem}.ttf" for file in files]
        for file, path in zip(files, paths, strict=True):
            font = TTFont(file)
            for table in UNUSED:
                if table in font:
                    del font[table]
            font.flavor = None
            font.save(path)
        return Merger().merge([str(path) for path in paths])


def build_emoji(file: Path) -> "TTFont":
    """Return the pictures of Noto Emoji and the signs that DejaVu Sans lacks, also those made of several."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.scaleUpem import scale_upem

    font = TTFont(file)
    drawn = TTFont(FONTS / "dejavu-sans.woff2").getBestCmap()
    options = Options(hinting=False, layout_features=["*"], notdef_outline=True, drop_tables=UNUSED)
    subsetter = Subsetter(options)
    wanted = [sign for sign in font.getBestCmap() if sign >= FIRST_PICTURE or sign not in drawn]
    subsetter.populate(unicodes=wanted, text=KEYCAPS)
    subsetter.subset(font)
    scale_upem(font, COARSE)
    return font


def save_packed(font: "TTFont", name: str) -> None:
    """Save a font of paper as WOFF2."""
    font.flavor = "woff2"
    font.save(MADE / f"{name}.woff2")


if __name__ == "__main__":
    build_print_fonts(Path(sys.argv[1]))
