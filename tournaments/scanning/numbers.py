"""Numbers written in boxes, a digit in each: how likely each value is, alone, and beside others whose sum is known.

What a coup's points make together is known before they are written. So a digit that might be a 4 or a 9 is read as the
one that makes the sum with the others. Numbers that do not make the sum are shown to a person: some coups are counted
wrong at the table.
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
    """Return the weight of each value from 0 to `most`, the likelier the higher. `boxes`: (n, 12) the probabilities of
    the classes of each box; if all are blank, every value weighs the same."""
    blank = np.asarray([box[EMPTY] for box in boxes])
    weights = np.full(most + 1, blank.prod() / (most + 1) + _LEAST)
    for start in range(len(boxes)):
        for end in range(start + 1, len(boxes) + 1):
            run = reduce(lambda weights, box: np.outer(weights, box[:EMPTY]).ravel(), boxes[start:end], np.ones(1))
            run = run[: most + 1] * blank[:start].prod() * blank[end:].prod()
            weights[: len(run)] += run
    return weights


def weigh_together(numbers: Sequence[Chances], total: int) -> list[Chances]:
    """Return for each number the probability of each value, given that all together should make `total` (some tables
    count wrong). `numbers`: for each, the weights of its values from `weigh_values`, up to the total."""
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
    """Return for each value of number `n` how likely the other numbers make the rest of the total."""
    others = [each for at, each in enumerate(numbers) if at != n]
    together = reduce(lambda found, each: np.convolve(found, each)[: total + 1], others, np.ones(1))
    return np.pad(together, (0, total + 1 - len(together)))[::-1]


def read_alone(boxes: Chances, most: int) -> ReadPart:
    """Read a number that is part of no known sum. `boxes`: (n, 12) the probabilities of the classes of its boxes;
    `most`: the highest value."""
    return _answer(boxes, weigh_values(boxes, most))


def read_together(numbers: Sequence[Chances], total: int) -> Iterator[ReadPart]:
    """Yield the numbers that together make `total`, as read from the probabilities of the classes of their boxes."""
    weighed = weigh_together([weigh_values(boxes, total) for boxes in numbers], total)
    yield from (_answer(boxes, values) for boxes, values in zip(numbers, weighed, strict=True))


def _answer(boxes: Chances, values: Chances) -> ReadPart:
    """Return the likeliest value; empty if the boxes are blank. It is to be checked by a person if unsure, or if a box
    holds something else than a digit."""
    blank = float(np.prod([box[EMPTY] for box in boxes]))
    if blank > ASSURED:
        return ReadPart("", blank, asked=False)
    sureness = float(values.max())
    return ReadPart(str(int(values.argmax())), sureness, sureness < ASSURED or _has_scribble(boxes))


def _has_scribble(boxes: Iterable[Chances]) -> bool:
    """True if some box most likely holds something else than a digit."""
    return any(box[NO_DIGIT] == box.max() for box in boxes)
