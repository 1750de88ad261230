"""Digits drawn as strokes, in boxes as a photographed sheet has them: what the digit reader learns from.

A shape is strokes parted by «/», each a row of points: two signs, x to the right and y down, on a grid of 0 to A (ten).
A point said twice is a corner; elsewhere the pen goes round.
"""

from collections import defaultdict
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tournaments.scanning.digits import BOX, EMPTY, NO_DIGIT, Floats

Chance = np.random.Generator

_WRITTEN = """
0 60 30 13 17 3A 6A 97 93 60 50 | 70 40 14 17 4A 7A 96 83 50 40 | 50 22 26 5A 87 82 50 | 41 05 3A 8A A5 71 41
0 60 31 16 4A 8A 96 82 62 43 | 50 21 16 3A 7A 95 82 61 40 22 | 60 30 13 17 3A 6A 97 93 60/91 19
0 80 40 14 17 4A 7A 96 83 50 20 | 40 14 17 4A 7A 96 83 50 30 52 80 | 40 71 86 6A 3A 16 22 40 | 60 33 07 2A 7A A6 94 60
0 70 20 13 17 2A 7A 97 93 70 | 84 63 34 16 29 6A 97 95 63
1 50 5A | 60 4A | 50 50 5A | 33 60 60 6A | 24 60 60 6A | 07 70 70 7A | 18 70 70 7A | 09 70 70 6A | 23 50 50 5A/2A 8A
1 06 60 60 6A/3A 9A | 15 60 60 5A | 25 61 70 70 6A | 36 60 60 6A | 19 60 60 6A 6A 8A | 31 50 50 5A
1 22 41 50 50 5A/3A 7A | 32 60 60 5A | 40 52 5A
2 12 30 70 83 56 1A 1A 9A | 12 30 70 83 57 2A 1A 19 38 5A 9A | 10 90 90 1A 1A 9A | 13 21 50 81 74 28 1A 4A 9A
2 22 40 71 74 38 0A 18 39 6A A9 | 11 40 70 84 66 3A 19 28 49 7A 98 | 13 20 60 72 64 2A 2A 8A | 02 30 82 66 0A 0A AA
2 13 40 72 65 39 1A 07 27 5A A9 | 12 30 60 83 65 28 0A 07 37 6A A8 | 22 30 70 83 56 2A 5A 98 | 11 50 91 84 47 2A 2A 9A
3 11 50 82 55 45 86 89 5A 19 | 10 80 80 45 45 86 79 4A 18 | 11 40 82 45 45 88 6A 29 | 11 50 82 54 35 45 66 88 5A 19
3 20 50 82 64 45 45 75 97 7A 3A 09 | 12 30 60 73 55 35 55 87 6A 2A | 10 80 80 44 44 75 78 4A 1A | 10 90 54 87 5A 19
3 21 50 71 73 44 44 76 79 5A 29 | 13 40 82 64 45 45 86 89 5A 18 | 00 60 82 55 25 55 98 6A 0A
3 11 40 71 63 45 55 A6 98 5A 09
4 30 16 16 96/72 7A | 40 06 06 96/73 6A | 7A 70 70 06 06 A6 | 20 24 46 86/80 8A | 21 25 45 85/80 7A
4 8A 80 80 17 17 97 | 50 15 15 95/64 5A | 40 27 27 97/65 6A | 10 15 15 85/80 8A | 60 07 07 97/60 6A
4 20 14 36 85 80 80 7A | 50 16 16 96/54 5A | 70 07 07 A7/70 6A | 60 17 17 A7/60 7A | 7A 70 70 17 17 A7
4 30 15 26 86/90 7A | 40 15 15 A5/63 5A | 21 24 36 75 80 80 6A | 20 25 25 85/82 8A | 50 33 06 06 A6/74 6A
5 80 20 20 24 64 87 6A 19 | 20 24 64 87 5A 19/20 90 | 21 25 54 87 6A 2A/30 91 | 81 40 23 54 77 5A 19
5 90 30 25 65 88 5A 19 | 80 30 30 14 14 54 86 79 4A 1A | 30 14 53 86 7A 3A 09/41 A0 | 70 30 25 45 76 7A 1A
5 22 25 64 87 5A 19/31 80 | A0 40 14 54 77 5A 09 | 90 20 15 15 55 87 6A 1A | 30 15 15 65 7A 3A 09/30 80
5 71 30 14 44 66 68 4A 08
6 70 33 17 3A 7A 87 65 27 | 60 14 17 4A 7A 87 65 35 17 | 70 16 28 5A 88 75 45 17 | 81 50 24 17 3A 7A 88 65 36 18
6 50 23 18 4A 88 66 36 18 | 60 34 28 4A 79 67 38 | 90 43 17 3A 6A 78 66 37 29 | 40 26 29 5A 88 66 38
6 91 60 20 13 18 3A 7A 98 96 74 34 16 | 20 16 29 6A 97 75 36 18 | A0 53 17 2A 7A 97 65 27 | 50 18 3A 7A 77 56 27
6 60 23 08 3A 9A A7 75 36 29 | 71 50 23 17 29 5A 89 87 65 36 18
7 10 90 90 4A | 10 90 90 4A/25 85 | 10 90 90 65 4A | 12 10 10 90 90 4A | 12 10 10 90 90 4A/35 95 | 12 20 51 80 80 4A
7 00 80 80 5A/35 85 | 11 80 80 65 5A/26 84 | 21 41 90 90 66 5A/45 85 | 10 80 80 7A | 02 20 61 90 90 5A/36 86
7 11 50 82 74 5A | 13 20 60 82 74 5A | 10 40 81 74 4A | 02 20 70 92 75 5A | 10 60 91 92 65 4A | 12 20 61 90 74 5A
7 10 50 80 83 7A | 20 71 93 75 6A/36 86 | 10 90 75 66 6A | 13 10 50 80 82 64 5A | 01 30 80 82 56 3A
7 10 80 82 56 5A/26 86
8 81 40 12 34 76 89 5A 28 36 73 81 | 82 50 21 23 55 87 7A 3A 17 55 83 82 | 50 22 45 73 50/45 17 3A 7A 87 55
8 91 50 22 45 88 5A 28 55 91 | 50 21 24 55 86 89 5A 29 26 55 84 81 50 | A0 50 22 44 77 79 4A 28 55 A0
8 60 31 34 65 88 6A 2A 17 54 81 60 | 60 30 23 44 75 88 5A 28 36 64 82 60 | 70 30 22 45 65 87 6A 3A 17 35 75 82 70
8 50 31 34 54 73 50/54 27 3A 7A 87 54 | 80 30 13 44 75 98 7A 2A 08 36 73 91 80
8 92 70 41 33 55 67 58 4A 28 37 64 82 60
9 82 50 22 24 55 83 82 82 8A | 82 50 22 24 55 83 82 87 6A 29 | 82 50 22 24 55 83 82 4A | 70 30 13 35 75 82 70/82 8A
9 71 40 22 24 54 82 80 80 7A | 82 40 13 25 65 82 80 87 5A 18 | 80 40 13 35 74 80 80 7A | 81 40 23 45 74 81 81 78 5A 2A
9 71 30 14 36 74 81 76 6A | 60 20 13 35 74 70 66 5A 3A | 61 30 13 35 63 81 85 7A | 92 60 23 35 74 92 98 6A 2A
9 60 30 23 44 73 72 60/72 5A | 82 60 30 13 35 65 83 82 81 79 5A 1A | 71 40 13 25 54 82 77 5A
9 80 20 14 35 75 82 80 80 8A
- 15 85 | 05 A5 | 1A 35 10/35 90 9A | 10 9A/90 1A | 5A 50/15 95 | 10 1A 36 90/36 9A | 36 4A A0 | 1A 50 9A/37 77
- 10 1A/10 60 83 65 15/65 8A | 1A 10 10 5A 90 90 9A | 10 1A/15 95/90 9A | 50 00 0A 5A 05 55 | 82 50 13 17 4A 88
- 00 0A/50 3A 9A 90 50 | 00 0A/40 A0 A0 6A | 30 0A 5A/70 6A A7 65 | 30 65 3A 0A/A0 70 64 A7 6A | 03 53 5A/60 A3 6A AA
- 50 5A 2A 18 | 10 17 4A 7A 97 90 | 10 5A 90 | 20 2A 9A | 35 45/65 75 | 21 2A/52 5A/81 8A
"""
SHAPES: dict[int, list[str]] = defaultdict(list)
"""Of each class, the ways to write it."""
for _line in _WRITTEN.strip().splitlines():
    _sign, _, _shapes = _line.partition(" ")
    SHAPES[NO_DIGIT if _sign == "-" else int(_sign)] += _shapes.split(" | ")
