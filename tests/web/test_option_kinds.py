"""An option of a kind that a part of the program does not know is an error there, never shown as something else."""

from collections.abc import Callable
from typing import Any

import pytest

import scoring
from scoring.language import Text
from scoring.options import Option, choose_values
from tournaments.forms.organiser.options import build_option_field
from tournaments.presentation.text.option_text import describe_value_briefly
from tournaments.views.rules import list_choices


class Riddle(Option):
    """An option of a kind that nobody knows."""

    kind = "riddle"


RIDDLE = Riddle("riddle", Text("Riddle"), Text("What is it?"), 1, "house", ("GEN-01",))
READERS: list[Callable[[], Any]] = [
    lambda: build_option_field(RIDDLE, scoring.FIRST_GAME.presets),
    lambda: describe_value_briefly(RIDDLE, 1),
    lambda: list_choices(RIDDLE),
    lambda: choose_values([RIDDLE], {"riddle": 1}, {"riddle": 2}, "options", []),
]


@pytest.mark.parametrize("read", READERS)
def test_an_unknown_kind_of_option_raises(read: Callable[[], Any]) -> None:
    with pytest.raises((ValueError, KeyError), match="riddle"):
        read()
