"""The sheets of an XLSX workbook, as Excel, LibreOffice, Numbers and Google write it: what is shown in each cell."""

import re
from posixpath import normpath

from .number_formats import BUILT_IN, GENERAL, show_number
from .sheets import MOST_CELL_LETTERS, MOST_COLUMNS, ListSheet
from .zipped_xml import ZippedXml

WORKBOOK = "xl/workbook.xml"
RELATIONS = "xl/_rels/workbook.xml.rels"
MOST_STRINGS = 200_000
PLACE = re.compile(r"([A-Z]{1,3})[0-9]{1,7}")
WHOLE = re.compile(r"[0-9]{1,7}")
ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
HIDDEN = frozenset({"hidden", "veryHidden"})


def read_xlsx_sheets(book: ZippedXml) -> list[ListSheet]:
    """Return the sheets of the workbook. Raises UnreadablePlayerFile if it is too large, one of DAMAGES (errors of a
    broken ZIP or of broken XML) if it is damaged."""
    index, strings, formats = IndexReader(), StringsReader(), FormatsReader()
    book.parse(WORKBOOK, index)
    book.parse(RELATIONS, index)
    for name in index.list_members("sharedStrings", book.names):
        book.parse(name, strings)
    for name in index.list_members("styles", book.names):
        book.parse(name, formats)
    sheets = []
    for relation, is_hidden in index.sheets:
        member = index.members.get(relation, "")
        if member in book.names and index.kinds[member] == "worksheet":
            reader = SheetReader(strings.strings, formats.codes, is_hidden=is_hidden, from_1904=index.from_1904)
            book.parse(member, reader)
            sheets.append(reader.sheet)
    return sheets


class IndexReader:
    """Reads from a workbook's index which sheets it has, in order, and which file of the ZIP holds each."""

    def __init__(self) -> None:
        self.sheets: list[tuple[str, bool]] = []  # the relation's id, and whether it is hidden
        self.members: dict[str, str] = {}
        self.kinds: dict[str, str] = {}
        self.from_1904 = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "sheet":
            self.sheets.append((attributes.get("id", ""), attributes.get("state") in HIDDEN))
        elif tag == "workbookPr":
            self.from_1904 = attributes.get("date1904") in ("1", "true")
        elif tag == "Relationship":
            target = attributes.get("Target", "")
            member = normpath(target.lstrip("/") if target.startswith("/") else f"xl/{target}")
            self.members[attributes.get("Id", "")] = member
            self.kinds[member] = attributes.get("Type", "").rpartition("/")[2]

    def end(self, tag: str) -> None:
        """Do nothing at an element's end: these files say all in attributes."""

    def text(self, text: str) -> None:
        """Do nothing: these files have no text that is needed."""

    def list_members(self, kind: str, names: frozenset[str]) -> list[str]:
        """Return the file of the ZIP of this kind («sharedStrings», «styles»), if it is among `names`: a list of one or
        none."""
        return [member for member, its in self.kinds.items() if its == kind and member in names][:1]


class StringsReader:
    """Reads the workbook's shared texts, to which cells refer by number; without the pronunciation of Japanese ones."""

    def __init__(self) -> None:
        self.strings: list[str] = []
        self.parts: list[str] = []
        self.takes = self.is_pronounced = False

    def start(self, tag: str, _attributes: dict[str, str]) -> None:
        if tag == "si":
            self.parts = []
        elif tag == "rPh":
            self.is_pronounced = True
        self.takes = tag == "t" and not self.is_pronounced

    def end(self, tag: str) -> None:
        self.takes = False
        if tag == "rPh":
            self.is_pronounced = False
        elif tag == "si":
            if len(self.strings) >= MOST_STRINGS:
                raise ValueError("more texts than a list has")
            self.strings.append(unescape("".join(self.parts)))

    def text(self, text: str) -> None:
        if self.takes:
            self.parts.append(text)


class FormatsReader:
    """Reads the number format of each cell style, in the order by which cells refer to styles."""

    def __init__(self) -> None:
        self.own: dict[str, str] = {}
        self.codes: list[str] = []
        self.is_in_cells = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "numFmt":
            self.own[attributes.get("numFmtId", "")] = attributes.get("formatCode", GENERAL)
        elif tag == "cellXfs":
            self.is_in_cells = True
        elif tag == "xf" and self.is_in_cells:
            number = attributes.get("numFmtId", "0")
            usual = BUILT_IN.get(int(number), GENERAL) if WHOLE.fullmatch(number) else GENERAL
            self.codes.append(self.own.get(number, usual))

    def end(self, tag: str) -> None:
        if tag == "cellXfs":
            self.is_in_cells = False

    def text(self, text: str) -> None:
        """Do nothing: this file has no text that is needed."""


class SheetReader:
    """Reads the rows of one sheet."""

    def __init__(self, strings: list[str], codes: list[str], *, is_hidden: bool, from_1904: bool) -> None:
        self.sheet = ListSheet(is_hidden=is_hidden)
        self.strings, self.codes, self.from_1904 = strings, codes, from_1904
        self.line = 0
        self.cells: dict[int, str] = {}
        self.column = 0
        self.kind = self.style = ""
        self.parts: list[str] = []
        self.takes = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "row":
            self.line = read_whole(attributes.get("r"), self.line + 1)
            self.cells, self.column = {}, -1
        elif tag == "c":
            place = PLACE.fullmatch(attributes.get("r", ""))
            self.column = read_column(place[1]) if place else self.column + 1
            self.kind, self.style = attributes.get("t", "n"), attributes.get("s", "")
            self.parts = []
        self.takes = tag in ("v", "t") and not self.sheet.is_too_long

    def end(self, tag: str) -> None:
        self.takes = False
        if tag == "c" and self.parts and self.column < MOST_COLUMNS:
            self.cells[self.column] = self._show(unescape("".join(self.parts)))
        elif tag == "row" and self.cells:
            self.sheet.add_row(self.line, (self.cells.get(n, "") for n in range(max(self.cells) + 1)))

    def text(self, text: str) -> None:
        if self.takes:
            self.parts.append(text)

    def _show(self, text: str) -> str:
        if self.kind == "s":
            number = read_whole(text.strip(), len(self.strings))
            return self.strings[number] if number < len(self.strings) else ""
        if self.kind in ("inlineStr", "str", "d"):
            return text
        if self.kind in ("b", "e"):
            return {"1": "true", "0": "false"}.get(text.strip(), "") if self.kind == "b" else ""
        style = read_whole(self.style, len(self.codes))
        code = self.codes[style] if style < len(self.codes) else GENERAL
        try:
            return show_number(float(text), code, from_1904=self.from_1904)
        except ValueError:
            return text


def read_whole(text: str | None, otherwise: int) -> int:
    """Return the whole number in a text, if it has at most seven digits; else `otherwise`."""
    return int(text) if text and WHOLE.fullmatch(text) else otherwise


def read_column(letters: str) -> int:
    """Return the number of a column, from 0: «C» is 2."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def unescape(text: str) -> str:
    """Return a workbook's text with its escapes undone: «_x000D_» becomes an end of line."""
    return ESCAPE.sub(lambda found: chr(int(found[1], 16)), text[: 8 * MOST_CELL_LETTERS])
