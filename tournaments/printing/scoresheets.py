"""All the score sheets of a tournament, leaf by leaf: two to an A4 where they fit."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from tournaments.book.loading import iterate_sheets, load_sheets
from tournaments.book.sheet import Sheet
from tournaments.models import Table, Tournament

from .qr import get_printed_address
from .remainder import Remainder
from .scoresheet import ScoreSheet
from .text_boxes import TextBoxes


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


def build_left_sheets(tournament: Tournament, left: Remainder) -> dict[str, Any]:
    """Return the context of the sheets of the tables that are left: blank before the first record, else with what is
    recorded and room for what is to come."""
    tables = Table.objects.filter(pk__in=left.table_ids).order_by("round__n", "n")
    return _arrange_rounds(
        paper for sheet in iterate_sheets(tables) if (paper := build_score_sheet(sheet, filled=bool(sheet.records)))
    )


def build_filled_sheets(tournament: Tournament) -> dict[str, Any]:
    """Return the context of every table's sheet with what is recorded."""
    return _build_sheets(tournament, None, filled=True)


def _build_sheets(tournament: Tournament, n: int | None, *, filled: bool) -> dict[str, Any]:
    """Return the template's context: the leaves round by round, and the hall's address."""
    return _arrange_rounds(
        paper
        for sheet in load_sheets(tournament)
        if (paper := build_score_sheet(sheet, filled=filled)) and n in (None, sheet.table.round.n)
    )


def _arrange_rounds(scores: Iterable[ScoreSheet]) -> dict[str, Any]:
    """Return the template's context of these sheets."""
    rounds: dict[int, list[ScoreSheet]] = {}
    for paper in scores:
        rounds.setdefault(paper.round_number, []).append(paper)
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
