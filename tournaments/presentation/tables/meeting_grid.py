"""Who met whom, as a grid: a row and a column for each player, by their numbers in the cross-table."""

from typing import Any

from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from tournaments.standings.cross_table import CrossTableRow
from tournaments.standings.meetings import MeetingGrid

from .row_table import CellLayout, NameColumn, NumberColumn, RowColumn, RowTable

MOST_SHADED = 3
"""Cells of as many meetings as this, and of more, look alike."""
MOST_IN_LARGE_CELLS = 30
"""Players of a grid whose cells are as large as elsewhere; those of more stand closer, so that a page holds them."""


class MetColumn(RowColumn):
    """How often each player met one of them. `line`: that one's row."""

    def __init__(self, grid: MeetingGrid, line: CrossTableRow) -> None:
        self.grid, self.number = grid, line.number
        super().__init__(format_html('<abbr title="{}">{}</abbr>', line.row.tally.player, line.number))

    def render_cell(self, name: str, record: CrossTableRow, table: RowTable) -> CellLayout:
        """Return how often they met: as opponents, and with a plus as partners; empty where they never met."""
        pair = (record.number, self.number)
        against, together = self.grid.against[pair], self.grid.together[pair]
        if record.number == self.number:
            return CellLayout("", "self")
        words = [str(against)] if against else []
        words += [f"+{together}"] if together else []
        met = against + together
        return CellLayout(" ".join(words), f"n{min(met, MOST_SHADED)}" if met else "")


class MeetingGridTable(RowTable):
    """The grid, in the order of the standings. `address(row)`: the player's page."""

    style = "grid"
    number = NumberColumn(_("nº"))
    player = NameColumn(_("Joueur"), "row.tally.player")

    def __init__(self, grid: MeetingGrid, **options: Any) -> None:
        self.style = "grid close" if len(grid.lines) > MOST_IN_LARGE_CELLS else "grid"
        columns = [(f"met_{line.number}", MetColumn(grid, line)) for line in grid.lines]
        super().__init__(grid.lines, columns=columns, sequence=("number", "player", "..."), **options)
