"""A score sheet whose coups lie side by side: pages of a few coups, each coup a column of entries.

Knows how many coups a page holds and no rule of a game; what each entry says comes from the game's `GamePaper`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import scoring
from tournaments.forms.games.game_paper import LETTERS, ColumnGroup, PaperCell, PaperEntry

COUPS_A_PAGE, COUPS_ACROSS = 4, 8  # upright; across on an A4, as many as a partie of 600 points takes
LINES_ON_A_HALF, LINES_BESIDE_A_GAP = 12, 15  # of coups there, words below them; words in the place of a last coup
COUPS_ON_A_HALF = 7  # on half an A4 upright, where each player has a line: no partie of 600 points in 1,000 takes more


@dataclass(frozen=True)
class PaperCoup:
    """A coup on paper, recorded (`step`) or still to come, with its number and its dealer's letter; or, between two
    coups, a `note` alone."""

    n: int = 0
    dealer: str = ""
    step: scoring.Step | None = None
    note: str = ""


@dataclass(frozen=True)
class PaperLine:
    """One line of a page: its cells coup by coup, each with words and figures. The first line of an entry has `span`,
    the number of lines that the entry takes on this page, and shows the entry's label; the others have 0."""

    entry: PaperEntry
    span: int
    cells: tuple[PaperCell, ...]


@dataclass(frozen=True)
class LedgerPage:
    """One page of a score sheet with a column for each coup: its coups side by side, and the notes on what happened
    between them. `n`: the page's number, of `all` pages. `has_lines`: it is a blank half page of another layout, where
    each coup has a line for each player; `abreast`: how many coups stand side by side there."""

    n: int
    all: int
    coups: tuple[PaperCoup, ...]
    notes: tuple[str, ...]
    entries: tuple[PaperEntry, ...]
    players: int
    has_lines: bool = False
    abreast: int = 1

    @property
    def bands(self) -> list[tuple[PaperCoup | None, ...]]:
        """The coups of a half page, row by row: each row those that stand side by side; None where the last row has a
        free place."""
        return list(zip_longest(*(self.coups[n :: self.abreast] for n in range(self.abreast))))

    @property
    def has_gap(self) -> bool:
        """True where the last row of coups on a half page has a free place."""
        return None in self.bands[-1]

    @property
    def fits_a_half(self) -> bool:
        """True where the lines of all its coups have room on half a page."""
        most = LINES_BESIDE_A_GAP if self.has_gap else LINES_ON_A_HALF
        return len(self.bands) * self.players <= most

    @property
    def columns(self) -> list[PaperEntry]:
        """The entries that are columns on a half page, where each player has a line."""
        return [entry for entry in self.entries if entry.head]

    @property
    def explanations(self) -> list[str]:
        """The sentences below a half page that explain its columns."""
        return [entry.explanation for entry in self.entries if entry.explanation]

    @property
    def letters(self) -> str:
        """The letters of the players in one text: «ABC»."""
        return LETTERS[: self.players]

    @property
    def is_across(self) -> bool:
        """True where the page is printed in landscape, as it has more coups than an upright one holds."""
        return len(self.coups) > COUPS_A_PAGE and not self.has_lines

    @property
    def tight(self) -> bool:
        """True where a recorded coup takes more lines than a blank one has, so that the lines must be set closer."""
        return any(
            len(entry.read_cells(coup.step)) > entry.lines for entry in self.entries for coup in self.coups if coup.step
        )

    @property
    def is_short(self) -> bool:
        """True where nothing is still to be written and there are no notes, so that the lines may be set wider."""
        return not (self.tight or self.notes) and all(coup.step for coup in self.coups)

    @property
    def lines(self) -> Iterator[PaperLine]:
        """Yield the page's lines from the top, each across all its coups: those of the first `PaperEntry`, then of the
        next. Blank lines are left only if some coup is still to be written."""
        is_played = all(coup.step for coup in self.coups)
        for entry in self.entries:
            found = [entry.read_cells(coup.step) if coup.step else () for coup in self.coups]
            span = max([1 if is_played else entry.lines, *map(len, found)])
            for n in range(span):
                cells = (
                    self._get_cell("" if coup.step else entry.prompt, written, n)
                    for coup, written in zip(self.coups, found, strict=True)
                )
                yield PaperLine(entry, 0 if n else span, tuple(cells))

    def _get_cell(self, prompt: str, written: Sequence[PaperCell], n: int) -> PaperCell:
        """Return line `n` (from 0) of an entry's cell, of which `written` are the filled-in lines; beyond them a blank
        one with the prompt."""
        blank = ("",) * self.players
        if n < len(written):
            return PaperCell(written[n].words, written[n].figures or blank)
        return PaperCell(prompt, blank)


def split_into_pages(
    coups: Sequence[PaperCoup], entries: tuple[PaperEntry, ...], players: int, most: int = COUPS_A_PAGE
) -> list[LedgerPage]:
    """Return the pages on which these coups are printed, `most` coups a page; a note goes on the page of the coup
    before it."""
    made: list[tuple[list[PaperCoup], list[str]]] = []
    for coup in coups:
        if coup.note and made:
            made[-1][1].append(coup.note)
        elif not made or len(made[-1][0]) == most:
            made.append(([coup] if not coup.note else [], [coup.note] if coup.note else []))
        else:
            made[-1][0].append(coup)
    return [
        LedgerPage(n, len(made), tuple(side_by_side), tuple(notes), entries, players)
        for n, (side_by_side, notes) in enumerate(made, 1)
    ]


def build_line_entries(groups: Sequence[ColumnGroup]) -> tuple[PaperEntry, ...]:
    """Return the columns of a blank half page where each player has a line, made from the column groups of the whole
    sheet. Columns that every player has of his own, as «as +», become one column."""
    entries: list[PaperEntry] = []
    for group in groups:
        own = [f"{column.head} {column.sign}" for column in group.columns] if group.is_of_player else [group.title]
        if not (group.is_of_player and any(entry.label == own[0] for entry in entries)):
            entries += [_build_line_entry(head, sum=group.columns[0].sum) for head in own]
    return tuple(entries)


def _build_line_entry(head: str, *, sum: bool) -> PaperEntry:
    """Return a blank column with this heading, as wide as the others. `sum`: as in `PaperEntry`."""
    return PaperEntry(head, lambda step: (), sum=sum, head=head, room=0)
