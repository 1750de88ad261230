"""All the score sheets of a tournament, leaf by leaf: up to four to an A4 where they fit."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from tournaments.book.loading import iterate_sheets, load_sheets
from tournaments.forms.games.score_sheet import ScoreSheet, build_score_sheet
from tournaments.models import Table, Tournament
from tournaments.presentation.qr import get_printed_address

from .page_sharing import NARROW, SHARES, list_shares
from .remainder import Remainder
from .text_boxes import TextBoxes


@dataclass(frozen=True)
class Leaf:
    """A leaf of paper with score sheets, of which `sheets_a_page` have room; a long sheet runs on to further pages.
    `places`: where its texts lie on a grid laid out before, by name."""

    sheets: tuple[ScoreSheet, ...]
    sheets_a_page: int = 1
    places: TextBoxes | None = None

    @property
    def is_shared(self) -> bool:
        """True where the leaf is cut into its sheets."""
        return self.sheets_a_page > 1

    @property
    def bands(self) -> Iterator[list[tuple[int, ScoreSheet]]]:
        """Yield the sheets that stand side by side, those above first, with their index on the leaf."""
        numbered, abreast = list(enumerate(self.sheets)), {4: 2, 3: 3}.get(self.sheets_a_page, 1)
        for start in range(0, len(numbered), abreast):
            yield numbered[start : start + abreast]


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


def arrange_leaves(papers: Sequence[ScoreSheet]) -> Iterator[Leaf]:
    """Yield the leaves of one round. Sheets that share a page are stacked: the first part of them at the first place,
    the next at the second, so that a cut pile leaves piles which together are in table order. Whole pages come after
    them. Narrow sheets are all of one size, which the largest needs."""
    shares = [list_shares(paper) for paper in papers]
    alike = min((most for some in shares if (most := max(some)) in NARROW), default=1)
    best = [max(n for n in some if n not in NARROW or n == alike) for some in shares]
    for share in SHARES:
        some = [paper for paper, its in zip(papers, best, strict=True) if its == share]
        height = -(-len(some) // share)
        stacks = [some[n * height : (n + 1) * height] for n in range(share)]
        yield from (Leaf(tuple(filter(None, sheets)), share) for sheets in zip_longest(*stacks))
