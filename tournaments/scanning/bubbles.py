"""Which bubbles are marked: how much darker each is inside than its like, which nobody marked.

A choice has one value, none, or is asked of a person: where two are marked, or one is neither empty nor marked.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from . import layout
from .layout import Bubble, Choice
from .register import SCALE, Ink, Place

INNER = 1.45  # mm around a bubble's middle that are looked at, within its outline
EMPTY, MARKED = 0.045, 0.1  # the mean ink up to which a bubble is empty, and from which it is marked
SPILL = 0.3  # a second mark fainter than this part of the first, and doubtful by itself, is a stroke's tail


@dataclass(frozen=True)
class Answer:
    """What is marked in a choice. `text`: the value, or empty for none; `asked`: a person must look."""

    text: str
    sureness: float
    asked: bool


def measure_bubbles(ink: Ink, bubbles: Sequence[Bubble], place: Place) -> dict[Bubble, float]:
    """Return the mean ink in each bubble, above that of most bubbles with the same glyph on the page."""
    reach = round(INNER * SCALE) + 1
    steps = np.arange(-reach, reach + 1)
    raw: dict[Bubble, float] = {}
    for bubble in bubbles:
        x, y = place(bubble.x, bubble.y)
        column, row = round(x), round(y)
        disc = (steps[None, :] - (x - column)) ** 2 + (steps[:, None] - (y - row)) ** 2 <= (INNER * SCALE) ** 2
        raw[bubble] = float(ink[row - reach : row + reach + 1, column - reach : column + reach + 1][disc].mean())
    usual = float(np.median(list(raw.values())))
    alike: dict[str, list[float]] = defaultdict(list)
    for bubble, value in raw.items():
        alike[bubble.glyph].append(value)
    empty = {glyph: _find_empty(values, usual) for glyph, values in alike.items()}
    return {bubble: value - empty[bubble.glyph] for bubble, value in raw.items()}


def _find_empty(values: Iterable[float], usual: float) -> float:
    """Return the ink of an empty bubble of one glyph: between the first quarter and the middle of all of them, not far
    from what is `usual` on the page."""
    return float(np.clip(np.percentile(list(values), 35), usual - 0.03, usual + 0.03))


def answer_choice(choice: Choice, measured: dict[Bubble, float]) -> Answer:
    """Judge a choice from the measured ink of its bubbles."""
    values = sorted(((measured[bubble], bubble.text) for bubble in choice.bubbles), reverse=True)
    (first, text), second = values[0], values[1][0] if len(values) > 1 else 0.0
    if first <= EMPTY:
        return Answer("", 1 - max(first, 0) / EMPTY / 2, asked=False)
    doubtful_second = second > EMPTY and (second >= MARKED or second > SPILL * first)
    asked = first < MARKED or doubtful_second
    return Answer(text, min(1.0, (first - max(second, 0)) / MARKED / 2), asked)
