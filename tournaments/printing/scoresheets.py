"""All the score sheets of an event, leaf by leaf: two to an A4 where they fit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from tournaments.models import Event, Table
from tournaments.sheets import Sheet

from .pdf import Places
from .qr import hall_address
from .scoresheet import ScoreSheet


@dataclass(frozen=True)
class Leaf:
    """One side of paper to begin with; a long sheet alone on it runs on to the next. `places`: where its own texts
    stand on a grid laid out before, by name."""

    sheets: tuple[ScoreSheet, ...]
    places: Places | None = None

    @property
    def pair(self) -> bool:
        return self.sheets[0].half


def blank(event: Event, n: int | None = None) -> dict[str, Any]:
    """Every table's sheet before its first coup; of round `n` alone, if it is said."""
    return _context(event, n, filled=False)


def filled(event: Event) -> dict[str, Any]:
    """Every table's sheet with what is recorded."""
    return _context(event, None, filled=True)


def _context(event: Event, n: int | None, *, filled: bool) -> dict[str, Any]:
    rounds: dict[int, list[ScoreSheet]] = {}
    for sheet in Table.objects.for_event(event):
        paper = score_sheet(sheet, filled=filled)
        if paper and n in (None, sheet.table.round.n):
            rounds.setdefault(sheet.table.round.n, []).append(paper)
    found = [leaf for _n, papers in sorted(rounds.items()) for leaf in leaves(papers)]
    return {"leaves": found, "hall": hall_address()}


def score_sheet(sheet: Sheet, *, filled: bool) -> ScoreSheet | None:
    """The table's paper; None where too few or too many sit there to play."""
    return ScoreSheet(sheet, sheet.setting, filled) if sheet.setting else None


def leaves(papers: Sequence[ScoreSheet]) -> Iterator[Leaf]:
    """The leaves of one round. Sheets of half a page are stacked: the first half of them on top, the second below, so
    that one cut through the pile leaves two piles which together lie in table order. Whole pages come after them."""
    halves = [paper for paper in papers if paper.half]
    tops = halves[: (len(halves) + 1) // 2]
    for top, below in zip_longest(tops, halves[len(tops) :]):
        yield Leaf((top, below) if below else (top,))
    yield from (Leaf((paper,)) for paper in papers if not paper.half)
