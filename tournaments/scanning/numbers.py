"""Numbers written in boxes, a digit in each: how likely each value is, alone, and beside others whose sum is known.

What a coup's points make together is known before they are written. So a digit that might be a 4 or a 9 is read by what
the others leave for it, and what does not make the sum is asked: a few coups were counted wrong at the table.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .bubbles import ReadPart
from .digits import EMPTY, NO_DIGIT

Chances = NDArray[Any]
ASSURED = 0.98  # how sure a number must be before it is proposed without a look
MISCOUNTED = 0.03  # how often the numbers on paper do not make their sum
_LEAST = 1e-9  # of any value: no picture rules one out


def weigh_values(boxes: Chances, most: int) -> Chances:
    """Return how likely each value from 0 to `most` is. `boxes`: (n, 12) the chances of each box's classes. Blank boxes
    say nothing: each value is as likely."""
    blank = np.asarray([box[EMPTY] for box in boxes])
    weights = np.full(most + 1, blank.prod() / (most + 1) + _LEAST)
    for start in range(len(boxes)):
        for end in range(start + 1, len(boxes) + 1):
            run = reduce(lambda weights, box: np.outer(weights, box[:EMPTY]).ravel(), boxes[start:end], np.ones(1))
            run = run[: most + 1] * blank[:start].prod() * blank[end:].prod()
            weights[: len(run)] += run
    return weights


def weigh_together(numbers: Sequence[Chances], total: int) -> list[Chances]:
    """Return how likely each value of each number is once it is known that they make `total`, as a table that counted
    right would have them. `numbers`: what `weigh_values` says of each, up to the total."""
    makes = [_leave_for(n, numbers, total) * each for n, each in enumerate(numbers)]
    apart = np.prod([each.sum() for each in numbers])
    right = (1 - MISCOUNTED) * makes[0].sum() / comb(total + len(numbers) - 1, len(numbers) - 1)
    wrong = MISCOUNTED * apart / (total + 1) ** len(numbers)
    share = right / (right + wrong)
    return [
        share * made / made.sum() + (1 - share) * alone / alone.sum()
        for made, alone in zip(makes, numbers, strict=True)
    ]


def _leave_for(n: int, numbers: Sequence[Chances], total: int) -> Chances:
    """Return how likely the others leave each value for number `n`."""
    others = [each for at, each in enumerate(numbers) if at != n]
    together = reduce(lambda found, each: np.convolve(found, each)[: total + 1], others, np.ones(1))
    return np.pad(together, (0, total + 1 - len(together)))[::-1]


def read_alone(boxes: Chances, most: int) -> ReadPart:
    """Read a number that stands for itself, from the chances of its boxes' classes."""
    return _answer(boxes, weigh_values(boxes, most))


def read_together(numbers: Sequence[Chances], total: int) -> Iterator[ReadPart]:
    """Read numbers that make `total`, each from the chances of its boxes' classes."""
    weighed = weigh_together([weigh_values(boxes, total) for boxes in numbers], total)
    yield from (_answer(boxes, values) for boxes, values in zip(numbers, weighed, strict=True))


def _answer(boxes: Chances, values: Chances) -> ReadPart:
    """Return the likeliest value; blank boxes have none. What is no digit in a box is asked."""
    blank = float(np.prod([box[EMPTY] for box in boxes]))
    if blank > ASSURED:
        return ReadPart("", blank, asked=False)
    sureness = float(values.max())
    return ReadPart(str(int(values.argmax())), sureness, sureness < ASSURED or _has_scribble(boxes))


def _has_scribble(boxes: Iterable[Chances]) -> bool:
    """True where some box holds what is no digit."""
    return any(box[NO_DIGIT] == box.max() for box in boxes)
