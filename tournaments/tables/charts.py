"""The figures of a chart as a table, for whoever cannot see its curves."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.html import format_html

from tournaments.templatetags.corbillon import format_holding

from .row_table import NumberColumn, RowColumn, RowTable


class CurveColumn(NumberColumn):
    """The values of one curve. `n`: its place among the curves, from 0."""

    def __init__(self, n: int, name: str) -> None:
        super().__init__(format_html("<bdi>{}</bdi>", name), lambda row: row[1][n], show=format_holding)


class ChartFiguresTable(RowTable):
    """A chart's values. A row: the label of a position along the axis, each curve's value there."""

    label = RowColumn("", lambda row: row[0], names_row=True)

    def __init__(self, rows: Iterable[tuple[str, Sequence[int]]], names: Iterable[str], **options: Any) -> None:
        columns = [(f"curve_{n}", CurveColumn(n, name)) for n, name in enumerate(names)]
        super().__init__(rows, columns=columns, sequence=("label", "..."), **options)
