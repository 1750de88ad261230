"""The picture of a poster that announces an evening, to share: a PNG in one of three looks. Lengths are in pixels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

import segno
from django.utils.translation import gettext as _

from tournaments.presentation.announcements import PosterFacts
from tournaments.presentation.result_card import MARGIN, NIGHT, PAPER, SOFT, TEXT, TITLE, WIDTH, find_face, load_font

if TYPE_CHECKING:
    from PIL.Image import Image

HEIGHT = 1350
INK, RED = "#201c16", "#7d1f26"
ROOM = WIDTH - 2 * MARGIN
QR_SIDE = 240
FOOT = HEIGHT - 70 - QR_SIDE - 50  # where the QR begins
LEAST = 22  # of a letter
SCALES = (1, 0.9, 0.8, 0.7, 0.6, 0.5)
"""The factors by which all texts are made smaller, tried in turn until they leave room for the QR."""
LOGO_HEIGHT = 120


@dataclass(frozen=True)
class Line:
    """One text to write on a poster. `size`: the size of its letters, if the text fits in that size; `most`: the most
    rows that it may be broken into."""

    text: str
    size: int
    colour: str
    face: str = TITLE
    most: int = 2


class PosterPen:
    """Writes texts onto a poster picture from top to bottom. `y`: where the next text goes; `x`: where texts begin,
    None to centre them; `scale`: factor of all letter sizes."""

    def __init__(self, image: Image, scale: float, x: int | None = None) -> None:
        from PIL import ImageDraw

        self.image, self.scale, self.x, self.y = image, scale, x, MARGIN
        self.pen = ImageDraw.Draw(image)

    def write(self, line: Line, gap: int = 18) -> None:
        """Write a text in at most `line.most` rows, with smaller letters if it needs more; write nothing for an empty
        text. `gap`: the room to leave below it, in pixels before scaling."""
        size = int(line.size * self.scale)
        rows = wrap_words(line, size)
        while len(rows) > line.most and size > LEAST:
            size -= 4
            rows = wrap_words(line, size)
        font = load_font(find_face(line.text, line.face), size)
        for row in rows:
            anchor, x = ("la", self.x) if self.x is not None else ("ma", WIDTH // 2)
            self.pen.text((x, self.y), row, fill=line.colour, font=font, anchor=anchor)
            self.y += int(size * 1.15)
        self.y += int(gap * self.scale) if rows else 0

    def rule(self, colour: str) -> None:
        """Draw a double horizontal line across the poster."""
        for y in (self.y, self.y + 8):
            self.pen.line((MARGIN, y, WIDTH - MARGIN, y), fill=colour, width=2)
        self.y += 40


def wrap_words(line: Line, size: int) -> list[str]:
    """Return the text broken into rows that fit the poster's width in letters of this size; a word that is too long
    alone is cut."""
    font = load_font(find_face(line.text, line.face), size)
    rows: list[str] = []
    for word in line.text.replace("\u202f", "\u00a0").split(" "):
        grown = f"{rows[-1]} {word}" if rows else word
        if rows and font.getlength(grown) <= ROOM:
            rows[-1] = grown
            continue
        while font.getlength(word) > ROOM and size <= LEAST:
            fitting = next(n for n in range(len(word), 0, -1) if n == 1 or font.getlength(word[:n]) <= ROOM)
            rows.append(word[:fitting])
            word = word[fitting:]
        rows += [word] if word else []
        if font.getlength(word) > ROOM:
            return [line.text] * (line.most + 1)  # a smaller letter first
    return rows


def draw_poster(look: str, facts: PosterFacts, logo: bytes | None) -> bytes:
    """Return the poster of an evening as a PNG picture. `look`: a key of LOOKS; `logo`: the club's logo as PNG, or
    None."""
    from PIL import Image

    picture = Image.open(BytesIO(logo)) if logo else None
    for scale in SCALES:
        paper = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
        pen = LOOKS[look](paper, facts, picture, scale)
        if pen.y <= FOOT:
            break
    sent = BytesIO()
    paper.save(sent, "PNG", optimize=True)
    return sent.getvalue()


def draw_classic(image: Image, facts: PosterFacts, logo: Image | None, scale: float) -> PosterPen:
    """Draw the poster with all texts centred in a double frame; return the pen, whose `y` says how far down it came.
    `scale`: factor of all letter sizes and gaps."""
    pen = PosterPen(image, scale)
    for inset in (30, 42):
        pen.pen.rectangle((inset, inset, WIDTH - inset, HEIGHT - inset), outline=INK, width=2)
    paste_logo(pen, logo)
    pen.write(Line(facts.club, 44, INK), 40)
    pen.write(Line(facts.name, 104, INK, most=3), 20)
    pen.write(Line(facts.game, 46, RED), 20)
    pen.rule(INK)
    pen.write(Line(facts.when, 62, INK, most=1), 24)
    write_facts(pen, facts, INK)
    return place_qr(pen, facts, (WIDTH - QR_SIDE) // 2)


def draw_day(image: Image, facts: PosterFacts, logo: Image | None, scale: float) -> PosterPen:
    """Draw the poster with the day of the month very large and all other texts below it, left-aligned; return the pen.
    `scale`: as in `draw_classic`."""
    pen = PosterPen(image, scale, MARGIN)
    paste_logo(pen, logo, WIDTH - MARGIN)
    pen.write(Line(facts.weekday, 66, RED), 0)
    pen.y -= int(70 * scale)
    pen.write(Line(facts.day, 330, INK), -30)
    pen.write(Line(facts.month, 66, RED), 30)
    pen.rule(INK)
    pen.write(Line(facts.name, 88, INK, most=3), 6)
    pen.write(Line(f"{facts.club} · {facts.game}", 40, INK), 20)
    pen.write(Line(facts.hour, 60, RED), 10)
    write_facts(pen, facts, INK)
    return place_qr(pen, facts, WIDTH - MARGIN - QR_SIDE)


def draw_band(image: Image, facts: PosterFacts, logo: Image | None, scale: float) -> PosterPen:
    """Draw the poster with the evening's name in a dark band at the top and the facts below it; return the pen.
    `scale`: as in `draw_classic`."""
    pen = PosterPen(image, scale)
    pen.pen.rectangle((0, 0, WIDTH, 560), fill=NIGHT)
    paste_logo(pen, logo)
    pen.write(Line(facts.club, 42, SOFT), 24)
    pen.write(Line(facts.name, 100, PAPER, most=2), 14)
    pen.write(Line(facts.game, 46, SOFT), 0)
    pen.y = 610
    pen.write(Line(facts.when, 66, INK, most=1), 24)
    write_facts(pen, facts, INK)
    return place_qr(pen, facts, (WIDTH - QR_SIDE) // 2)


LOOKS: dict[str, Callable[[Image, PosterFacts, Image | None, float], PosterPen]] = {
    "classic": draw_classic,
    "day": draw_day,
    "band": draw_band,
}
"""The function that draws each look, by the name that its address has."""


def write_facts(pen: PosterPen, facts: PosterFacts, colour: str) -> None:
    """Write the place, the fee and the organiser's own line onto the poster."""
    pen.write(Line(facts.place, 48, colour, most=2), 16)
    pen.write(Line(facts.fee, 40, colour, TEXT), 12)
    pen.write(Line(facts.words, 38, colour, TEXT, most=2), 12)


