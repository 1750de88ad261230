"""A list of people, read whatever kind of file it is: a text, a workbook, address cards. The one way in, for the page
and for the command."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .cards import are_cards, read_card_sheet
from .headings import ListColumn, find_headings, guess_columns
from .ods import CONTENT, read_ods_sheets
from .people import ListReading, guess_without_headings, read_people
from .sheets import ListRow, ListSheet, count_columns
from .texts import decode_text, read_text_sheet
from .xlsx import WORKBOOK, read_xlsx_sheets
from .zipped_xml import ZippedXml, refuse_damage

ZIP_START = b"PK\x03\x04"
WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class PlayerTable:
    """The rows of a list of people. `above`: rows of the file that are no part of the list, as a first line «sep=;».
    Titles above the headings are in `rows`."""

    rows: tuple[ListRow, ...]
    above: tuple[ListRow, ...] = field(default=())

    @property
    def width(self) -> int:
        """How many columns there are."""
        return count_columns(self.rows)

    def to_json(self) -> list[list[Any]]:
        """Return the rows for the page to keep and send back, each as [line number, cell, cell, …]."""
        return [[row.line, *row.cells] for row in self.rows]

    @classmethod
    def from_json(cls, rows: Any) -> "PlayerTable":
        """Return the table from the rows that a page sent back, as `to_json` gave them. Raises ValueError if they are
        none, UnreadablePlayerFile if they are too few or too many."""
        sheet = ListSheet()
        for row in rows if isinstance(rows, list) else [None]:
            if not isinstance(row, list) or not row or type(row[0]) is not int or not 0 <= row[0] < 10**9:
                raise ValueError("no rows of a list")
            sheet.add_row(row[0], map(str, row[1:]))
        return build_table(sheet)


def read_player_file(content: bytes) -> PlayerTable:
    """Return the rows of a list: a text, address cards, or the likeliest sheet of a workbook; its content tells which.
    Raises UnreadablePlayerFile."""
    if content.startswith(ZIP_START):
        return build_table(choose_sheet(read_workbook(content)))
    if content.startswith(WIDE_MARKS) or content[:2].count(0):
        content = decode_text(content).encode()
    return build_table(read_card_sheet(content) if are_cards(content) else read_text_sheet(decode_text(content)))


def read_pasted_players(text: str) -> PlayerTable:
    """Return the rows of a pasted list, a text or address cards. Raises UnreadablePlayerFile."""
    return read_player_file(text.encode("utf-8", "replace"))


def read_workbook(content: bytes) -> list[ListSheet]:
    """Return the sheets of an XLSX or ODS workbook. Raises UnreadablePlayerFile."""
    with refuse_damage():
        book = ZippedXml(content)
        sheets = read_xlsx_sheets(book) if WORKBOOK in book.names else read_ods_sheets(book)
        if not sheets:
            raise ValueError(f"no sheet in {CONTENT}")
        return sheets


def choose_sheet(sheets: Sequence[ListSheet]) -> ListSheet:
    """Return the sheet of a workbook that holds the list of people: not hidden if possible, with the most known
    headings, then with the most rows."""

    def judge(sheet: ListSheet) -> tuple[bool, int, int]:
        at = find_headings(sheet.rows)
        named = [] if at is None else [column for column in guess_columns(sheet.rows[at].cells) if column]
        return (not sheet.is_hidden and bool(sheet.rows), len(named), len(sheet.rows))

    return max(sheets, key=judge)


def build_table(sheet: ListSheet) -> PlayerTable:
    """Return the table of a sheet. Raises UnreadablePlayerFile."""
    sheet.check()
    return PlayerTable(tuple(sheet.rows), tuple(sheet.ignored))


@dataclass(frozen=True)
class GuessedColumns:
    """What the columns of a list mean, as guessed or chosen. `headings`: the index of the row of headings, None if
    there is none; `columns`: the meaning of each column, None if it means nothing."""

    headings: int | None
    columns: tuple[ListColumn | None, ...]


def guess_table(table: PlayerTable) -> GuessedColumns:
    """Return what the columns of a list mean, from their headings or, if it has none, from their cells."""
    at = find_headings(table.rows)
    columns = guess_without_headings(table.rows) if at is None else guess_columns(table.rows[at].cells)
    return GuessedColumns(at, (*columns, *[None] * (table.width - len(columns))))


def read_table(table: PlayerTable, guessed: GuessedColumns) -> ListReading:
    """Return the people of a list whose columns have these meanings, and the rows that hold none."""
    begun = 0 if guessed.headings is None else guessed.headings + 1
    headings = None if guessed.headings is None else table.rows[guessed.headings]
    reading = read_people(table.rows[begun:], guessed.columns, headings)
    reading.ignored = [*table.above, *table.rows[: guessed.headings or 0], *reading.ignored]
    return reading
