"""A document cut into pieces of some pages each, where it is too long to be set in one go.

What may be cut is one list of the document's context: leaves, cards, rounds, rows. Knows roughly how much of a page an
item takes, and nothing of how pages are set.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .text_boxes import TextBoxes

LONG = 20  # pages; a longer document is made in pieces, by processes of its own
MOST_TAGGED = 100  # pages; tags take time and memory, so a longer document goes without
PIECE = 8  # pages in a piece, roughly; they take some tens of megabytes while they are set
LIGHT_PIECE = 50  # pages in a piece where only names are laid out
Item = Any


@dataclass(frozen=True)
class CutRule:
    """How a document is cut into pieces. `key`: the key of the list in its context that is cut; `pages`: how many pages
    an item takes; `has_own_numbers`: its pages bear numbers of their own or none, as cards that are cut apart;
    `separator`: items with different values of this go in different pieces."""

    key: str
    pages: Callable[[Item], float]
    has_own_numbers: bool = False
    separator: Callable[[Item], Any] = lambda item: None


@dataclass(frozen=True)
class GridOverlay:
    """Pages of which only the differing texts are laid out, over grids laid out once.

    grids: for each page, the index of the grid under it.
    render_html: returns the HTML of all pages with these texts alone; its argument says, page by page, where the grid
        has a place for each text.
    render_whole: returns the HTML of page n (from 0), grid and texts, for when a text does not fit.
    draw: returns what else is drawn on page n, as PDF operators in CSS pixels; its second argument: that page's places.
    """

    grids: tuple[int, ...]
    render_html: Callable[[list[TextBoxes]], str]
    render_whole: Callable[[int], str]
    draw: Callable[[int, TextBoxes], str]


@dataclass(frozen=True)
class Piece:
    """Some pages to be laid out together. `render_html`: makes their HTML when their turn comes; `numbered`: «n / N» is
    put on them when pieces are joined; `looks`: extra stylesheets; `overlay`: how they are laid out in two layers, None
    for one; `tagged`: with tags for screen readers; `is_on_front`: when both sides are printed, it begins on a front,
    and so does each of its pages in two layers."""

    render_html: Callable[[], str]
    numbered: bool = True
    looks: tuple[str, ...] = ()
    overlay: GridOverlay | None = None
    tagged: bool = False
    is_on_front: bool = False


def measure_item(of_a_page: float) -> Callable[[Item], float]:
    """Return a function that gives the size of any item in pages, where `of_a_page` items fit on a page."""
    return lambda item: 1 / of_a_page


def measure_round(tables: Callable[[Item], Sequence[Any]], of_a_page: float) -> Callable[[Item], float]:
    """Return a function that gives the size of a round in pages, where `of_a_page` tables fit on a page and each round
    begins a new one. `tables`: returns the tables of a round."""
    return lambda item: max(1, len(tables(item)) / of_a_page)


def count_leaf_pages(leaf: Item) -> float:
    """Return how many pages a `Leaf` takes: 1 if several score sheets share it, else the pages of all its sheets."""
    return 1 if leaf.is_shared else sum(paper.pages for paper in leaf.sheets)


_measure_seating = measure_round(lambda item: item.tables, 12)
_measure_round_tables = measure_round(lambda item: item[1], 12)
CARD_DOCUMENTS = frozenset(
    {"table-numbers", "qr-cards", "result-slips", "place-cards", "labels", "guide-cards"}  # of tables
    | {"badges", "tickets", "prize-labels", "receipts"}  # of people
)
PRINTED_WHEN_EMPTY = frozenset({"accounts", "check-in", "log", "ready-draws", "running-totals", "standings"})
"""Documents that say something, or are written on, though their list is empty."""
HANDED_OUT = CARD_DOCUMENTS | {
    "sheets",
    "sheets-filled",
    "spare-sheets",
    "readable-sheets",
    "diplomas",
    "diplomas-wide",
}
"""The documents whose items are handed out or cut by themselves: none shares a paper's two sides with another."""
POSTERS = frozenset({"announcement", "announcement-day", "announcement-band"})
"""The documents of a single page whose foot is bare: no number is put there when documents are joined."""
CUT_RULES = {
    "sheets": CutRule("leaves", count_leaf_pages, separator=lambda leaf: leaf.share),
    "sheets-filled": CutRule("leaves", count_leaf_pages, separator=lambda leaf: leaf.share),
    "spare-sheets": CutRule("leaves", count_leaf_pages, separator=lambda leaf: leaf.share),
    "readable-sheets": CutRule("pages", measure_item(1), has_own_numbers=True),
    "ready-draws": CutRule("draws", lambda draw: sum(1 + len(tables) / 5 for _n, tables, _rest in draw.rounds) / 18),
    "running-totals": CutRule("lists", lambda page: len(page.rows) / 28),
    "standings": CutRule("rows", measure_item(30)),
    "seating": CutRule("rounds", _measure_seating),
    "seating-tables": CutRule("rounds", _measure_seating),
    "seating-names": CutRule("rounds", measure_round(lambda item: item.places, 60)),
    "calls": CutRule("rounds", _measure_round_tables),
    "results": CutRule("rounds", _measure_round_tables),
    "caves": CutRule("caves", measure_item(7)),
    "diagrams": CutRule("replays", measure_item(2)),
    "check-in": CutRule("rows", measure_item(30)),
    "check-in-paid": CutRule("rows", measure_item(30)),
    "program": CutRule("ways", measure_item(32)),
    "cross-table": CutRule("rows", measure_item(28)),
    "records": CutRule("ways", measure_item(6)),
    "reasons": CutRule("people", measure_item(4)),
    "accounts": CutRule("lines", measure_item(32)),
    "rank-charts": CutRule("pages", measure_item(1)),
    "table-charts": CutRule("charts", measure_item(8)),
    "log": CutRule("entries", measure_item(8)),
    **{name: CutRule("pages", measure_item(1), has_own_numbers=True) for name in CARD_DOCUMENTS},
    **{name: CutRule("diplomas", measure_item(1), has_own_numbers=True) for name in ("diplomas", "diplomas-wide")},
}
"""The rule by which each document is cut, by its name; a document that is not here is never long."""


def count_pages(cut: CutRule | None, context: Mapping[str, Any]) -> float:
    """Return about how many pages the document with this context takes; 1 without a rule."""
    return sum(map(cut.pages, context[cut.key])) if cut else 1


def slice_context(cut: CutRule | None, context: Mapping[str, Any], *, most: float = PIECE) -> Iterator[dict[str, Any]]:
    """Yield the context once for each piece, with the list cut by the rule. It has also `start`, the index of the
    piece's first item; `first` and `last`, whether it is the first or last piece; `all`, the number of all items. A
    piece has at most about `most` pages."""
    if cut is None:
        yield {**context, "start": 0, "all": 1, "first": True, "last": True}
        return
    items = list(context[cut.key])
    slices: list[list[Item]] = [[]]
    filled = 0.0
    for item in items:
        taken = cut.pages(item)
        differs = bool(slices[-1]) and cut.separator(slices[-1][-1]) != cut.separator(item)
        if slices[-1] and most < math.inf and (filled + taken > most or differs):
            slices.append([])
            filled = 0
        slices[-1].append(item)
        filled += taken
    start = 0
    for n, some in enumerate(slices, 1):
        place = {"start": start, "all": len(items), "first": n == 1, "last": n == len(slices)}
        yield {**context, cut.key: some, **place}
        start += len(some)