def paste_logo(pen: PosterPen, logo: Image | None, right: int | None = None) -> None:
    """Paste the club's logo on a white ground: centred above the texts, or beside them with its right edge at x =
    `right`."""
    if logo is None:
        return
    picture = logo.convert("RGBA")
    picture.thumbnail((ROOM // 2, LOGO_HEIGHT))
    left = (right - picture.width) if right else (WIDTH - picture.width) // 2
    pen.pen.rectangle((left - 12, pen.y - 12, left + picture.width + 12, pen.y + picture.height + 12), fill="#fff")
    pen.image.paste(picture, (left, pen.y), picture)
    pen.y += 0 if right else picture.height + 32


def place_qr(pen: PosterPen, facts: PosterFacts, left: int) -> PosterPen:
    """Draw the sign-up QR at the foot of the poster, with what it is for; nothing if nobody can sign up. Return the
    pen. `left`: the x of its left edge."""
    top = FOOT
    if not facts.sign_up:
        pen.y = min(pen.y, FOOT) if pen.y <= HEIGHT - MARGIN else pen.y  # the foot is free for texts
        return pen
    rows = segno.make(facts.sign_up, error="m", micro=False).matrix
    module = QR_SIDE // (len(rows) + 4)
    pen.pen.rectangle((left, top, left + QR_SIDE, top + QR_SIDE), fill="#fff")
    inset = (QR_SIDE - module * len(rows)) // 2
    for row, modules in enumerate(rows):
        for column, is_dark in enumerate(modules):
            x, y = left + inset + column * module, top + inset + row * module
            if is_dark:
                pen.pen.rectangle((x, y, x + module - 1, y + module - 1), fill="#000")
    font = load_font(TEXT, 30)
    words = _("On s’inscrit ici")
    pen.pen.text((left + QR_SIDE // 2, top + QR_SIDE + 12), words, fill=INK, font=font, anchor="ma")
    return pen