SHARES = [0.085] * 10 + [0.06, 0.09]
"""How often each class is drawn: the digits, empty, and what is no digit."""
FINE = 4  # drawn so much larger, then made smaller


def draw_boxes(count: int, seed: int) -> tuple[Floats, np.ndarray[Any, np.dtype[np.int64]]]:
    """Return (count, 28, 28) boxes and their classes."""
    chance = np.random.default_rng(seed)
    classes = chance.choice(len(SHARES), size=count, p=SHARES)
    return np.stack([put_in_box(draw_class(int(one), chance), chance) for one in classes]), classes


def draw_class(digit: int, chance: Chance) -> Image.Image:
    """Return a box of a digit, of nothing, or of what is none, drawn large: 255 is ink."""
    page = Image.new("L", (BOX * FINE, BOX * FINE))
    if digit == EMPTY:
        return page
    if digit == NO_DIGIT and chance.random() < 0.5:
        return _spoil(page, chance)
    shapes = SHAPES[digit]
    draw_strokes(page, shapes[chance.integers(len(shapes))], chance)
    return page


def draw_strokes(page: Image.Image, shape: str, chance: Chance, shift: tuple[float, float] = (0, 0)) -> None:
    """Draw a shape as some hand would: its points displaced, then the whole widened, slanted, turned, moved, warped."""
    height = chance.uniform(12, 23) * FINE
    width = height * chance.uniform(0.38, 0.95)
    turn, slant, pen = chance.normal(0, 0.1), chance.normal(0.12, 0.2), chance.uniform(1.0, 3.2) * FINE
    wave, phase = chance.normal(0, 0.07, 2), chance.uniform(0, 6.3, 2)
    loose = chance.uniform(0.15, 0.65)
    middle = BOX * FINE / 2 + chance.normal(0, 1.4 * FINE, 2) + np.array(shift) * FINE
    ends = chance.normal(0, 0.9)
    for stroke in shape.split("/"):
        points = np.array([[int(sign, 16) for sign in point] for point in stroke.split()], dtype=float)
        moves = chance.normal(0, loose, points.shape)
        same = np.flatnonzero((points[1:] == points[:-1]).all(axis=1))
        moves[same + 1] = moves[same]
        points = points + moves
        points[-1] += (points[-1] - points[-2]) * np.clip(ends, -0.5, 0.8) * 0.2
        line = smooth(points) / 10 - 0.5
        line = line + wave * np.sin(4 * line[:, ::-1] + phase)
        x = line[:, 0] * width - slant * line[:, 1] * height
        y = line[:, 1] * height
        x, y = x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)
        _draw_line(page, np.stack([x, y], axis=1) + middle, pen)


