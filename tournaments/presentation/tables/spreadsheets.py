"""Writing a grid as XLSX and as ODS. Imported with the first such file (`export.load_spreadsheets`): what writes them
takes long to import."""

import re
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import tablib
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.writer.excel import ExcelWriter

from .export import FORMULA_SIGNS, CellValue, ExportGrid

UNWRITABLE_CHARACTERS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # in XML, the format of XLSX and ODS
FORBIDDEN_IN_SHEET_NAMES = re.compile(r"[\[\]:*?/\\']")
LONGEST_SHEET_NAME = 31  # in UTF-16 code units, as Excel counts: most emoji have two
ZIP_DATE = (1980, 1, 1, 0, 0, 0)
"""Of all that XLSX and ODS files hold. ZIP knows the years 1980 to 2107, and a clock that was reset shows any."""


def as_xlsx(grid: ExportGrid) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet(sheet_name(grid))
    sheet.freeze_panes = "A2"
    for n, line in enumerate((grid.headings, *grid.rows)):
        sheet.append([xlsx_cell(sheet, cell, heading=n == 0) for cell in line])
    written = BytesIO()
    ExcelWriter(book, UndatedZipFile(written, "w", ZIP_DEFLATED, strict_timestamps=False)).save()
    return written.getvalue()


class UndatedZipFile(ZipFile):
    """A ZIP file that asks no clock."""

    def writestr(self, name: str, data: bytes | str) -> None:  # type: ignore[override]
        """Write a member, dated ZIP_DATE."""
        super().writestr(ZipInfo(name, ZIP_DATE), data, ZIP_DEFLATED)


def xlsx_cell(sheet: Any, value: CellValue, *, heading: bool) -> WriteOnlyCell:
    """Build a cell. A text that looks like a formula is marked as text, so that it stays one when edited."""
    cell = WriteOnlyCell(sheet, to_writable_value(value))
    if isinstance(value, str):
        cell.data_type = "s"
        cell.quotePrefix = value.startswith(FORMULA_SIGNS)
    if heading:
        cell.font = Font(bold=True)
    return cell


def as_ods(grid: ExportGrid) -> bytes:
    from odf.opendocument import OpenDocument

    # It dates each member by an attribute that it sets from the clock: here that is one that cannot be set.
    OpenDocument._now = property(lambda _: ZIP_DATE, lambda _, now: None, lambda _: None)
    rows = ([to_writable_value(to_shown_number(cell)) for cell in row] for row in grid.rows)
    sheet = tablib.Dataset(*rows, headers=list(grid.headings), title=sheet_name(grid))
    written: bytes = sheet.export("ods")
    return written


def to_shown_number(value: CellValue) -> CellValue:
    """Return a whole number without decimals, as an office program shows it; any other value as it is."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def to_writable_value(value: CellValue) -> CellValue:
    """Return the value as a workbook can hold it: a text without forbidden characters, others unchanged."""
    return replace_unwritable(value) if isinstance(value, str) else value


def replace_unwritable(text: str) -> str:
    """Replace the characters that no workbook can hold by U+FFFD."""
    return UNWRITABLE_CHARACTERS.sub("\ufffd", text)


def sheet_name(grid: ExportGrid) -> str:
    """Return the grid's name as a valid sheet name, at most LONGEST_SHEET_NAME long; "Corbillon" if nothing is left."""
    name = FORBIDDEN_IN_SHEET_NAMES.sub(" ", replace_unwritable(grid.name)).strip()
    return name.encode("utf-16-le")[: 2 * LONGEST_SHEET_NAME].decode("utf-16-le", "ignore") or "Corbillon"
