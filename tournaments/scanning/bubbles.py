"""Which bubbles are marked: how much darker each is inside than an empty one with the same printed sign.

A choice has one value, none, or is asked of a person: where two are marked, or one is neither empty nor marked.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .layout import Bubble, Choice
from .register import SCALE, Ink, Place

INNER = 1.45  # mm around a bubble's middle that are looked at, within its outline
EMPTY, MARKED = 0.03, 0.055  # the mean ink up to which a bubble is empty, and from which it is marked
GRAIN, FAINTEST = 4.0, 0.12
"""On a grainy page both are higher: the first is so many times what empty bubbles differ by, but at most this part of
what the page's marks have in the middle, and the second in proportion."""
AROUND = 25.0  # mm around a bubble, within which empty ones have the same shade
GLYPH = 0.06  # the most by which the mean ink of a glyph differs from that of the usual one
DARKEST = 25  # pixels of a bubble, its darkest, that say how dark the pen is: some 6 in a hundred
PALE = 0.55
"""A mark whose darkest pixels have less than this part of the page's usual darkness may be a stain; beside a mark it is
one, or what a rubber left."""
SPILL = 0.3  # a second mark fainter than this part of the first, and doubtful by itself, is a stroke's tail


@dataclass(frozen=True)
class ReadPart:
    """What was read in one group of bubbles or row of boxes. `text`: the value, empty for none; `sureness`: from 0 to
    1; `asked`: a person must check it."""

    text: str
    sureness: float
    asked: bool


@dataclass(frozen=True)
class Mark:
    """How dark one bubble is inside, beyond an empty one with the same printed sign: `ink`, the mean; `darkness`, that
    of its darkest pixels."""

    ink: float
    darkness: float


def answer_choices(ink: Ink, choices: Sequence[Choice], place: Place) -> dict[Choice, ReadPart]:
    """Return what was read in each group of bubbles of a page. A mark much paler than the others is to be checked by a
    person, as it may be a stain. `ink`: the straightened page, 0 for paper to 1 for ink; `place`: gives the pixel of a
    spot of the sheet (mm)."""
    marks = measure_bubbles(ink, [bubble for choice in choices for bubble in choice.bubbles], place)
    raised = _raise_limits(np.array([mark.ink for mark in marks.values()]))
    dark = [mark.darkness for mark in marks.values() if mark.ink >= raised * MARKED]
    least = PALE * float(np.median(dark)) if dark else 0.0
    return {choice: answer_choice(choice, marks, least, raised) for choice in choices}


def _raise_limits(inks: NDArray[np.float64]) -> float:
    """Return the factor by which a grainy photograph raises the limits EMPTY and MARKED: 1 if it has no grain. `inks`:
    of all bubbles."""
    middle, low = np.percentile(inks, (50, 10))
    written = inks[inks >= MARKED]
    most = FAINTEST * float(np.median(written)) if len(written) else EMPTY
    return max(1.0, min(GRAIN * float(middle - low), most) / EMPTY)


def measure_bubbles(ink: Ink, bubbles: Sequence[Bubble], place: Place) -> dict[Bubble, Mark]:
    """Return how dark each bubble is inside, beyond an empty one. `ink`: the straightened page, 0 for paper to 1 for
    ink; `place`: gives the pixel of a spot of the sheet (mm)."""
    reach = round(INNER * SCALE) + 1
    steps = np.arange(-reach, reach + 1)
    alike: dict[str, list[tuple[float, float]]] = defaultdict(list)
    raw: dict[Bubble, tuple[float, float]] = {}
    for bubble in bubbles:
        x, y = place(bubble.x, bubble.y)
        column, row = round(x), round(y)
        disc = (steps[None, :] - (x - column)) ** 2 + (steps[:, None] - (y - row)) ** 2 <= (INNER * SCALE) ** 2
        seen = ink[row - reach : row + reach + 1, column - reach : column + reach + 1][disc]
        raw[bubble] = float(seen.mean()), float(np.partition(seen, -DARKEST)[-DARKEST:].mean())
        alike[bubble.glyph].append(raw[bubble])
    usual = np.median(list(raw.values()), axis=0)
    empty = {glyph: _find_empty(np.array(values), usual) for glyph, values in alike.items()}
    above = np.array([raw[bubble] - empty[bubble.glyph] for bubble in bubbles])
    spots = np.array([(bubble.x, bubble.y) for bubble in bubbles])
    near = (np.hypot(*(spots - spot).T) <= AROUND for spot in spots)
    shades = [_find_empty(above[each], np.zeros(2)) for each in near]
    return {bubble: Mark(*each) for bubble, each in zip(bubbles, (above - shades).tolist(), strict=True)}


def _find_empty(values: NDArray[np.float64], usual: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how dark an empty bubble is, as (ink, darkness): the 35th percentile of these bubbles (n × 2), which bear
    one printed sign or lie in one area of the page, kept within GLYPH of the page's `usual` one."""
    return np.percentile(values, 35, axis=0).clip(usual - GLYPH, usual + GLYPH)


def answer_choice(choice: Choice, marks: Mapping[Bubble, Mark], least_darkness: float, raised: float) -> ReadPart:
    """Return what was read in one group of bubbles. `least_darkness`: a paler mark is to be checked by a person;
    `raised`: the factor on the limits EMPTY and MARKED."""
    values = sorted(
        ((marks[bubble].ink, bubble.text, marks[bubble].darkness) for bubble in choice.bubbles), reverse=True
    )
    first, text, darkness = values[0]
    second = max((ink for ink, _text, dark in values[1:] if dark >= least_darkness), default=0.0)  # a stain is none
    empty, marked = raised * EMPTY, raised * MARKED
    if first <= empty:
        return ReadPart("", 1 - max(first, 0) / empty / 2, asked=False)
    doubtful_second = second > empty and (second >= marked or second > SPILL * first)
    asked = first < marked or doubtful_second or darkness < least_darkness
    return ReadPart(text, min(1.0, (first - max(second, 0)) / marked / 2), asked)
