"""What a Tournament Report File says, whatever its columns: the tournament, its players, each one's games by round.
Knows no database."""

import datetime
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.actions.errors import FieldError

HALF = Fraction(1, 2)
POINTS: dict[str, Fraction] = {
    **dict.fromkeys("1+WFU", Fraction(1)),
    **dict.fromkeys("=DH", HALF),
    **dict.fromkeys("0-LZ ", Fraction(0)),
}
"""By code of a result, the points that it gives where a report names no others (tag 162)."""
WINS, BYES = frozenset("1+W"), frozenset("FHUZ ")
ABSENT, UNKNOWN = "Z", " "
LONGEST_NAME = 33  # characters of a player's line


@dataclass(frozen=True)
class TrfGame:
    """One round of one player. `opponent`: a starting rank, 0 for none; `colour`: "w", "b" or "-"; `result`: a key of
    POINTS, " " where it is not known yet."""

    opponent: int = 0
    colour: str = "-"
    result: str = ABSENT

    @property
    def is_unknown(self) -> bool:
        """True for a game whose result is not known yet."""
        return self.result == UNKNOWN


@dataclass(frozen=True)
class TrfPlayer:
    """One participant; `number`: his starting rank, from 1; `games`: one a round; `line`: of the file, from 1, 0 where
    he comes from none."""

    number: int
    name: str
    rank: int
    games: tuple[TrfGame, ...] = ()
    line: int = field(default=0, compare=False)

    @property
    def points(self) -> Fraction:
        """The points of all rounds, of a game whose result is not known none."""
        return sum((POINTS[game.result] for game in self.games), Fraction(0))


@dataclass(frozen=True)
class TrfReport:
    """A whole report. `rounds`: how many are planned; `kind`: the type of tournament in words, or its code; `remarks`:
    what of the file was not understood or is not taken over, line by line."""

    name: str
    date: datetime.date | None
    rounds: int
    kind: str
    players: tuple[TrfPlayer, ...]
    remarks: tuple[FieldError, ...] = ()
