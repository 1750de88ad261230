"""The sheets of an ODS workbook, as LibreOffice, Google and Excel write it: what is shown in each cell."""

from .sheets import MOST_CELL_LETTERS, MOST_COLUMNS, ListSheet
from .zipped_xml import ZippedXml

CONTENT = "content.xml"
UNSHOWN = frozenset(
    {"annotation", "custom-shape", "frame", "g", "note", "object", "ruby-text", "shapes", "tracked-changes"}
)
"""Elements inside a cell or a table that are no part of its text: comments, drawings, notes."""
SPACES = {"s": " ", "tab": " ", "line-break": " "}
VALUES = ("string-value", "value", "date-value", "time-value", "boolean-value")
"""Attributes with the value of a cell that shows no text."""


def read_ods_sheets(book: ZippedXml) -> list[ListSheet]:
    """Return the sheets of the workbook. Raises UnreadablePlayerFile if it is too large, one of DAMAGES (errors of a
    broken ZIP or of broken XML) if it is damaged."""
    reader = OdsReader()
    book.parse(CONTENT, reader)
    return reader.sheets


class OdsReader:
    """Reads the sheets from content.xml of an ODS workbook: tables, rows, cells, paragraphs. A repeated row or cell
    stands there once, with a count."""

    def __init__(self) -> None:
        self.sheets: list[ListSheet] = []
        self.hidden: set[str] = set()
        self.style = ""
        self.unshown = 0  # how deep inside an element that is not shown
        self.is_in_table = False
        self.line = 0
        self.cells: list[str] = []
        self.row_repeated = self.cell_repeated = 1
        self.shown: list[str] | None = None  # the text of the cell that is read
        self.is_in_paragraph = False
        self.value = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if self.unshown or tag in UNSHOWN or (tag == "table" and self.shown is not None):
            self.unshown += 1
        elif tag == "style":
            self.style = attributes.get("name", "")
        elif tag == "table-properties" and attributes.get("display") == "false":
            self.hidden.add(self.style)
        elif tag == "table":
            self.sheets.append(ListSheet(is_hidden=attributes.get("style-name") in self.hidden))
            self.is_in_table, self.line = True, 0
        elif self.is_in_table:
            self._start_in_table(tag, attributes)

    def _start_in_table(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "table-row":
            self.cells, self.row_repeated = [], read_count(attributes, "number-rows-repeated")
        elif tag in ("table-cell", "covered-table-cell") and not self.sheets[-1].is_too_long:
            self.shown = []
            self.cell_repeated = read_count(attributes, "number-columns-repeated")
            self.value = next((attributes[name] for name in VALUES if name in attributes), "")
        elif tag == "p" and self.shown is not None:
            self.is_in_paragraph = True
            self.shown.append(" ")
        elif tag in SPACES and self.is_in_paragraph and self.shown is not None:
            self.shown.append(SPACES[tag])

    def end(self, tag: str) -> None:
        if self.unshown:
            self.unshown -= 1
        elif tag == "table":
            self.is_in_table = False
        elif not self.is_in_table:
            return
        elif tag == "p":
            self.is_in_paragraph = False
        elif tag in ("table-cell", "covered-table-cell") and self.shown is not None:
            text = "".join(self.shown).strip() or self.value
            shown = "" if tag == "covered-table-cell" else text[: 4 * MOST_CELL_LETTERS]
            room = MOST_COLUMNS - len(self.cells)
            self.cells += [shown] * min(self.cell_repeated, room)
            self.shown = None
        elif tag == "table-row":
            self._add_row()

    def _add_row(self) -> None:
        sheet = self.sheets[-1]
        for n in range(self.row_repeated if any(self.cells) else 0):
            sheet.add_row(self.line + n + 1, self.cells)
            if sheet.is_too_long:
                break
        self.line += self.row_repeated

    def text(self, text: str) -> None:
        if self.is_in_paragraph and not self.unshown and self.shown is not None:
            self.shown.append(text)


def read_count(attributes: dict[str, str], name: str) -> int:
    """Return how often a row or cell is repeated, from this attribute; 1 if it is absent or makes no sense."""
    text = attributes.get(name, "1")
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 8 else 1
