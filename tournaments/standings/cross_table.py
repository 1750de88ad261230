"""Build the cross-table: one row for each player in the order of the standings, with whom he met in each round and with
what result.

Players are named by their row's number in the table, from 1, since a shared rank would name two. Pure: knows no
database, no game and no language.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .ranking import Row
from .scores import SCORES
from .tournament_results import Played, Result


@dataclass(frozen=True, slots=True)
class Meeting:
    """One table that a player played, with the row numbers of those who sat there.

    partners: the others of his side.
    opponents: the players of all other sides.
    relays: those who sat in his seat before or after him.
    """

    result: Result
    partners: tuple[int, ...]
    opponents: tuple[int, ...]
    relays: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's round.

    meetings: his tables in the round, more than one where he moved.
    idle: why he did not play the round; "" where he did, or was not there.
    extra_total: what the round adds to his total beside the tables that he played.
    """

    round: int
    meetings: tuple[Meeting, ...]
    idle: str = ""
    counts: int = 0

    @property
    def total(self) -> int:
        """What the round brought the player in all."""
        return self.counts + sum(meeting.result.total for meeting in self.meetings)


@dataclass(frozen=True, slots=True)
class Line:
    """One player's row of the cross-table, with one cell for each round."""

    number: int
    row: Row
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Crossing:
    """The cross-table: the numbers of its rounds, and its rows in the order of the standings."""

    rounds: tuple[int, ...]
    lines: tuple[Line, ...]


def crossing(rows: Sequence[Row], played: Played, idle: Mapping[int, Mapping[int, str]]) -> Crossing:
    """Build the cross-table of a tournament.

    rows: the standings, as `ranking.rank_tallies` returns them.
    results: the results that they were ranked by.
    idle: by entry and round, why it was not played.
    """
    number = {row.tally.entry: n for n, row in enumerate(rows, 1)}
    waiting = (n for _, n in played.pending)
    last = max([played.last_round, *waiting, *(n for rounds in idle.values() for n in rounds)])
    rounds = tuple(range(1, last + 1))
    lines = tuple(
        Line(n, row, tuple(_cell(row.tally.entry, each, played, number, idle) for each in rounds))
        for n, row in enumerate(rows, 1)
    )
    return Crossing(rounds, lines)


def _cell(entry: int, n: int, played: Played, number: Mapping[int, int], idle: Mapping[int, Mapping[int, str]]) -> Cell:
    """Return the entry's cell for round n. `number`: by entry, the row number."""
    mine = [result for result in played.mine(entry) if result.round == n]
    meetings = tuple(_meeting(result, played, number) for result in mine)
    return Cell(n, meetings, idle.get(entry, {}).get(n, ""), _counts(entry, n, played))


def _counts(entry: int, n: int, played: Played) -> int:
    """Return what round n adds to the entry's total beside the tables played.

    It is what the round brings if it was granted or rested, and pending gains.
    """
    total = SCORES["total"]
    granted = int(total.grant(played, entry)) if n in played.granted.get(entry, ()) else 0
    rested = int(played.rested(entry).count(n) * total.rest(played.scales))
    return granted + rested + played.pending.get((entry, n), 0)


def _meeting(result: Result, played: Played, number: Mapping[int, int]) -> Meeting:
    """Return the meeting of one result, with row numbers in place of entries."""

    def numbers(there: Iterable[Result]) -> tuple[int, ...]:
        return tuple(sorted(number[other.entry] for other in there))

    return Meeting(
        result, numbers(played.partners(result)), numbers(played.others(result)), numbers(played.relays(result))
    )
