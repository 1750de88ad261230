"""A score sheet whose coups stand side by side: pages of a few coups, each a column of entries.

Knows how many coups a page holds and no rule of a game; what each entry says, the game's paper tells.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import scoring

from .columns import LETTERS, Entry, Written

COUPS_A_PAGE = 3


@dataclass(frozen=True)
class PaperCoup:
    """A coup of the partie, or one to come (no step): its number and its dealer's letter; or, between coups, a note."""

    n: int = 0
    dealer: str = ""
    step: scoring.Step | None = None
    note: str = ""


@dataclass(frozen=True)
class Line:
    """One line of a page: its cells coup by coup, each words and figures. The first line of an entry has its label, and
    `span`, how many lines the entry has on this page."""

    entry: Entry
    span: int
    cells: tuple[Written, ...]


@dataclass(frozen=True)
class LedgerPage:
    """Some coups side by side, and what happened between them."""

    coups: tuple[PaperCoup, ...]
    notes: tuple[str, ...]
    entries: tuple[Entry, ...]
    players: int
    last: bool

    @property
    def letters(self) -> str:
        return LETTERS[: self.players]

    @property
    def tight(self) -> bool:
        """Does a coup take more lines than blank paper has? They are then set closer, so that the page holds them."""
        return any(
            len(entry.read(coup.step)) > entry.lines for entry in self.entries for coup in self.coups if coup.step
        )

    @property
    def lines(self) -> Iterator[Line]:
        for entry in self.entries:
            found = [entry.read(coup.step) if coup.step else () for coup in self.coups]
            span = max(entry.lines, *map(len, found))
            for n in range(span):
                yield Line(entry, 0 if n else span, tuple(self._cell(entry, written, n) for written in found))

    def _cell(self, entry: Entry, written: Sequence[Written], n: int) -> Written:
        """What is written on the entry's line n; where nothing is, its prompt on blank paper."""
        blank = ("",) * self.players
        if n < len(written):
            return Written(written[n].words, written[n].figures or blank)
        return Written(entry.prompt if entry.prompt and not written else "", blank)


def pages(coups: Sequence[PaperCoup], entries: tuple[Entry, ...], players: int) -> list[LedgerPage]:
    """The coups, some to a page; a note stands on the page of the coup before it."""
    made: list[tuple[list[PaperCoup], list[str]]] = []
    for coup in coups:
        if coup.note and made:
            made[-1][1].append(coup.note)
        elif not made or len(made[-1][0]) == COUPS_A_PAGE:
            made.append(([coup] if not coup.note else [], [coup.note] if coup.note else []))
        else:
            made[-1][0].append(coup)
    return [
        LedgerPage(tuple(side_by_side), tuple(notes), entries, players, last=n == len(made))
        for n, (side_by_side, notes) in enumerate(made, 1)
    ]
