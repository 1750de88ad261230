"""Build the cross-table: one row for each player in the order of the standings, with whom he met in each round and with
what result.

Players are named by their row's number in the table, from 1, since a shared rank would name two. Pure: knows no
database, no game and no language.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .ranking import StandingsRow
from .scores import SCORES
from .tournament_results import TableResult, TournamentResults


@dataclass(frozen=True, slots=True)
class CrossTableMeeting:
    """One table that a player played, with the row numbers of those who sat there.

    partners: the others of his side.
    opponents: the players of all other sides.
    relays: those who sat in his seat before or after him.
    """

    result: TableResult
    partners: tuple[int, ...]
    opponents: tuple[int, ...]
    relays: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CrossTableCell:
    """One player's cell for one round.

    meetings: his tables in the round, more than one where he moved.
    idle: why he did not play the round; "" where he did, or was not there.
    extra_total: what the round adds to his total beside the tables that he played.
    """

    round: int
    meetings: tuple[CrossTableMeeting, ...]
    idle: str = ""
    extra_total: int = 0

    @property
    def total(self) -> int:
        """What the round brought the player in all."""
        return self.extra_total + sum(meeting.result.total for meeting in self.meetings)


@dataclass(frozen=True, slots=True)
class CrossTableRow:
    """One player's row of the cross-table, with one cell for each round."""

    number: int
    row: StandingsRow
    cells: tuple[CrossTableCell, ...]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The cross-table: the numbers of its rounds, and its rows in the order of the standings."""

    rounds: tuple[int, ...]
    lines: tuple[CrossTableRow, ...]


def build_cross_table(
    rows: Sequence[StandingsRow], results: TournamentResults, idle: Mapping[int, Mapping[int, str]]
) -> CrossTable:
    """Build the cross-table of a tournament.

    rows: the standings, as `ranking.rank_tallies` returns them.
    results: the results that they were ranked by.
    idle: by entry and round, why it was not played.
    """
    number = {row.tally.entry: n for n, row in enumerate(rows, 1)}
    waiting = (n for _, n in results.pending)
    last = max([results.last_round, *waiting, *(n for rounds in idle.values() for n in rounds)])
    rounds = tuple(range(1, last + 1))
    lines = tuple(
        CrossTableRow(n, row, tuple(_build_cell(row.tally.entry, each, results, number, idle) for each in rounds))
        for n, row in enumerate(rows, 1)
    )
    return CrossTable(rounds, lines)


def _build_cell(
    entry: int, n: int, results: TournamentResults, number: Mapping[int, int], idle: Mapping[int, Mapping[int, str]]
) -> CrossTableCell:
    """Return the entry's cell for round n. `number`: by entry, the row number. `idle`: by entry and round, why it was
    not played."""
    mine = [result for result in results.get_entry_results(entry) if result.round == n]
    meetings = tuple(_build_meeting(result, results, number) for result in mine)
    return CrossTableCell(n, meetings, idle.get(entry, {}).get(n, ""), _sum_extra_total(entry, n, results))


def _sum_extra_total(entry: int, n: int, results: TournamentResults) -> int:
    """Return what round n adds to the entry's total beside the tables played: what a rest or a round granted as won
    brings, and the gains at a table without a coup (`TournamentResults.pending`)."""
    total = SCORES["total"]
    granted = int(total.compute_granted(results, entry)) if n in results.granted.get(entry, ()) else 0
    rested = int(results.get_rested_rounds(entry).count(n) * total.rest_value(results.scales))
    return granted + rested + results.pending.get((entry, n), 0)


def _build_meeting(result: TableResult, results: TournamentResults, number: Mapping[int, int]) -> CrossTableMeeting:
    """Return the table of one result as a cell shows it: who sat there, by row numbers. `number`: by entry, the row
    number."""

    def numbers(table_results: Iterable[TableResult]) -> tuple[int, ...]:
        return tuple(sorted(number[other.entry] for other in table_results))

    return CrossTableMeeting(
        result,
        numbers(results.list_partners(result)),
        numbers(results.list_opponents(result)),
        numbers(results.list_relays(result)),
    )
