"""Writing a grid as XLSX and as ODS. Imported with the first such file (`export.load_spreadsheets`): what writes them
takes long to import."""

import re
from io import BytesIO
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.writer.excel import ExcelWriter

from .export import FORMULA_SIGNS, CellValue, ExportGrid

UNWRITABLE_CHARACTERS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # in XML, the format of XLSX and ODS
FORBIDDEN_IN_SHEET_NAMES = re.compile(r"[\[\]:*?/\\']")
LONGEST_SHEET_NAME = 31  # in UTF-16 code units, as Excel counts: most emoji have two
ZIP_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of all files inside XLSX and ODS: ZIP knows the years 1980 to 2107, and a clock that was reset shows any."""

ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet"
ODF_NAMESPACES = {
    f"xmlns:{prefix}": f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"
    for prefix, name in [
        *((each, each) for each in ("office", "style", "table", "text", "manifest")),
        ("fo", "xsl-fo-compatible"),
    ]
}
ODF_MANIFEST = (
    f'<manifest:manifest xmlns:manifest="{ODF_NAMESPACES["xmlns:manifest"]}" manifest:version="1.3">'
    f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{ODS_TYPE}"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
)


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
    """A ZIP file whose members all have the same fixed date, so that equal contents give equal files."""

    def writestr(self, name: str, data: bytes | str) -> None:  # type: ignore[override]
        """Write a file of this name into the ZIP, dated ZIP_DATE instead of now."""
        super().writestr(ZipInfo(name, ZIP_DATE), data, ZIP_DEFLATED)


def xlsx_cell(sheet: Any, value: CellValue, *, heading: bool) -> WriteOnlyCell:
    """Build a cell, in bold for a `heading`. A text that looks like a formula is marked as text, so that it stays one
    when edited."""
    cell = WriteOnlyCell(sheet, to_writable_value(value))
    if isinstance(value, str):
        cell.data_type = "s"
        cell.quotePrefix = value.startswith(FORMULA_SIGNS)
    if heading:
        cell.font = Font(bold=True)
    return cell


def as_ods(grid: ExportGrid) -> bytes:
    """Return an OpenDocument file of one sheet. A text is never a formula there: those have their own attribute."""
    document = Element("office:document-content", {"office:version": "1.3", **ODF_NAMESPACES})
    styles = SubElement(document, "office:automatic-styles")
    bold = SubElement(styles, "style:style", {"style:name": "bold", "style:family": "table-cell"})
    SubElement(bold, "style:text-properties", {"fo:font-weight": "bold"})
    sheet = SubElement(SubElement(document, "office:body"), "office:spreadsheet")
    table = SubElement(sheet, "table:table", {"table:name": sheet_name(grid)})
    SubElement(table, "table:table-column", {"table:number-columns-repeated": str(len(grid.headings))})
    for n, line in enumerate((grid.headings, *grid.rows)):
        row = SubElement(table, "table:table-row")
        for value in line:
            add_ods_cell(row, to_writable_value(to_shown_number(value)), {} if n else {"table:style-name": "bold"})
    written = BytesIO()
    with UndatedZipFile(written, "w") as file:
        ZipFile.writestr(file, ZipInfo("mimetype", ZIP_DATE), ODS_TYPE)  # first, and as it is: programs look there
        file.writestr("content.xml", tostring(document, "utf-8", xml_declaration=True))
        file.writestr("META-INF/manifest.xml", ODF_MANIFEST)
    return written.getvalue()


def add_ods_cell(row: Element, value: CellValue, look: dict[str, str]) -> None:
    """Add a cell to a sheet's row: a number as one, a text with its line breaks and spaces, nothing for None. `look`:
    the attributes of its style; {} for the usual one."""
    if isinstance(value, int | float):
        SubElement(row, "table:table-cell", {"office:value-type": "float", "office:value": str(value), **look})
        return
    cell = SubElement(row, "table:table-cell", {"office:value-type": "string", **look})
    for line in (value or "").splitlines():
        first, *spaced = re.split(" (?= |$)|^ ", line)
        paragraph = SubElement(cell, "text:p")
        paragraph.text = first
        for part in spaced:
            SubElement(paragraph, "text:s").tail = part


def to_shown_number(value: CellValue) -> CellValue:
    """Return a float that is whole as an int, as an office program shows it; any other value as it is."""
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
