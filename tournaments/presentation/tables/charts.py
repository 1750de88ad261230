"""The figures of drawings as tables, for whoever cannot see their lines."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from tournaments.presentation.text.numbers import format_points
from tournaments.standings.ranking import StandingsRow
from tournaments.standings.scores import Number

from .row_table import NameColumn, NumberColumn, RowColumn, RowTable


class CurveColumn(NumberColumn):
    """The values of one curve. `n`: its place among the curves, from 0."""

    def __init__(self, n: int, name: str) -> None:
        super().__init__(format_html("<bdi>{}</bdi>", name), lambda row: row[1][n], show=format_points)


class ChartFiguresTable(RowTable):
    """A chart's values. A row: the label of a position along the axis, each curve's value there."""

    label = RowColumn("", lambda row: row[0], names_row=True)

    def __init__(self, rows: Iterable[tuple[str, Sequence[Number]]], names: Iterable[str], **options: Any) -> None:
        columns = [(f"curve_{n}", CurveColumn(n, name)) for n, name in enumerate(names)]
        super().__init__(rows, columns=columns, sequence=("label", "..."), **options)


class StepColumn(NumberColumn):
    """The totals after one step. `n`: the number of the step, from 1; `totals`: by entry, from before the first step
    on."""

    def __init__(self, n: int, totals: Mapping[int, Sequence[Number]]) -> None:
        self.n, self.totals = n, totals
        super().__init__(str(n))

    def render_cell(self, table: RowTable, record: StandingsRow) -> str:
        """Return the total; a dash where the player's line ends earlier."""
        mine = self.totals[record.tally.entry]
        return format_points(mine[self.n]) if self.n < len(mine) else "–"


class RunningTotalsTable(RowTable):
    """The figures of the lines beside the standings: each player's total after each step. `totals`: by entry."""

    player = NameColumn(_("Joueur"), "tally.player")

    def __init__(self, rows: Iterable[StandingsRow], totals: Mapping[int, Sequence[Number]], **options: Any) -> None:
        shown = [row for row in rows if row.tally.entry in totals]
        steps = max((len(totals[row.tally.entry]) for row in shown), default=1)
        columns = [(f"step_{n}", StepColumn(n, totals)) for n in range(1, steps)]
        super().__init__(shown, columns=columns, sequence=("player", "..."), **options)
