"""Put tables together into matches between teams: the tables of one match are its boards, and the team with more points
at them wins.

Pure: teams and players are numbers; knows no database and no language. A board won is worth one point, a level one a
half; a match won is worth two points, a level one one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from .scores import HALF, Number

WIN, DRAW = 2, 1


class Board(NamedTuple):
    """One table of a match of two teams. `winner`: the one of `teams` that won; None while the table is not `over`, and
    afterwards if it is level or if neither team won it, as where neither came. `played`: whether it counts; a forfeit
    counts too, unless neither side came. `players`: by team, the entry that sat there."""

    round: int
    table: int
    teams: tuple[int, int]
    winner: int | None
    over: bool
    played: bool
    players: Mapping[int, int]

    def get_points(self, team: int) -> Number:
        """Return the points that the board brought to one of its teams: 1, one half, or 0, also where it does not
        count."""
        if not (self.over and self.played):
            return 0
        return HALF if self.winner is None else int(self.winner == team)


@dataclass(frozen=True)
class TeamMatch:
    """A match of two teams in one round. `points`: those of each team, added up over the boards; `over`: all boards are
    over; `played`: at least one of them counts."""

    round: int
    teams: tuple[int, int]
    tables: tuple[int, ...]
    points: tuple[Number, Number]
    over: bool
    played: bool

    @property
    def winner(self) -> int | None:
        """The team that won; None where the match is level, or not over."""
        first, second = self.points
        return None if not self.over or first == second else self.teams[second > first]

    def turn_to(self, team: int) -> "TeamMatch":
        """Return the match with this team named first."""
        turned = (self.teams[::-1], self.points[::-1]) if team != self.teams[0] else (self.teams, self.points)
        return TeamMatch(self.round, turned[0], self.tables, turned[1], self.over, self.played)

    @property
    def match_points(self) -> int:
        """What the match brought to the team named first; nothing before it is over."""
        if not (self.over and self.played):
            return 0
        return DRAW if self.winner is None else WIN * (self.winner == self.teams[0])


def collect_matches(boards: Iterable[Board]) -> tuple[TeamMatch, ...]:
    """Return the matches that these boards make, by round and first table."""
    matches: dict[tuple[int, frozenset[int]], list[Board]] = {}
    for each in sorted(boards, key=attrgetter("round", "table")):
        matches.setdefault((each.round, frozenset(each.teams)), []).append(each)
    return tuple(_build_match(some) for some in matches.values())


def _build_match(boards: Sequence[Board]) -> TeamMatch:
    """Return the match that these boards, all of the same two teams and round, make."""
    first, second = teams = boards[0].teams
    return TeamMatch(
        boards[0].round,
        teams,
        tuple(each.table for each in boards),
        (sum(each.get_points(first) for each in boards), sum(each.get_points(second) for each in boards)),
        over=all(each.over for each in boards),
        played=any(each.played for each in boards),
    )
