"""What the page shows beside figures of a coup that cannot be right: why, and what would mend them in one tap.

Whether a figure is right, `scoring` decides; a repair is only proposed, never made.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

MOST_REPAIRS = 2
MOST_CARDS = 3  # any of them may be the wrong one


class Repair(NamedTuple):
    """A value that would correct an input, proposed as a button. `name`: whose figure it is, where that must be said;
    `answer`: what the button says, where the value is no number."""

    field: str
    value: int | str
    name: str = ""
    answer: Any = ""


@dataclass(frozen=True)
class WrongFigure:
    """What is wrong in one part of the page. `part`: the part's name; `fields`: the inputs that may be wrong;
    `repairs`: values that would correct it, if any are known; `cards`: the cards to check, in a game that asks for
    some."""

    part: str
    message: Any
    fields: tuple[str, ...] = ()
    repairs: tuple[Repair, ...] = ()
    cards: tuple[Any, ...] = ()


def propose_rest(
    figures: Mapping[str, int | None], total: int, names: Mapping[str, str], bounds: tuple[int, int] | None = None
) -> tuple[Repair, ...]:
    """Return repairs, each of which sets one input to what the others leave of the total: of 120 points, 70 and 40 can
    become 70 and 50, or 80 and 40. The last input comes first. `figures`: what was typed, by input, None where nothing
    can be read; `names`: whose figure each input is; `bounds`: the least and the most of one figure, 0 and the total if
    None."""
    low, high = bounds or (0, total)
    rests: dict[str, int] = {}
    for field in reversed(list(figures)):
        others = [value for each, value in figures.items() if each != field]
        if None not in others:
            rests[field] = total - sum(value or 0 for value in others)
    return tuple(
        Repair(field, rest, names[field])
        for field, rest in rests.items()
        if low <= rest <= high and rest != figures[field]
    )


def propose_in_bounds(field: str, text: str, low: int, high: int) -> tuple[Repair, ...]:
    """Return repairs for a number out of bounds: its digits reversed («15» for «51»), if within them, then the nearest
    bound."""
    if not text.isdecimal():
        return ()
    fitting = [number for number in [int(text[::-1])] if not text.endswith("0") and low <= number <= high]
    fitting += [number for number in [min(max(int(text), low), high)] if number not in fitting]
    return tuple(Repair(field, number) for number in fitting)
