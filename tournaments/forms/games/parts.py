"""What one game brings to the pages and prints, beside its rules in `scoring`: the declarations of its room here."""

from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from django.utils.functional import Promise

from scoring import TableState
from tournaments.forms.phone.coup import PhoneCoupForm

from .game_paper import GamePaper
from .lesson import Lesson


class NextEvent(Protocol):
    """A function that plays a table's next event at random and returns it (corbillon.partie/1).

    `tricks` is the share of coups written trick by trick, the others being written as totals.
    """

    def __call__(self, state: TableState, chance: Random, tricks: float) -> dict[str, Any]: ...


@dataclass(frozen=True)
class GameParts:
    """What one game has in the program: its coup's form on the phone, its score sheet on paper, its random player, its
    picture (a static file), a line that presents it, its lesson, and the script that scores its coups on a phone
    without a connection (a static file; "" for none). For a game also playable in jetons: how a coup is scored then,
    and the sentence for a club that plays it for money."""

    coup_form: type[PhoneCoupForm]
    paper: GamePaper
    play_next_event: NextEvent
    picture: str = "games/none.svg"
    summary: str | Promise = ""
    lesson: Lesson | None = None
    scorer: str = ""
    marking_in_jetons: str | Promise = ""
    money: str | Promise = ""
