"""The cross-table: a row a player in the order of the standings, and at each round whom he met with what result.

Players are named by their number in the table, from 1: a shared rank would name two. Pure: knows no database, no game
and no language.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .played import Played, Result
from .ranking import Row


@dataclass(frozen=True, slots=True)
class Meeting:
    """One table that he played: the numbers of those on his side and of all others there."""

    result: Result
    partners: tuple[int, ...]
    opponents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's round: his tables there, more than one where he moved; `rests`: he rested."""

    round: int
    meetings: tuple[Meeting, ...]
    rests: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One player of the cross-table, a cell a round."""

    number: int
    row: Row
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Crossing:
    rounds: tuple[int, ...]
    lines: tuple[Line, ...]


def crossing(rows: Sequence[Row], played: Played) -> Crossing:
    """`rows` as `ranking.ranked` gave them, `played` with every result and rest."""
    number = {row.tally.entry: n for n, row in enumerate(rows, 1)}
    rounds = tuple(range(1, played.last_round + 1))
    lines = tuple(
        Line(n, row, tuple(_cell(row.tally.entry, each, played, number) for each in rounds))
        for n, row in enumerate(rows, 1)
    )
    return Crossing(rounds, lines)


def _cell(entry: int, n: int, played: Played, number: dict[int, int]) -> Cell:
    mine = [result for result in played.mine(entry) if result.round == n]
    return Cell(n, tuple(_meeting(result, played, number) for result in mine), n in played.rested(entry))


def _meeting(result: Result, played: Played, number: dict[int, int]) -> Meeting:
    with_him = sorted(number[other.entry] for other in played.partners(result))
    against = sorted(number[other.entry] for other in played.others(result))
    return Meeting(result, tuple(with_him), tuple(against))
