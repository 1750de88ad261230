"""Numbers written in boxes: what the chances of their digits say, alone and of numbers whose sum is known."""

import numpy as np
import pytest

from tournaments.scanning.digits import EMPTY, NO_DIGIT
from tournaments.scanning.numbers import read_alone, read_together


def write(text: str, **doubts: float) -> np.ndarray:
    """Return the chances of a number's boxes as a clear hand gives them, a blank for an empty one. `doubts`: `d4=0.5`
    says that the 4 is seen as one with this chance, and else as a 9."""
    boxes = np.full((len(text), 12), 1e-4)
    for box, sign in zip(boxes, text, strict=True):
        box[EMPTY if sign == " " else NO_DIGIT if sign == "?" else int(sign)] = doubts.get(f"d{sign}", 0.999)
        if f"d{sign}" in doubts:
            box[9] = 1 - doubts[f"d{sign}"]
    return boxes


@pytest.mark.parametrize("text", ["  7", "7  ", " 07", "007"])
def test_a_figure_may_stand_in_any_box_and_have_noughts_before_it(text: str) -> None:
    answer = read_alone(write(text), 120)
    assert (answer.text, answer.asked) == ("7", False)


def test_a_digit_that_might_be_another_is_read_by_what_the_others_leave() -> None:
    numbers = [write(" 40", d4=0.4), write(" 60"), write(" 20")]
    assert [answer.text for answer in read_together(numbers, 120)] == ["40", "60", "20"]
    assert not any(answer.asked for answer in read_together(numbers, 120))


def test_the_same_digit_alone_is_asked() -> None:
    assert read_alone(write(" 40", d4=0.4), 120).asked


def test_clear_numbers_that_miss_their_sum_are_read_as_they_stand_and_asked() -> None:
    answers = list(read_together([write(" 58"), write(" 37"), write(" 24")], 120))
    assert [answer.text for answer in answers] == ["58", "37", "24"]
    assert all(answer.asked for answer in answers)


def test_what_is_left_blank_has_no_value() -> None:
    answers = list(read_together([write(" 58"), write(" 37"), write("   ")], 120))
    assert [answer.text for answer in answers] == ["58", "37", ""]


def test_a_scribble_is_asked_though_the_others_leave_one_value() -> None:
    answers = list(read_together([write(" 58"), write(" 37"), write(" 2?")], 120))
    assert answers[2].asked
