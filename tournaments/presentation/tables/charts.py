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
    """A column with the values of one curve of a chart. `n`: the curve's index, from 0; `name`: the player's."""

    def __init__(self, n: int, name: str) -> None:
        super().__init__(format_html("<bdi>{}</bdi>", name), lambda row: row[1][n], show=format_points)


class ChartFiguresTable(RowTable):
    """The values that a chart draws, as a table. A row: (the coup or round, the value of each curve there)."""

    label = RowColumn("", lambda row: row[0], names_row=True)

    def __init__(self, rows: Iterable[tuple[str, Sequence[Number]]], names: Iterable[str], **options: Any) -> None:
        columns = [(f"curve_{n}", CurveColumn(n, name)) for n, name in enumerate(names)]
        super().__init__(rows, columns=columns, sequence=("label", "..."), **options)


class StepColumn(NumberColumn):
    """A column with each player's total after one step (a round or a coup). `n`: the step, from 1; `totals`: by entry
    id, each list beginning with the total before step 1."""

    def __init__(self, n: int, totals: Mapping[int, Sequence[Number]]) -> None:
        self.n, self.totals = n, totals
        super().__init__(str(n))

    def render_cell(self, table: RowTable, record: StandingsRow) -> str:
        """Return the player's total after the step; a dash if he has no total for it."""
        mine = self.totals[record.tally.entry]
        return format_points(mine[self.n]) if self.n < len(mine) else "–"


class RunningTotalsTable(RowTable):
    """Each player's total after each round or coup: what the small lines beside the standings draw. `totals`: by entry
    id, each list beginning with the total before the first step."""

    player = NameColumn(_("Joueur"), "tally.player")

    def __init__(self, rows: Iterable[StandingsRow], totals: Mapping[int, Sequence[Number]], **options: Any) -> None:
        shown = [row for row in rows if row.tally.entry in totals]
        steps = max((len(totals[row.tally.entry]) for row in shown), default=1)
        columns = [(f"step_{n}", StepColumn(n, totals)) for n in range(1, steps)]
        super().__init__(shown, columns=columns, sequence=("player", "..."), **options)
