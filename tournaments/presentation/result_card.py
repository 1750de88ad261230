"""The picture of a podium, to share: a PNG of the evening's name, its first places, and why these may still change.

Drawn with Pillow, which WeasyPrint brings along. Lengths are in pixels."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Tournament
from tournaments.presentation.tags.prints import long_date
from tournaments.presentation.text.main_score import find_order_score
from tournaments.presentation.text.rank_text import describe_tie_breaks
from tournaments.presentation.text.unit_text import UNIT_NAMES, format_total
from tournaments.reading.final_order import FinalOrder
from tournaments.reading.game_figures import get_game_figures
from tournaments.standings.podium import build_podium

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

WIDTH, MARGIN, ROW = 1080, 90, 110
MOST_ROWS = 8  # more share the podium than a picture can name
NIGHT, LINE, PAPER, SOFT, GAIN, LIT = "#12291f", "#365445", "#f5eedc", "#b9c4ae", "#a9dcae", "#f6d58a"
TITLE, TEXT, ANY_SCRIPT = "eb-garamond-500-normal", "atkinson-hyperlegible-next-600-normal", "dejavu-sans"
LAST_LATIN, VIETNAMESE = "\u024f", ("\u1ea0", "\u1ef9")
SMALLEST = 0.75
"""How far a name is made smaller before it takes two lines."""
MARKS = "’‘“”«»–—−…·€"
"""The characters, beside Latin letters, that names and sentences hold and both typefaces have."""


def draw_result_card(tournament: Tournament, order: FinalOrder, provisional: str) -> bytes:
    """Return the picture of the evening's results as PNG. `order`: the final order, with public names; `provisional`:
    why it may change, or ""."""
    from PIL import Image, ImageDraw  # only this picture needs it

    placed = [row for step in build_podium(order.rows) for row in step.rows]
    unit = get_game_figures(tournament).unit
    main = find_order_score(order, unit)
    rows, left = placed[:MOST_ROWS], len(placed) - MOST_ROWS
    parted = "" if order.by_matches else describe_tie_breaks(order.rows[: len(placed) + 1], unit)
    height = 470 + ROW * (max(1, len(rows)) + (left > 0)) + (60 if parted else 0)
    image = Image.new("RGB", (WIDTH, height), NIGHT)
    pen = ImageDraw.Draw(image)
    write(pen, tournament.name, MARGIN, 130, TITLE, 84, PAPER)
    for y in (190, 198):
        pen.line((MARGIN, y, WIDTH - MARGIN, y), fill=SOFT, width=2)
    top = 270
    for row in rows:
        figure = main.figures[row.tally.entry] if main else f"{format_total(row.tally.total, unit)} {UNIT_NAMES[unit]}"
        used = write(pen, figure, WIDTH - MARGIN, top, TEXT, 48, SOFT if row.tally.total < 0 else GAIN, anchor="rs")
        write(pen, str(row.rank), MARGIN + 30, top, TITLE, 64, PAPER, anchor="rs")
        write_name(pen, row.tally.player, top, WIDTH - 2 * MARGIN - 90 - used)
        top += ROW
    if not rows:
        write(pen, _("Personne n’a encore joué."), MARGIN, top, TITLE, 56, PAPER)
    if left > 0:
        words = ngettext("et %(n)s autre, à égalité", "et %(n)s autres, à égalité", left) % {"n": left}
        write(pen, words, MARGIN + 60, top, TITLE, 48, SOFT)
    foot = height - 150
    if parted:
        write(pen, parted, MARGIN, foot - 40, TEXT, 34, SOFT)
    pen.line((MARGIN, foot, WIDTH - MARGIN, foot), fill=LINE, width=2)
    club, day = tournament.club.shown_name, long_date(tournament.date)
    write(pen, f"{club}, {day}", MARGIN, foot + 56, TEXT, 34, SOFT)
    played = sum(not row.waiting for row in order.rows)
    counted = ngettext("%(n)s joueur", "%(n)s joueurs", played) % {"n": played}
    words = f"{counted}, {provisional}" if provisional else counted
    write(pen, words, MARGIN, foot + 106, TEXT, 34, LIT if provisional else SOFT)
    sent = BytesIO()
    image.save(sent, "PNG", optimize=True)
    return sent.getvalue()


def write_name(pen: ImageDraw, name: str, top: int, room: int) -> None:
    """Write a placed player's name with its baseline at `top`; one that is much too long on two lines."""
    length = load_font(find_face(name, TITLE), 64).getlength(name)
    cut = min((n for n, letter in enumerate(name) if letter == " "), key=lambda n: abs(2 * n - len(name)), default=0)
    if length * SMALLEST <= room or not cut:
        write(pen, name, MARGIN + 60, top, TITLE, 64, PAPER, room=room)
        return
    for part, y in ((name[:cut], top - 34), (name[cut + 1 :], top + 14)):
        write(pen, part, MARGIN + 60, y, TITLE, 50, PAPER, room=room)


def write(
    pen: ImageDraw,
    text: str,
    x: int,
    y: int,
    face: str,
    size: int,
    colour: str,
    *,
    room: int = WIDTH - 2 * MARGIN,
    anchor: str = "ls",
) -> int:
    """Write one line of text with its baseline at y, in smaller letters if it is wider than `room`; return its width in
    pixels. `anchor`: "ls" begins at x, "rs" ends there."""
    words = text.replace("\u202f", "\u00a0")
    font = load_font(find_face(words, face), size)
    length = font.getlength(words)
    if length > room:
        font = font.font_variant(size=max(12, int(size * room / length)))
        length = font.getlength(words)
    pen.text((x, y), words, fill=colour, font=font, anchor=anchor)
    return int(length)


def find_face(text: str, face: str) -> str:
    """Return the name of a typeface for a text: `face` if it has all the letters, else another one that does."""
    first, last = VIETNAMESE
    letters = text.replace("\u202f", "\u00a0")
    known = all(letter <= LAST_LATIN or first <= letter <= last or letter in MARKS for letter in letters)
    return face if known else ANY_SCRIPT


def load_font(face: str, size: int) -> FreeTypeFont:
    """Return the program's own typeface of this name (as `find_face` gives it), in this size in pixels."""
    from PIL import ImageFont

    folder = Path(settings.BASE_DIR) / "static" / "fonts"
    return ImageFont.truetype(folder / ("" if face == ANY_SCRIPT else "print") / f"{face}.woff2", size)
