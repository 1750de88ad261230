"""A document cut into pieces of some pages each, for what is too long to be set in one go.

What may be cut is a list of the document's context: leaves, cards, rounds, rows. Knows how much of a page an item
takes, roughly, and nothing of how pages are set.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .pdf import Places

LONG = 20  # pages: a longer document is made in pieces, by processes of its own
PIECE = 8  # pages, roughly: some tens of megabytes while they are set
LIGHT_PIECE = 50  # where only names are laid out
Item = Any


@dataclass(frozen=True)
class Cut:
    """The list of the context that may be cut, and how many pages an item of it takes. `foot`: its pages bear their
    own number, as the halves of a leaf must. `apart`: items for which it differs share no piece."""

    key: str
    pages: Callable[[Item], float]
    foot: bool = False
    apart: Callable[[Item], Any] = lambda item: None


@dataclass(frozen=True)
class Over:
    """Pages of which only the texts that differ are laid out, over grids laid out once. `grids`: by page, which of them
    lies under it. `html`: these texts, one page each, given where they stand on its grid. `alone`: the page of this
    number with everything, where a text does not fit. `drawn`: what is drawn on it, as PDF operators in CSS pixels."""

    grids: tuple[int, ...]
    html: Callable[[list[Places]], str]
    alone: Callable[[int], str]
    drawn: Callable[[int, Places], str]


@dataclass(frozen=True)
class Piece:
    """Some pages to be set: `html` makes them when their turn comes. `numbered`: «n / N» is put on them when they are
    joined. `looks`: stylesheets beside the usual ones. `over`: how they are made in two layers instead."""

    html: Callable[[], str]
    numbered: bool = True
    looks: tuple[str, ...] = ()
    over: Over | None = None


def each(of_a_page: float) -> Callable[[Item], float]:
    return lambda item: 1 / of_a_page


def a_round(tables: Callable[[Item], Sequence[Any]], of_a_page: float) -> Callable[[Item], float]:
    return lambda item: 1 + len(tables(item)) / of_a_page


def leaf_pages(leaf: Item) -> float:
    return 1 if leaf.pair else sum(paper.pages for paper in leaf.sheets)


_seating = a_round(lambda item: item.tables, 12)
_second = a_round(lambda item: item[1], 12)
TO_CUT_OUT = frozenset(
    {
        "table-numbers",
        "place-cards",
        "badges",
        "tickets",
        "qr-cards",
        "result-slips",
        "labels",
        "prize-labels",
        "receipts",
    }
)
CUTS = {
    "sheets": Cut("leaves", leaf_pages, apart=lambda leaf: leaf.pair),
    "sheets-filled": Cut("leaves", leaf_pages, apart=lambda leaf: leaf.pair),
    "spare-sheets": Cut("leaves", leaf_pages, apart=lambda leaf: leaf.pair),
    "ready-draws": Cut("draws", lambda draw: sum(1 + len(tables) / 5 for _n, tables, _rest in draw.rounds) / 18),
    "running-totals": Cut("lists", lambda page: len(page.names) / 28),
    "standings": Cut("rows", each(30)),
    "seating": Cut("rounds", _seating),
    "seating-tables": Cut("rounds", _seating),
    "seating-names": Cut("rounds", a_round(lambda item: item.places, 60)),
    "calls": Cut("rounds", _second),
    "results": Cut("rounds", _second),
    "caves": Cut("caves", each(7)),
    "diagrams": Cut("replays", each(2)),
    "check-in": Cut("rows", each(30)),
    "program": Cut("ways", each(32)),
    "cross-table": Cut("rows", each(28)),
    "records": Cut("ways", each(6)),
    "reasons": Cut("people", each(4)),
    "accounts": Cut("lines", each(32)),
    "log": Cut("entries", each(8)),
    **{name: Cut("pages", each(1), foot=True) for name in TO_CUT_OUT},
    "diplomas": Cut("diplomas", each(1)),
}
"""By the document's name; one that is not here is never long."""


def pages_of(cut: Cut | None, context: Mapping[str, Any]) -> float:
    """How many pages the document takes, roughly."""
    return sum(map(cut.pages, context[cut.key])) if cut else 1


def slices(cut: Cut | None, context: Mapping[str, Any], *, most: float = PIECE) -> Iterator[dict[str, Any]]:
    """The context piece by piece: the list cut, where the piece begins in it (`start`), whether it is the document's
    `first` or `last`, and how many there are in `all`."""
    if cut is None:
        yield {**context, "start": 0, "all": 1, "first": True, "last": True}
        return
    items = list(context[cut.key])
    found: list[list[Item]] = [[]]
    filled = 0.0
    for item in items:
        taken = cut.pages(item)
        if found[-1] and (filled + taken > most or cut.apart(found[-1][-1]) != cut.apart(item)) and most < math.inf:
            found.append([])
            filled = 0
        found[-1].append(item)
        filled += taken
    start = 0
    for n, some in enumerate(found, 1):
        yield {
            **context,
            cut.key: some,
            "start": start,
            "all": len(items),
            "first": n == 1,
            "last": n == len(found),
        }
        start += len(some)
