"""The reader of digits reads what a hand wrote, calls an empty box empty, and knows when it does not know."""

import numpy as np
import pytest

from benchmarks._drawn_digits import draw_boxes, draw_class, put_in_box
from tournaments.scanning.digits import BOX, EMPTY, NO_DIGIT, WEIGHTS, Floats, weigh_digits

SEED = 20_001  # which training does not draw
SURE = 0.92


def draw(kind: int, count: int) -> Floats:
    """Return boxes of one class."""
    chance = np.random.default_rng(SEED + kind)
    return np.stack([put_in_box(draw_class(kind, chance), chance) for _ in range(count)])


def read_digits(boxes: Floats) -> list[tuple[int, float]]:
    """Return the likeliest digit of each box, EMPTY for none, and its chance."""
    chances = weigh_digits(boxes)[:, :NO_DIGIT]
    return [(int(row.argmax()), float(row.max())) for row in chances]


@pytest.mark.parametrize("digit", range(10))
def test_a_written_digit_is_read(digit: int) -> None:
    read = [one for one, _ in read_digits(draw(digit, 20))]
    assert read.count(digit) >= 18


def test_hardly_any_written_digit_is_wrong_and_accepted() -> None:
    boxes, classes = draw_boxes(200, SEED)
    read = zip(classes, read_digits(boxes), strict=True)
    assert [one for known, (one, sure) in read if known < EMPTY and one != known and sure >= SURE] == []


@pytest.mark.parametrize("ink", [0.0, 0.1])
def test_an_empty_box_is_empty(ink: float) -> None:
    blank = np.full((BOX, BOX), ink, dtype=np.float32)
    assert {one for one, _ in read_digits(np.stack([blank, *draw(EMPTY, 20)]))} == {EMPTY}


def test_scribbles_and_blots_are_seldom_accepted() -> None:
    taken = [one for one, sure in read_digits(draw(NO_DIGIT, 60)) if one != EMPTY and sure >= SURE]
    assert len(taken) <= 3


def test_the_weights_are_small() -> None:
    assert WEIGHTS.stat().st_size < 350_000
