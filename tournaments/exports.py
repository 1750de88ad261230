"""A table for other programs: CSV, XLSX, ODS and JSON of whatever a page shows.

A grid is plain values: a number stays a number, the negative one too; a text is never run as a formula. Knows no page,
no database and no game.

Two kinds of CSV. For scripts: the names of formats, commas, no byte order mark. For a double click in a spreadsheet:
the page's own headings, a byte order mark (Excel reads UTF-8 by no other sign), the decimal mark of the language (Excel
in French reads 2.5 as the second of May), and the separator that the language's spreadsheets expect, a semicolon where
the comma is the decimal mark. CSV has no types: there an apostrophe stands
before what a spreadsheet would calculate. XLSX and ODS say of each cell that it is a text.
"""

import csv
import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO, StringIO
from typing import Any

import django_tables2 as tables
import tablib
from django.utils.formats import get_format
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font

Cell = str | int | float | None

# A cell that begins with one of these is read as a formula (or, for the blanks, may bring one to the front).
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "|", "%")

BYTE_ORDER_MARK = "\ufeff"
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # in XML, of which both kinds of workbook are made
SHEET_NAME = re.compile(r"[\[\]:*?/\\']")
LONGEST_SHEET_NAME = 31  # in halves of UTF-16, as Excel counts: most emoji are two of them


@dataclass(frozen=True)
class Grid:
    """`name` is what the sheet is called, `keys` the columns' names for scripts, `headings` those for people."""

    name: str
    keys: tuple[str, ...]
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @classmethod
    def of(cls, name: str, columns: Sequence[tuple[str, Any]], rows: Iterable[Sequence[Cell]]) -> "Grid":
        """`columns`: (key, heading), as many as each row has cells."""
        keys, headings = [key for key, _ in columns], [str(heading) for _, heading in columns]
        return cls(name, tuple(keys), tuple(headings), tuple(tuple(row) for row in rows))


def grid_of(table: tables.Table, name: str = "") -> Grid:
    """The columns and rows of a table class, with its values and not their looks."""
    headings, *rows = table.as_values()
    keys = [column.name for column in table.columns]
    return Grid.of(name, list(zip(keys, headings, strict=True)), rows)


def spreadsheet_text(text: str) -> str:
    """Text as a spreadsheet must get it in CSV: an apostrophe before what it would otherwise calculate."""
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text


def as_csv(grid: Grid, *, for_spreadsheet: bool = True) -> str:
    """CSV of one kind or the other."""
    written = StringIO()
    mark = str(get_format("DECIMAL_SEPARATOR")) if for_spreadsheet else "."
    lines = [grid.headings if for_spreadsheet else grid.keys, *grid.rows]
    safe = ([csv_cell(cell, mark) for cell in line] for line in lines)
    csv.writer(written, delimiter=";" if mark == "," else ",").writerows(safe)
    return (BYTE_ORDER_MARK if for_spreadsheet else "") + written.getvalue()


def csv_cell(value: Cell, mark: str) -> Cell:
    """A text that nothing calculates; a fraction with the decimal `mark`; any other value as it is."""
    if isinstance(value, str):
        return spreadsheet_text(value)
    return f"{value:.15g}".replace(".", mark) if isinstance(value, float) else value


def as_xlsx(grid: Grid) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet(sheet_name(grid))
    sheet.freeze_panes = "A2"
    for n, line in enumerate((grid.headings, *grid.rows)):
        sheet.append([xlsx_cell(sheet, cell, heading=n == 0) for cell in line])
    written = BytesIO()
    book.save(written)
    return written.getvalue()


def xlsx_cell(sheet: Any, value: Cell, *, heading: bool) -> WriteOnlyCell:
    """A text that looks like a formula is marked as text, for the cell's later life in the spreadsheet too."""
    cell = WriteOnlyCell(sheet, writable(value))
    if isinstance(value, str):
        cell.data_type = "s"
        cell.quotePrefix = value.startswith(FORMULA_SIGNS)
    if heading:
        cell.font = Font(bold=True)
    return cell


def as_ods(grid: Grid) -> bytes:
    rows = ([writable(cell) for cell in row] for row in grid.rows)
    sheet = tablib.Dataset(*rows, headers=list(grid.headings), title=sheet_name(grid))
    written: bytes = sheet.export("ods")
    return written


def as_json(grid: Grid) -> str:
    """A list of objects, one a row, by the columns' keys."""
    rows = [dict(zip(grid.keys, row, strict=True)) for row in grid.rows]
    return json.dumps({"name": grid.name, "rows": rows}, ensure_ascii=False, indent=1) + "\n"


def writable(value: Cell) -> Cell:
    return cleaned(value) if isinstance(value, str) else value


def cleaned(text: str) -> str:
    """Without the signs that no workbook can hold."""
    return UNWRITABLE.sub("\ufffd", text)


def sheet_name(grid: Grid) -> str:
    name = SHEET_NAME.sub(" ", cleaned(grid.name)).strip()
    return name.encode("utf-16-le")[: 2 * LONGEST_SHEET_NAME].decode("utf-16-le", "ignore") or "Corbillon"


@dataclass(frozen=True)
class Kind:
    """A kind of file: its ending, what the web calls it, how it is made."""

    ending: str
    content_type: str
    write: Callable[[Grid], str | bytes]


KINDS = {
    kind.ending: kind
    for kind in (
        Kind("csv", "text/csv; charset=utf-8", as_csv),
        Kind("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", as_xlsx),
        Kind("ods", "application/vnd.oasis.opendocument.spreadsheet", as_ods),
        Kind("json", "application/json", as_json),
    )
}
