"""What every reader of a list of people gives: rows with the numbers that they have in the file, within bounds."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

MOST_ROWS = 2000
MOST_COLUMNS = 60
MOST_CELL_LETTERS = 500
MOST_LETTERS = 600_000
"""The most characters that all cells together may have, as the page holds them while one looks at the list."""
GUARDED = frozenset("=+-@|%0123456789")
"""First characters before which some programs put an apostrophe, so that a spreadsheet takes the cell as text."""
TEXT_FORMULA = re.compile(r'="(.*)"')
"""Matches ="00204417", as some programs write into a CSV so that a spreadsheet keeps the zeros."""
DIRECTION_MARKS = (0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
UNSHOWN = str.maketrans(
    dict.fromkeys((*range(32), *range(127, 160)), " ") | dict.fromkeys((0xAD, 0x200B, 0x2060, 0xFEFF, *DIRECTION_MARKS))
)
"""Replaces control characters by spaces, and leaves out characters without width."""


class UnreadablePlayerFile(Exception):
    """The file cannot be read as a list of people; the exception's text is a sentence for the user."""


class ListRow(NamedTuple):
    """A row that is not empty. `line`: its number in the file or in its sheet, from 1; 0 for the headings that a reader
    of address cards adds."""

    line: int
    cells: tuple[str, ...]

    def write(self) -> str:
        """Return the row's cells in one text: «Anne · 12 · oui»."""
        return " · ".join(filter(None, self.cells))


class ListSheet:
    """A sheet as it is read. `is_too_long`: it has more than is kept; `ignored`: rows that are no part of the table."""

    def __init__(self, *, is_hidden: bool = False) -> None:
        self.is_hidden = is_hidden
        self.is_too_long = False
        self.rows: list[ListRow] = []
        self.ignored: list[ListRow] = []
        self.letters = 0

    def add_row(self, line: int, cells: Iterable[str]) -> None:
        """Add a row, unless it is empty or the sheet is already as long as a list may be."""
        if self.is_too_long:
            return
        trimmed = trim_cells(cells)
        if not trimmed:
            return
        self.letters += sum(map(len, trimmed))
        if len(self.rows) > MOST_ROWS or self.letters > MOST_LETTERS:
            self.is_too_long = True
        else:
            self.rows.append(ListRow(line, trimmed))

    def check(self) -> None:
        """Raise UnreadablePlayerFile if the sheet is empty or too long."""
        if self.is_too_long and self.letters > MOST_LETTERS:
            raise UnreadablePlayerFile(_("Cette liste est trop grande : gardez les colonnes des joueurs seules."))
        if self.is_too_long:
            raise UnreadablePlayerFile(_("%(most)d lignes au plus à la fois.") % {"most": MOST_ROWS})
        if not self.rows:
            raise UnreadablePlayerFile(_("Cette liste est vide."))


def trim_cells(cells: Iterable[str]) -> tuple[str, ...]:
    """Return the cells as trimmed text, without empty ones at the end."""
    trimmed = [trim_cell(cell) for cell, _n in zip(cells, range(MOST_COLUMNS), strict=False)]
    while trimmed and not trimmed[-1]:
        trimmed.pop()
    return tuple(trimmed)


def trim_cell(cell: str) -> str:
    """Return a cell's text on one line, without the apostrophe or the ="…" that keeps a spreadsheet from changing
    it."""
    if not cell:
        return ""
    whole = (
        cell[: 4 * MOST_CELL_LETTERS].translate(UNSHOWN).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    )
    text = " ".join(whole.split())[:MOST_CELL_LETTERS]
    formula = TEXT_FORMULA.fullmatch(text)
    if formula:
        return formula[1]
    return text[1:] if text[:1] == "'" and text[1:2] in GUARDED else text


def count_columns(rows: Sequence[ListRow]) -> int:
    """Return how many columns the widest row has."""
    return max((len(row.cells) for row in rows), default=0)
