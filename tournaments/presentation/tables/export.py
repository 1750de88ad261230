"""Export of any table shown on a page, as CSV, XLSX, ODS or JSON for other programs.

A grid holds plain values: numbers stay numbers, negative ones too; a text never runs as a formula. Knows no page, no
database and no game.

There are two kinds of CSV. For scripts: the columns' keys, commas, no byte order mark. For a double click in a
spreadsheet: the page's headings, a byte order mark (without it Excel does not read UTF-8), the decimal mark of the
language (Excel in French reads 2.5 as the second of May), and the separator that spreadsheets in the language expect,
a semicolon where the comma is the decimal mark. CSV has no types, so an apostrophe is put before any text that a
spreadsheet would calculate, or in its own CSV would read as another one: 00204417 as 204417, the licence 12E5 as
1200000, 3-1 as a day. In XLSX and ODS each such cell is marked as text.
"""

import csv
import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from io import StringIO
from types import ModuleType
from typing import Any

import django_tables2 as tables
from django.utils.formats import get_format

CellValue = str | int | float | None

# A cell that begins with one of these is read as a formula (or, for white space, may be once that is stripped).
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "|", "%")

SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t"}
READ_OTHERWISE = re.compile(r"0\d+|\d+[eE][+-]?\d+|\d{1,2}[-/]\d{1,2}(?:[-/]\d{1,4})?", re.ASCII)
"""A text of which a spreadsheet makes another number, or a day."""

BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True)
class ExportGrid:
    """The values of a table to export. `name`: the sheet's name; `keys`: the column names for scripts; `headings`:
    those for people."""

    name: str
    keys: tuple[str, ...]
    headings: tuple[str, ...]
    rows: tuple[tuple[CellValue, ...], ...]

    @classmethod
    def build(cls, name: str, columns: Sequence[tuple[str, Any]], rows: Iterable[Sequence[CellValue]]) -> "ExportGrid":
        """Build a grid. `columns`: (key, heading), as many as each row has cells."""
        keys, headings = [key for key, _ in columns], [str(heading) for _, heading in columns]
        return cls(name, tuple(keys), tuple(headings), tuple(tuple(row) for row in rows))


def build_grid(table: tables.Table, name: str = "") -> ExportGrid:
    """Return the grid of a django-tables2 table for files; its cells have the values, not their HTML."""
    headings, *rows = table.as_values()
    keys = [column.name for column in table.columns]
    return ExportGrid.build(name, list(zip(keys, headings, strict=True)), rows)


def guard_text(text: str, *, for_spreadsheet: bool) -> str:
    """Return the text for a CSV cell, with an apostrophe before what a spreadsheet would read as a formula, and, with
    `for_spreadsheet`, before what it would turn into another number or a day («007», «3-4»)."""
    is_guarded = text.startswith(FORMULA_SIGNS) or (for_spreadsheet and READ_OTHERWISE.fullmatch(text))
    return f"'{text}" if is_guarded else text


def as_csv(grid: ExportGrid, *, for_spreadsheet: bool = True, separator: str = "") -> str:
    """Return the grid as CSV: with headings and local decimals for a spreadsheet, or with keys and decimal points for
    scripts. `separator`: the character between cells; "" for the usual one."""
    written = StringIO()
    mark = str(get_format("DECIMAL_SEPARATOR")) if for_spreadsheet else "."
    lines = [grid.headings if for_spreadsheet else grid.keys, *grid.rows]
    safe = ([csv_cell(cell, mark, for_spreadsheet=for_spreadsheet) for cell in line] for line in lines)
    csv.writer(written, delimiter=separator or (";" if mark == "," else ",")).writerows(safe)
    return (BYTE_ORDER_MARK if for_spreadsheet else "") + written.getvalue()


def csv_cell(value: CellValue, mark: str, *, for_spreadsheet: bool) -> CellValue:
    """Return a text as `guard_text` makes it safe, a float as text with the decimal `mark`, any other value as it
    is."""
    if isinstance(value, str):
        return guard_text(value, for_spreadsheet=for_spreadsheet)
    return f"{value:.15g}".replace(".", mark) if isinstance(value, float) else value


def as_json(grid: ExportGrid) -> str:
    """Return JSON: the grid's name, and its rows as objects by the columns' keys."""
    rows = [dict(zip(grid.keys, row, strict=True)) for row in grid.rows]
    return json.dumps({"name": grid.name, "rows": rows}, ensure_ascii=False, indent=1) + "\n"


@dataclass(frozen=True)
class ExportFormat:
    """A file format: file extension, MIME type, and the function that writes a grid in it."""

    extension: str
    content_type: str
    write: Callable[[ExportGrid], str | bytes]


def load_spreadsheets() -> ModuleType:
    """Return the module that writes spreadsheets, imported at its first use, since that takes longer than any page."""
    return import_module("tournaments.presentation.tables.spreadsheets")


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ODS = "application/vnd.oasis.opendocument.spreadsheet"

EXPORT_FORMATS = {
    kind.extension: kind
    for kind in (
        ExportFormat("csv", "text/csv; charset=utf-8", as_csv),
        ExportFormat("xlsx", XLSX, lambda grid: load_spreadsheets().as_xlsx(grid)),
        ExportFormat("ods", ODS, lambda grid: load_spreadsheets().as_ods(grid)),
        ExportFormat("json", "application/json", as_json),
    )
}
