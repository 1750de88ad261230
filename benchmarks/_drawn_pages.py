"""Sheets as a hand fills them and a phone sees them, drawn from a seed: for `reading.py` alone.

Neither the hands nor the fonts here are those that trained the reader of digits.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tournaments.scanning import layout
from tournaments.scanning.layout import Boxes, Bubble, SheetPage

DOTS = 300 / 25.4  # pixels of a printed page for a millimetre
Pixels = Any
Stroke = Sequence[tuple[float, float]]

SHAPES = {
    # the shapes of each digit, parted by a bar; the strokes of a shape, by a comma; its points in hundredths
    "0": "50:0 10:25 8:70 45:100 85:75 90:30 50:0 | 62:3 20:12 5:60 35:98 80:85 92:35 70:5 45:2",
    "1": "10:50 62:0 60:100 | 20:32 60:2 55:100 | 50:0 47:100",
    "2": "12:25 40:0 80:15 75:45 10:98 50:95 92:97 | 15:20 50:2 85:25 50:65 15:90 20:100 45:88 90:100",
    "3": "15:12 50:0 80:20 45:45 85:70 50:100 10:88 | 15:3 80:3 42:40 85:60 70:95 12:95",
    "4": "55:0 8:65 90:62, 66:35 62:100 | 20:0 15:52 85:50, 75:5 70:100",
    "5": "80:2 25:4 20:45 60:38 88:65 60:97 12:90 | 25:5 20:48 65:42 82:75 40:100 10:90, 22:4 85:0",
    "6": "75:2 30:30 10:70 40:100 80:85 75:55 40:50 12:72 | 60:0 20:50 20:90 60:100 85:75 55:55 20:72",
    "7": "8:10 88:4 40:100, 30:50 80:47 | 10:3 90:5 55:50 42:100 | 10:20 15:5 90:6 45:100, 22:52 82:52",
    "8": "75:15 40:0 20:22 75:65 60:98 20:92 25:60 75:30 72:10 | 50:45 20:20 50:0 80:22 50:46 15:75 50:100 85:75 50:45",
    "9": "82:20 45:2 15:30 45:50 80:25 82:15 78:60 68:100 | 85:10 40:5 15:35 50:50 82:20 80:65 55:95 20:95",
}
FONTS = [
    *(
        "/usr/share/fonts/opentype/urw-base35/Z003-MediumItalic.otf",
        "/usr/share/fonts/opentype/urw-base35/URWGothic-Book.otf",
    ),
    "/usr/share/fonts/opentype/urw-base35/P052-Italic.otf",
]


@dataclass(frozen=True)
class Hand:
    """One writer with his pen. `width`: of the pen's line in mm; `black`: how dark it is, 0 to 1; `mark`: how he marks
    bubbles, such as "cross"; `font`: the file of the font like which he writes; None if he writes in strokes."""

    random: Random
    width: float
    black: float
    mark: str
    slant: float
    size: float
    font: str | None

    @classmethod
    def of(cls, seed: int) -> Hand:
        """Return the hand of this seed."""
        random = Random(f"hand {seed}")
        pen, black = random.choice([(0.35, 0.9), (0.5, 0.95), (0.7, 0.9), (0.45, 0.55), (0.55, 0.45), (0.9, 1.0)])
        mark = random.choice(["cross", "tick", "fill", "scribble", "cross", "fill"])
        fonts = [font for font in FONTS if Path(font).exists()]
        font = random.choice(fonts) if fonts and random.random() < 0.2 else None
        return cls(random, pen, black, mark, random.uniform(-0.1, 0.3), random.uniform(4.2, 6.2), font)


class FilledPage:
    """A printed page on which a hand writes. `grey`: the page at DOTS, 0 to 1, written over in place."""

    def __init__(self, grey: Pixels, hand: Hand) -> None:
        self.grey, self.hand = grey, hand

    def draw(self, points: Stroke) -> None:
        """Draw a stroke through these points, in mm, with a shaking pen."""
        random, hand = self.hand.random, self.hand
        shaken = [(x + random.gauss(0, 0.08), y + random.gauss(0, 0.08)) for x, y in points]
        drawn = np.array(_round_off(shaken)) * DOTS
        left, top = np.floor(drawn.min(axis=0) - 12).astype(int).clip(0)
        right, foot = np.ceil(drawn.max(axis=0) + 12).astype(int)
        part = self.grey[top:foot, left:right]
        ink = np.zeros(part.shape, np.uint8)
        width = max(1, round(hand.width * DOTS * random.uniform(0.85, 1.15)))
        path = ((drawn - (left, top)) * 16).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(ink, [path], False, 255, width, cv2.LINE_AA, 4)
        grain = 1.0 if hand.black > 0.8 else np.array([[0.75 + 0.25 * random.random()]])
        part *= 1 - ink / 255 * hand.black * grain

    def mark(self, bubble: Bubble) -> None:
        """Mark a bubble."""
        random = self.hand.random
        x, y = bubble.x + random.gauss(0, 0.25), bubble.y + random.gauss(0, 0.25)
        r = random.uniform(1.3, 1.9)
        if self.hand.mark == "cross":
            self.draw([(x - r, y - r), (x + r, y + r)])
            self.draw([(x + r, y - r), (x - r, y + r)])
        elif self.hand.mark == "tick":
            self.draw([(x - r, y - 0.2), (x - 0.3, y + r), (x + r, y - r - random.uniform(0, 0.5))])
        elif self.hand.mark == "fill":
            step = self.hand.width * 0.8
            lines = [(x + side * (r * 0.95), y - r + n * step) for n in range(int(2 * r / step)) for side in (-1, 1)]
            self.draw([(a if abs(b - y) < r * 0.6 else x + (a - x) * 0.6, b) for a, b in lines])
        else:
            self.draw([(x + random.uniform(-r, r), y + random.uniform(-r, r)) for _n in range(9)])

    def write(self, boxes: Boxes, text: str) -> None:
        """Write a number into its boxes, at the right."""
        corners = list(boxes.corners)[-len(text) :]
        for digit, (x, y) in zip(text, corners, strict=True):
            self.write_digit(digit, x, y)

    def write_digit(self, digit: str, left: float, top: float) -> None:
        """Write a digit into a box."""
        random, hand = self.hand.random, self.hand
        high = hand.size * random.uniform(0.9, 1.1)
        wide = high * random.uniform(0.5, 0.7)
        x, y = (
            left + (layout.BOX - wide) / 2 + random.gauss(0, 0.4),
            top + (layout.BOX - high) / 2 + random.gauss(0, 0.4),
        )
        if hand.font:
            self.write_letter(digit, x, y, high)
            return
        for stroke in random.choice(SHAPES[digit].split("|")).split(","):
            points = [[int(each) / 100 for each in point.split(":")] for point in stroke.split()]
            shaken = [(u + random.gauss(0, 0.035), v + random.gauss(0, 0.035)) for u, v in points]
            self.draw([(x + wide * u + hand.slant * high * (0.5 - v), y + high * v) for u, v in shaken])

    def write_letter(self, digit: str, x: float, y: float, high: float) -> None:
        """Write a digit as the hand's font has it."""
        font = ImageFont.truetype(self.hand.font or FONTS[0], round(high * DOTS * 1.35))
        side = round(high * DOTS * 2)
        picture = Image.new("L", (side, side))
        ImageDraw.Draw(picture).text((side // 4, side // 2), digit, 255, font, anchor="lm")
        column, row = round(x * DOTS) - side // 4, round((y + high / 2) * DOTS) - side // 2
        self.grey[row : row + side, column : column + side] *= 1 - np.asarray(picture) / 255 * self.hand.black


def _round_off(points: Stroke) -> list[tuple[float, float]]:
    """Return many points of a smooth line through these (Catmull and Rom)."""
    ends = [points[0], *points, points[-1]]
    found = []
    for (ax, ay), (bx, by), (cx, cy), (dx, dy) in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for n in range(8):
            t = n / 8
            w = (-t + 2 * t**2 - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, t**3 - t**2)
            found.append(tuple(sum(map(mul, w, each)) / 2 for each in ((ax, bx, cx, dx), (ay, by, cy, dy))))
    return [*found, points[-1]]


def fill_page(printed: Pixels, page: SheetPage, texts: dict[str, tuple[str, ...]], seed: int) -> Pixels:
    """Return the printed page (0 to 1) filled by a hand. `texts`: what the parts of each cell say, by "coup path"."""
    filled = FilledPage(printed.astype(np.float32).copy(), Hand.of(seed))
    cells = [(f"{coup.n} {cell.path}", cell) for coup in page.coups for cell in coup.cells]
    for key, cell in cells + ([("dealer", page.dealer)] if page.dealer else []):
        for part, text in zip(cell.parts, texts.get(key, ()), strict=False):
            if isinstance(part, Boxes):
                filled.write(part, text)
            else:
                for bubble in part.bubbles:
                    if bubble.text == text:
                        filled.mark(bubble)
    return filled.grey


def photograph(page: Pixels, megapixels: float, seed: int, kind: str) -> bytes:
    """Return a JPEG of the page (0 to 1, at DOTS) as a camera sees it. `kind`: "usual", or "other" for degradations
    that the reader was never tuned on."""
    random, noise = Random(f"{kind} {seed}"), np.random.default_rng(seed)
    high = round((megapixels * 1e6 * 4 / 3) ** 0.5)
    wide = round(high * 3 / 4)
    across, down = _bend_page(random, wide, high, kind)
    fine = min(DOTS, 1.4 * high / layout.HEIGHT)
    small = (
        cv2.resize(page, None, fx=fine / DOTS, fy=fine / DOTS, interpolation=cv2.INTER_AREA) if fine < DOTS else page
    )
    if kind == "other":
        small = _dirty(small, random)
    seen = cv2.remap(
        small, *((each * fine - 0.5).astype(np.float32) for each in (across, down)), cv2.INTER_LINEAR, borderValue=-1
    )
    table = cv2.GaussianBlur(
        noise.normal(random.uniform(0.2, 0.7), 0.25, (high, wide)).astype(np.float32), (0, 0), 6, sigmaY=1
    )
    seen = np.where(seen < 0, table, seen) * _light(random, wide, high, kind)
    sharpness = high / 1500
    if kind == "other":
        length = max(1, round(random.uniform(0, 3) * sharpness))
        seen = cv2.filter2D(seen, -1, np.full((1, length) if random.random() < 0.5 else (length, 1), 1 / length))
        seen = np.clip(seen, 0.01, 1) ** random.uniform(0.7, 1.5)
        soft = cv2.GaussianBlur(seen, (0, 0), 1.5)
        seen = seen + random.uniform(0, 0.9) * (seen - soft)  # as phones sharpen
    else:
        seen = cv2.GaussianBlur(seen, (0, 0), 0.3 + random.uniform(0, 1.1) * sharpness)
    grain = random.uniform(0.004, 0.03)
    seen = np.clip(seen * 235 + noise.normal(0, 255 * grain, seen.shape), 0, 255).astype(np.uint8)
    if kind == "other" and random.random() < 0.3:
        seen = np.rot90(seen, random.choice([1, 2, 3]))
    written = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(seen)).save(
        written, "JPEG", quality=random.randint(40 if kind == "other" else 60, 93)
    )
    return written.getvalue()


def _bend_page(random: Random, wide: int, high: int, kind: str) -> tuple[Pixels, Pixels]:
    """Return for each pixel which spot of the page, in mm, it shows."""
    edge, size = 0.03, (layout.WIDTH, layout.HEIGHT)
    corners = [(0, 0), (size[0], 0), size, (0, size[1])]
    places = [
        (wide * abs(fx - random.uniform(edge, 0.1)), high * abs(fy - random.uniform(edge, 0.1)))
        for fx, fy in ((0, 0), (1, 0), (1, 1), (0, 1))
    ]
    back = cv2.getPerspectiveTransform(np.array(places, np.float32), np.array(corners, np.float32))
    x, y = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
    if kind == "other":  # a barrel, as wide lenses make
        u, v, k = x / wide - 0.5, y / high - 0.5, random.uniform(-0.02, 0.03)
        round_about = 1 + k * (u**2 + v**2)
        x, y = (u * round_about + 0.5) * wide, (v * round_about + 0.5) * high
    depth = back[2, 0] * x + back[2, 1] * y + back[2, 2]
    across = (back[0, 0] * x + back[0, 1] * y + back[0, 2]) / depth
    down = (back[1, 0] * x + back[1, 1] * y + back[1, 2]) / depth
    u, v = across / size[0], down / size[1]
    if kind == "other":  # folded in three, each part at its own slope
        fold = random.uniform(0, 1.2) * np.abs(((v * 3 + random.random()) % 1) - 0.5)
        return across + fold * (u - 0.5), down + fold
    bend, lean = random.uniform(-1.6, 1.6), random.uniform(-0.5, 0.5)
    curl = bend * np.sin(np.pi * (v + lean * u).clip(0, 1))
    return across + random.uniform(-0.6, 0.6) * curl, down + curl * np.sin(np.pi * u.clip(0, 1)) ** random.choice(
        [0, 1]
    )


def _light(random: Random, wide: int, high: int, kind: str) -> Pixels:
    """Return how much light falls on each pixel."""
    x, y = np.meshgrid(np.linspace(-1, 1, wide, dtype=np.float32), np.linspace(-1, 1, high, dtype=np.float32))
    light: Pixels = random.uniform(0.6, 1.0) * (1 + random.uniform(-0.2, 0.2) * x + random.uniform(-0.2, 0.2) * y)
    turn, at = random.uniform(0, 6.3), random.uniform(-0.7, 0.9)
    side = np.cos(turn) * x + np.sin(turn) * y - at
    soft = random.uniform(0.005, 0.02) if kind == "other" else random.uniform(0.08, 0.4)
    shade = random.uniform(0.1, 0.5)
    light = light * (1 - shade / (1 + np.exp(-(side / soft).clip(-30, 30))))
    if kind == "other" and random.random() < 0.4:  # a lamp reflected
        light = light + 0.5 * np.exp(-((x - random.uniform(-1, 1)) ** 2 + (y - random.uniform(-1, 1)) ** 2) / 0.05)
    return light


def _dirty(page: Pixels, random: Random) -> Pixels:
    """Return the page with a ring of coffee, crumbs and smudges."""
    stain = np.zeros(page.shape, np.float32)
    high, wide = page.shape
    for _n in range(random.randint(0, 2)):
        middle = random.randrange(wide), random.randrange(high)
        cv2.circle(stain, middle, wide // 6, random.uniform(0.05, 0.2), max(1, wide // 90), cv2.LINE_AA)
    for _n in range(random.randint(0, 8)):
        cv2.circle(stain, (random.randrange(wide), random.randrange(high)), max(1, wide // 400), 0.6, -1, cv2.LINE_AA)
    return page * (1 - cv2.GaussianBlur(stain, (0, 0), 1))
