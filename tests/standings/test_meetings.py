"""Who met whom: counted from the cross-table, the same both ways round, partners apart from opponents."""

from dataclasses import replace

from tournaments.presentation.tables.cross_table import MetColumn
from tournaments.presentation.tables.row_table import CellLayout
from tournaments.standings.cross_table import CrossTable, CrossTableCell, CrossTableMeeting, CrossTableRow
from tournaments.standings.meetings import build_meeting_grid
from tournaments.standings.ranking import StandingsRow
from tournaments.standings.tournament_results import Tally


def build_line(number, *rounds):
    """Build a row of the cross-table. `rounds`: (partners, opponents) of each round's meeting; None for a rest."""
    cells = tuple(
        CrossTableCell(n, (CrossTableMeeting(None, *each),) if each else (), "" if each else "rest")
        for n, each in enumerate(rounds, 1)
    )
    return CrossTableRow(number, None, cells)


def test_partners_and_opponents_are_counted_apart_and_both_ways():
    lines = (
        build_line(1, ((2,), (3, 4)), ((3,), (2, 4))),
        build_line(2, ((1,), (3, 4)), ((4,), (1, 3))),
        build_line(3, ((4,), (1, 2)), ((1,), (2, 4))),
        build_line(4, ((3,), (1, 2)), ((2,), (1, 3))),
        build_line(5, None, None),
    )
    grid = build_meeting_grid(CrossTable((1, 2), lines))
    assert (grid.against[1, 4], grid.against[1, 2], grid.against[1, 5], grid.most) == (2, 1, 0, 2)
    assert (grid.together[1, 2], grid.together[1, 4]) == (1, 0)
    assert all(
        count[one, other] == met for count in (grid.against, grid.together) for (other, one), met in count.items()
    )


def test_a_cell_counts_partners_with_a_plus_and_its_shade_counts_both():
    lines = (
        build_line(1, ((2,), (3, 4)), ((2,), (3, 4)), ((3,), (2, 4))),
        build_line(2, ((1,), (3, 4)), ((1,), (3, 4)), ((4,), (1, 3))),
    )
    grid = build_meeting_grid(CrossTable((1, 2, 3), lines))
    column = MetColumn(grid, replace(lines[1], row=StandingsRow(1, False, Tally(2, "Basile"))))
    assert column.render_cell(None, lines[0]) == CellLayout("1 +2", "n3")