def smooth(points: Floats) -> Floats:
    """Return a curve through the points (Catmull and Rom), six steps from each to the next."""
    t = np.linspace(0, 1, 6, endpoint=False)[:, None]
    p = np.concatenate([points[:1], points, points[-1:]])
    parts = [
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        for a, b, c, d in zip(p, p[1:], p[2:], p[3:], strict=False)
    ]
    return np.concatenate([*parts, points[-1:]])


def _draw_line(page: Image.Image, line: Floats, pen: float) -> None:
    draw = ImageDraw.Draw(page)
    places = [tuple(point) for point in line]
    draw.line(places, fill=255, width=max(1, round(pen)), joint="curve")
    for x, y in (places[0], places[-1]):
        draw.ellipse((x - pen / 2, y - pen / 2, x + pen / 2, y + pen / 2), fill=255)


def place(picture: Image.Image, chance: Chance) -> Image.Image:
    """Return a box's page with a picture near its middle."""
    page = Image.new("L", (BOX * FINE, BOX * FINE))
    x, y = (np.array(page.size) - picture.size) / 2 + chance.normal(0, 5, 2)
    page.paste(picture, (int(x), int(y)))
    return page


def _spoil(page: Image.Image, chance: Chance) -> Image.Image:
    """Draw what nobody should read: a digit struck out or written over, two of them, a scribble, a blot."""
    kind = chance.integers(5)
    digits = [SHAPES[digit][chance.integers(len(SHAPES[digit]))] for digit in chance.integers(0, 10, 2)]
    if kind <= 1:
        draw_strokes(page, digits[0], chance)
        struck = ("09 A1", "05 A5/07 A7", "00 AA/A0 0A", "09 90 2A A1 4A A4", "03 A4 06 A7 09")[chance.integers(5)]
        draw_strokes(page, digits[1] if kind else struck, chance)
    elif kind == 2:
        for digit, side in zip(digits, (-6, 6), strict=True):
            draw_strokes(page, digit, chance, (side, 0))
    elif kind == 3:
        _draw_line(page, smooth(chance.uniform(4, BOX - 4, (chance.integers(5, 14), 2)) * FINE), chance.uniform(4, 10))
    else:
        x, y, wide, high = chance.uniform(6, 16, 4) * FINE
        ImageDraw.Draw(page).ellipse((x, y, x + wide, y + high), fill=255)
    return page


