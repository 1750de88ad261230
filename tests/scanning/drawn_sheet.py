"""A sheet drawn from its layout as printing draws it, filled and photographed, for tests of the reader alone."""

from collections.abc import Collection
from io import BytesIO

import numpy as np
import segno
from PIL import Image, ImageDraw

import scoring
from tournaments.scanning import layout
from tournaments.scanning.layout import Bubble, PageCode, SheetPage, lay_out_sheet

DOTS = 7  # pixels for a millimetre: an A4 of 3 megapixels
PAPER, DARK = 235, 20
RARE = ("claimed", "short_pack")


def lay_out_game(game: str, players: int, coups: int, preset: str | None = None) -> tuple[SheetPage, ...]:
    """Return the pages of a game's sheet."""
    setting = scoring.build_setting(game, [f"Joueur {n + 1}" for n in range(players)], preset)
    fields = scoring.get_game(game).list_fields(setting)
    return lay_out_sheet([each for each in fields if not each.path.startswith(RARE)], setting.players, coups)


PAGE = lay_out_game("brusquembille", 3, 6)[0]
CODE = PageCode(41, 2, 1, PAGE.fingerprint)


def fill_square(pen: ImageDraw.ImageDraw, x: float, y: float, side: float, grey: int) -> None:
    """Fill a square, in mm."""
    pen.rectangle((x * DOTS, y * DOTS, (x + side) * DOTS - 1, (y + side) * DOTS - 1), grey)


def draw_code(pen: ImageDraw.ImageDraw, code: PageCode) -> None:
    """Draw the page's square code."""
    rows = segno.make(str(code), error="m", micro=False).matrix
    module = layout.CODE / (len(rows) + 8)
    for down, row in enumerate(rows, 4):
        for across, dark in enumerate(row, 4):
            grey = DARK if dark else PAPER
            fill_square(pen, layout.CODE_LEFT + across * module, layout.CODE_TOP + down * module, module, grey)


def draw_marks(pen: ImageDraw.ImageDraw) -> None:
    """Draw the corners' marks."""
    module = layout.MARK / 6
    for (x, y), bits in zip(layout.MARK_PLACES, layout.MARK_BITS, strict=True):
        fill_square(pen, x, y, layout.MARK, DARK)
        for n, bit in enumerate(bits):
            grey = PAPER if bit == "1" else DARK
            fill_square(pen, x + (1 + n % 4) * module, y + (1 + n // 4) * module, module, grey)


def draw_sheet(page: SheetPage = PAGE, marked: Collection[Bubble] = (), code: PageCode = CODE) -> Image.Image:
    """Draw a sheet on which these bubbles are crossed."""
    picture = Image.new("L", (int(layout.WIDTH * DOTS), int(layout.HEIGHT * DOTS)), PAPER)
    pen = ImageDraw.Draw(picture)
    draw_marks(pen)
    draw_code(pen, code)
    for bubble in (bubble for choice in page.choices for bubble in choice.bubbles):
        pen.circle((bubble.x * DOTS, bubble.y * DOTS), layout.BUBBLE / 2 * DOTS, outline=90)
    for x, y in (corner for boxes in page.boxes for corner in boxes.corners):
        pen.rectangle((x * DOTS, y * DOTS, (x + layout.BOX) * DOTS, (y + layout.BOX) * DOTS), outline=170)
    for bubble in marked:
        for side in (-1, 1):
            ends = [(bubble.x - 1.5, bubble.y - 1.5 * side), (bubble.x + 1.5, bubble.y + 1.5 * side)]
            pen.line([(x * DOTS, y * DOTS) for x, y in ends], 60, 4)
    return picture


def photograph(picture: Image.Image) -> bytes:
    """Return a JPEG of the sheet on a dark table, seen askew, under uneven light."""
    import cv2  # the extra `reading`, which tests of the layout do without

    wide, high = picture.size
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    seen_at = corners + np.array([(60, 90), (20, 140), (140, 90), (100, 20)], np.float32)
    turn = cv2.getPerspectiveTransform(corners, seen_at)
    seen = cv2.warpPerspective(np.asarray(picture), turn, (wide + 200, high + 200), borderValue=90)
    light = np.linspace(1, 0.6, wide + 200)[None, :] * np.linspace(0.85, 1, high + 200)[:, None]
    return write_jpeg(Image.fromarray((seen * light).astype(np.uint8)))


def write_jpeg(picture: Image.Image, quality: int = 85) -> bytes:
    """Return the picture as a JPEG."""
    written = BytesIO()
    picture.save(written, "JPEG", quality=quality)
    return written.getvalue()
