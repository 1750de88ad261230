"""The reader of digits reads what a hand wrote, calls an empty box empty, and knows when it does not know."""

import numpy as np
import pytest

from benchmarks._drawn_digits import draw_boxes, draw_class, draw_outline, put_in_box
from tournaments.scanning.digits import ACCEPTED, BOX, EMPTY, NO_DIGIT, WEIGHTS, Floats, read_digit, read_digits

SEED = 20_001  # which training does not draw


def draw(kind: int, count: int) -> Floats:
    """Return boxes of one class."""
    chance = np.random.default_rng(SEED + kind)
    return np.stack([put_in_box(draw_class(kind, chance), chance) for _ in range(count)])


@pytest.mark.parametrize("digit", range(10))
def test_a_written_digit_is_read(digit: int) -> None:
    read = [one for one, _ in read_digits(draw(digit, 20))]
    assert read.count(digit) >= 18


def test_hardly_any_written_digit_is_wrong_and_accepted() -> None:
    boxes, classes = draw_boxes(200, SEED)
    wrong = [
        (int(known), one, sure)
        for known, (one, sure) in zip(classes, read_digits(boxes), strict=True)
        if known < EMPTY and one != known and sure >= ACCEPTED
    ]
    assert wrong == []


def test_an_empty_box_is_none() -> None:
    read = {one for one, sure in read_digits(draw(EMPTY, 30)) if sure >= ACCEPTED}
    assert read == {None}


@pytest.mark.parametrize("ink", [0.0, 0.1, 1.0])
def test_a_box_of_one_shade_is_no_digit(ink: float) -> None:
    digit, sure = read_digit(np.full((BOX, BOX), ink, dtype=np.float32))
    assert digit is None or sure < ACCEPTED


def test_a_bare_outline_is_empty() -> None:
    assert read_digit(draw_outline(np.random.default_rng(SEED)) * 0.5)[0] is None


def test_scribbles_and_blots_are_seldom_accepted() -> None:
    taken = [one for one, sure in read_digits(draw(NO_DIGIT, 60)) if one is not None and sure >= ACCEPTED]
    assert len(taken) <= 3


def test_a_box_is_read_alone_as_among_others() -> None:
    boxes = draw(7, 3)
    (digit, sure), alone = read_digits(boxes)[1], read_digit(boxes[1])
    assert alone == (digit, pytest.approx(sure, abs=1e-3))


def test_the_weights_are_small() -> None:
    assert WEIGHTS.stat().st_size < 300_000
