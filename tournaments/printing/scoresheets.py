"""All the score sheets of an event, leaf by leaf: two to an A4 where they fit."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tournaments.models import Event, Table
from tournaments.sheets import Sheet

from .qr import hall_address
from .scoresheet import ScoreSheet


@dataclass(frozen=True)
class Leaf:
    """One side of paper to begin with; a long sheet alone on it runs on to the next."""

    sheets: tuple[ScoreSheet, ...]

    @property
    def pair(self) -> bool:
        return self.sheets[0].half


def blank(event: Event) -> dict[str, Any]:
    """Every table's sheet before its first coup."""
    return _context(event, filled=False)


def filled(event: Event) -> dict[str, Any]:
    """Every table's sheet with what is recorded."""
    return _context(event, filled=True)


def _context(event: Event, *, filled: bool) -> dict[str, Any]:
    papers = [paper for sheet in Table.objects.for_event(event) if (paper := score_sheet(sheet, filled=filled))]
    return {"leaves": list(leaves(papers)), "hall": hall_address()}


def score_sheet(sheet: Sheet, *, filled: bool) -> ScoreSheet | None:
    """The table's paper; None where too few or too many sit there to play."""
    return ScoreSheet(sheet, sheet.setting, filled) if sheet.setting else None


def leaves(papers: Iterable[ScoreSheet]) -> Iterator[Leaf]:
    """In table order, pairing neighbours that are both half a page."""
    waiting: ScoreSheet | None = None
    for paper in papers:
        if waiting and paper.half:
            yield Leaf((waiting, paper))
            waiting = None
            continue
        if waiting:
            yield Leaf((waiting,))
        waiting = paper if paper.half else None
        if not paper.half:
            yield Leaf((paper,))
    if waiting:
        yield Leaf((waiting,))
