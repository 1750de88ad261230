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
"""The points that each code of a result gives where a report names no others (tag 162)."""
WINS, BYES = frozenset("1+W"), frozenset("FHUZ ")
ABSENT, UNKNOWN = "Z", " "
LONGEST_NAME = 33  # characters of a player's line


@dataclass(frozen=True)
class TrfGame:
    """One round of one player. `opponent`: the opponent's starting rank, 0 for none; `colour`: "w", "b" or "-";
    `result`: a key of POINTS, " " if it is not known yet."""

    opponent: int = 0
    colour: str = "-"
    result: str = ABSENT

    @property
    def is_unknown(self) -> bool:
        """True for a game whose result is not known yet."""
        return self.result == UNKNOWN


@dataclass(frozen=True)
class TrfPlayer:
    """One participant. `number`: his starting rank, from 1; `games`: one for each round; `line`: the line of the file
    that he was read from, from 1, or 0."""

    number: int
    name: str
    rank: int
    games: tuple[TrfGame, ...] = ()
    line: int = field(default=0, compare=False)

    @property
    def points(self) -> Fraction:
        """The player's points in all rounds; a game whose result is not known yet counts 0."""
        return sum((POINTS[game.result] for game in self.games), Fraction(0))


@dataclass(frozen=True)
class TrfReport:
    """A whole tournament as FIDE's report has it. `rounds`: how many are planned; `kind`: the type of tournament in
    words, or its code; `remarks`: what in the file was not understood or is not imported, by line."""

    name: str
    date: datetime.date | None
    rounds: int
    kind: str
    players: tuple[TrfPlayer, ...]
    remarks: tuple[FieldError, ...] = ()
