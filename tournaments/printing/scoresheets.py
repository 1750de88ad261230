"""All the score sheets of a tournament, leaf by leaf: two to an A4 where they fit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from tournaments.book.loading import load_sheets
from tournaments.book.sheet import Sheet
from tournaments.models import Tournament

from .pdf import TextBoxes
from .qr import get_printed_address
from .scoresheet import ScoreSheet


@dataclass(frozen=True)
class Leaf:
    """A leaf of paper with one or two score sheets; a long sheet runs on to further pages. `places`: where its texts
    lie on a grid laid out before, by name."""

    sheets: tuple[ScoreSheet, ...]
    places: TextBoxes | None = None

    @property
    def pair(self) -> bool:
        """True where the leaf's sheets take half a page each."""
        return self.sheets[0].fits_half_page


def build_blank_sheets(tournament: Tournament, n: int | None = None) -> dict[str, Any]:
    """Return the context of every table's sheet before its first coup; of round `n` alone, unless None."""
    return _build_sheets(tournament, n, filled=False)


def build_filled_sheets(tournament: Tournament) -> dict[str, Any]:
    """Return the context of every table's sheet with what is recorded."""
    return _build_sheets(tournament, None, filled=True)


def _build_sheets(tournament: Tournament, n: int | None, *, filled: bool) -> dict[str, Any]:
    """Return the template's context: the leaves round by round, and the hall's address."""
    rounds: dict[int, list[ScoreSheet]] = {}
    for sheet in load_sheets(tournament):
        paper = build_score_sheet(sheet, filled=filled)
        if paper and n in (None, sheet.table.round.n):
            rounds.setdefault(sheet.table.round.n, []).append(paper)
    found = [leaf for _n, papers in sorted(rounds.items()) for leaf in arrange_leaves(papers)]
    return {"leaves": found, "hall": get_printed_address()}


def build_score_sheet(sheet: Sheet, *, filled: bool) -> ScoreSheet | None:
    """Return the table's score sheet; None where too few or too many sit there to play."""
    return ScoreSheet(sheet, sheet.setting, filled) if sheet.setting else None


def arrange_leaves(papers: Sequence[ScoreSheet]) -> Iterator[Leaf]:
    """Yield the leaves of one round. Half-page sheets are stacked: the first half of them on top, the second half
    below, so that one cut through the pile leaves two piles which together are in table order. Whole pages come after
    them."""
    halves = [paper for paper in papers if paper.fits_half_page]
    tops = halves[: (len(halves) + 1) // 2]
    for top, below in zip_longest(tops, halves[len(tops) :]):
        yield Leaf((top, below) if below else (top,))
    yield from (Leaf((paper,)) for paper in papers if not paper.fits_half_page)