def put_in_box(page: Image.Image, chance: Chance) -> Floats:
    """Return 28 x 28 as a photograph would have it: outline, neighbours, pale ink, blur, shade, grain, specks."""
    draw = ImageDraw.Draw(page)
    if chance.random() < 0.2:  # what a neighbour wrote pokes in
        start = np.array([chance.choice([-2, BOX + 2]), chance.uniform(0, BOX)])
        ends = np.stack([start, start + (BOX / 2 - start) * chance.uniform(0.15, 0.4) * [1, 0.3]])
        _draw_line(page, ends * FINE, chance.uniform(4, 9))
    for _ in range(chance.poisson(0.5)):
        x, y, size = *chance.uniform(0, BOX * FINE, 2), chance.uniform(1, 5)
        draw.ellipse((x - size, y - size, x + size, y + size), fill=int(chance.integers(60, 255)))
    written = np.asarray(page.resize((BOX, BOX), Image.Resampling.BOX), dtype=np.float32) / 255
    ink = np.maximum(written * chance.uniform(0.35, 1), draw_outline(chance) * chance.uniform(0, 0.6))
    picture = Image.fromarray((ink * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(chance.uniform(0, 1.1)))
    shade = chance.normal(0, 0.04, 2) @ (np.indices((BOX, BOX)) / BOX - 0.5).reshape(2, -1)
    grain = chance.normal(0, chance.uniform(0, 0.05), (BOX, BOX))
    seen = np.asarray(picture, dtype=np.float32) / 255 + shade.reshape(BOX, BOX) + grain + chance.uniform(0, 0.15)
    return (np.clip(seen, 0, 1) * 255).astype(np.uint8) / np.float32(255)  # a photograph has bytes


def draw_outline(chance: Chance) -> Floats:
    """Return the box's own hairline, where it shows if the box is cut out up to 0.5 mm beside its place."""
    page = Image.new("L", (BOX * FINE, BOX * FINE))
    x, y = chance.uniform(-2, 2, 2) * FINE
    turned = chance.normal(0, 0.02, 4) * BOX * FINE
    far = BOX * FINE
    corners = [(x, y), (x + far, y + turned[0]), (x + far + turned[1], y + far), (x + turned[2], y + far + turned[3])]
    ImageDraw.Draw(page).line([*corners, corners[0]], fill=255, width=int(chance.integers(1, 4)))
    return np.asarray(page.resize((BOX, BOX), Image.Resampling.BOX), dtype=np.float32) / 255
