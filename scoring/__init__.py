"""The rules of the games, and nothing else: records of events in, outcomes out.

Standard library only; no framework, no database, no clock, no randomness. Every name that callers use is exported here.
"""

from scoring.coup_progress import Followed, FollowedTrick, follow
from scoring.document import Partie, answer, read, score
from scoring.game import Call, Called, Game
from scoring.games import BY_KEY, GAMES
from scoring.games.briscan.entry import Announcing, announcing, following
from scoring.language import LANGUAGES, Text
from scoring.model import (
    FICHE,
    Field,
    Line,
    Outcome,
    Problem,
    Purse,
    Rank,
    Refused,
    Rule,
    Setting,
    Step,
    TableState,
    Transfer,
    ValueRow,
    ValueTable,
)
from scoring.narration import tell, told
from scoring.options import Option, Preset
from scoring.session import fold, play
from scoring.slips import Slip, Slips, slips
from scoring.table_setup import opening, setting

__all__ = [
    "FICHE",
    "LANGUAGES",
    "Announcing",
    "Call",
    "Called",
    "Field",
    "Followed",
    "FollowedTrick",
    "Game",
    "Line",
    "Option",
    "Outcome",
    "Partie",
    "Preset",
    "Problem",
    "Purse",
    "Rank",
    "Refused",
    "Rule",
    "Setting",
    "Slip",
    "Slips",
    "Step",
    "TableState",
    "Text",
    "Transfer",
    "ValueRow",
    "ValueTable",
    "announcing",
    "answer",
    "fold",
    "follow",
    "following",
    "game",
    "games",
    "opening",
    "play",
    "read",
    "score",
    "setting",
    "slips",
    "tell",
    "told",
]


def games() -> tuple[Game, ...]:
    """Return every game, in the order of the rule book."""
    return GAMES


def game(key: str) -> Game:
    """Return the game of that key; raise KeyError where there is none."""
    return BY_KEY[key]
