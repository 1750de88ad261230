"""A document with its context, ready to be set: in one go where it is short, in pieces where it is long."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import gettext as _

from tournaments.forms.games.score_sheet import ScoreSheet
from tournaments.models import Tournament

from .joining import PrintWork, Progress, join_pieces
from .page_words import NotPrinted
from .pdf import STYLESHEETS, render_alike_pdf, render_pdf
from .pieces import (
    CARD_DOCUMENTS,
    CUT_RULES,
    HANDED_OUT,
    LIGHT_PIECE,
    LONG,
    MOST_TAGGED,
    PIECE,
    POSTERS,
    PRINTED_WHEN_EMPTY,
    CutRule,
    GridOverlay,
    Piece,
    count_pages,
    slice_context,
)
from .scoresheets import Leaf, choose_grid_leaves, draw_qrs, get_grid_kind
from .text_boxes import TextBoxes

LOOKS = {
    "a5": "css/print-a5.css",
    "large": "css/print-large.css",
    "contrast": "css/print-contrast.css",
    "duplex": "css/print-duplex.css",
}
"""The stylesheet of each look that a document may have, beside the plain A4."""
UPRIGHT_LOOKS = frozenset({LOOKS["a5"], LOOKS["large"]})
"""The looks in which no ledger lies across the page: a pen, or a weak eye, needs the width."""
BROWSER_LOOK = "css/print-browser.css"
"""The stylesheet for where a browser prints the document instead of WeasyPrint."""
TWO_LANGUAGES = "two"
"""The look of a document in two languages, as two A5 on one A4."""
BOOKLET, INSET = "booklet", "inset"
"""The looks of a booklet of A5 to fold, and of pages for a printer that leaves the edges white."""
ALL_LOOKS = (*LOOKS, TWO_LANGUAGES, BOOKLET, INSET)
A4_ONLY = CARD_DOCUMENTS | {"pack", "readable-sheets"}
"""The names of the documents that are always an A4: cards are cut out of it, or what is read there lies by measure."""
WRITTEN_ON = frozenset(
    {"sheets", "sheets-filled", "spare-sheets", "running-totals", "check-in", "check-in-paid"} | {"readable-sheets"}
)
"""The names of the documents that are written on, one by one: never a booklet."""
BLANK_SHEETS = frozenset({"sheets", "spare-sheets"})
"""The names of the documents whose pages are alike but for some texts."""


@dataclass(frozen=True)
class PrintOptions:
    """What to print and how. `n`: one round alone (None: all); `look`: keys of ALL_LOOKS, as "a5" or "duplex"; `left`:
    only what is left to play, in the documents that support it."""

    n: int | None = None
    look: tuple[str, ...] = ()
    left: bool = False

    def is_two_languages(self, name: str) -> bool:
        """True if the document of this name is printed in two languages; never one that is always an A4."""
        return TWO_LANGUAGES in self.look and name not in A4_ONLY

    def is_booklet(self, name: str) -> bool:
        """True if the document of this name is printed as a booklet; never one that is cut up or written on, nor one in
        two languages, which has two pages side by side already."""
        allowed = name not in A4_ONLY and name not in WRITTEN_ON and not self.is_two_languages(name)
        return BOOKLET in self.look and allowed

    @property
    def fills_backs(self) -> bool:
        """True if the back of a score sheet may have the same table's sheet of another round: both sides of A4 are
        printed, and no sheet needs its back for its own second page."""
        return "duplex" in self.look and not self.has_sheet_a_page

    @property
    def has_sheet_a_page(self) -> bool:
        """True if score sheets that share an A4 have pages of their own."""
        return not {"a5", "large", TWO_LANGUAGES}.isdisjoint(self.look)

    @property
    def is_inset(self) -> bool:
        """True if pages are printed a little smaller, away from the edges that many printers leave white."""
        return INSET in self.look

    def to_half_pages(self) -> "PrintOptions":
        """Return the same options for A5 pages in one language, which are then put two to an A4."""
        dropped = ("a5", "duplex", TWO_LANGUAGES, BOOKLET, INSET)
        return replace(self, look=("a5", *(each for each in self.look if each not in dropped)))

    def list_stylesheets(self, name: str) -> tuple[str, ...]:
        """Return the extra stylesheets of these looks for the document of this name."""
        return tuple(LOOKS[each] for each in LOOKS if each in self.look and (each != "a5" or name not in A4_ONLY))


@dataclass(frozen=True)
class PrintOrder:
    """The task of writing one document of a tournament to a file. `document`: a `Document` or a `Bundle`; `output`: the
    file; `progress`: called with (steps done, steps in all); `is_stopped`: asked between steps whether to stop."""

    document: Any
    tournament: Tournament
    output: Path
    options: PrintOptions = PrintOptions()
    progress: Progress = lambda done, steps: None
    is_stopped: Callable[[], bool] = lambda: False

    def write(self) -> None:
        """Write the document. Raises NothingToPrint, TooNarrow, PrintingStopped, PieceFailed, TextsLost, OSError."""
        self.document.write(self)

    def join(self, work: PrintWork) -> None:
        """Lay out a document in pieces and write it to `output`. Raises PrintingStopped, PieceFailed,
        TextsLost, OSError."""
        join_pieces(work, self.output, progress=self.progress, stopped=self.is_stopped)

    def to_half_pages(self, output: Path) -> "PrintOrder":
        """Return an order for the same document on A5 pages in one language, which are then put two to an A4."""
        return replace(self, output=output, options=self.options.to_half_pages())


class TooNarrow(NotPrinted):
    """Raised when the columns of a score sheet would be too narrow to write in with a pen; its text is a sentence for
    the user."""

    def __init__(self, sheet: ScoreSheet) -> None:
        self.sheet = sheet

    def __str__(self) -> str:
        sentence = _(
            "%(table)s : sur un A5, ses %(columns)s colonnes sont trop étroites pour un crayon. Imprimez en A4."
        )
        return sentence % {"table": self.sheet.title, "columns": self.sheet.width}


class NothingToPrint(NotPrinted):
    """Raised when a document would be an empty page; its text is a sentence for the user."""

    def __str__(self) -> str:
        return _("il n’y a encore rien à y mettre.")


@dataclass(frozen=True)
class Paper:
    """One document of a tournament, ready to be laid out. `name`: the document's; `context`: of its template; `looks`:
    extra stylesheets."""

    name: str
    title: str
    template: str
    context: dict[str, Any]
    looks: tuple[str, ...] = ()

    @property
    def cut(self) -> CutRule | None:
        """The rule by which the document is cut into pieces; None for a document that is never long."""
        return CUT_RULES.get(self.name)

    @property
    def page_count(self) -> float:
        """How many pages the document takes, roughly."""
        return count_pages(self.cut, self.context)

    @property
    def is_long(self) -> bool:
        """True if the document is too long to be laid out while somebody waits."""
        return self.page_count > LONG

    @property
    def has_layers(self) -> bool:
        """True if its pieces are laid out in two layers, grids and the texts over them; such a PDF has no tags."""
        return self.name == "sheets" and UPRIGHT_LOOKS.isdisjoint(self.looks)

    @property
    def is_empty(self) -> bool:
        """True if the list that the document consists of is empty, so that its page would be blank."""
        return self.cut is not None and self.name not in PRINTED_WHEN_EMPTY and not self.context[self.cut.key]

    def check(self) -> None:
        """Raise NothingToPrint if the document is empty, TooNarrow if its score sheets are too narrow on this paper."""
        if self.is_empty:
            raise NothingToPrint
        leaves: Sequence[Leaf] = self.context.get("leaves", ())
        fitting = (leaf.is_shared or any(sheet.fits_a5 for sheet in leaf.sheets) for leaf in leaves)
        if LOOKS["a5"] in self.looks and leaves and not any(fitting):
            raise TooNarrow(leaves[0].sheets[0])

    def render_html(self) -> str:
        """Return the whole document as HTML. Raises NothingToPrint, TooNarrow."""
        self.check()
        return self._render(next(slice_context(self.cut, self.context, most=math.inf)))

    def render_page(self, nonce: str) -> str:
        """Return the whole document as an HTML page for a browser to print, in the same style. The style attributes are
        moved into one style element with this `nonce`, which the page's security policy allows."""
        sheets = (*STYLESHEETS, *self.looks, BROWSER_LOOK)
        page = replace(self, context={**self.context, "stylesheets": [static(sheet) for sheet in sheets]})
        return move_measures(page.render_html(), nonce)

    def render_pdf(self) -> bytes:
        """Return the whole document as a tagged PDF, laid out in one go. Raises NotPrinted."""
        return self._render_alike() or render_pdf(self.render_html(), self.looks)

    def build_work(self) -> PrintWork:
        """Return the document as pieces to lay out, tagged if it is not too long. Raises NothingToPrint, TooNarrow."""
        self.check()
        if self.has_layers:
            return self._build_layered_work()
        tagged = self.page_count <= MOST_TAGGED
        pieces = [self._build_piece(each, tagged=tagged) for each in slice_context(self.cut, self.context)]
        return PrintWork(self.title, pieces)

    def _render_alike(self) -> bytes | None:
        """Return score sheets as a PDF whose grid is laid out once for all tables that play alike; None if that would
        save nothing, or if a name does not fit in the grid."""
        if self.name not in BLANK_SHEETS or not set(self.looks) <= {LOOKS["contrast"]}:
            return None
        self.check()
        leaves: list[Leaf] = self.context["leaves"]
        alike, place = choose_grid_leaves(leaves)
        kinds = [get_grid_kind(leaf) for leaf in leaves]
        if None in kinds or len(alike) == len(leaves):
            return None
        context = {**self.context, "start": 0, "all": len(leaves), "draws_qr": True}
        grids_html = self._render({**context, "leaves": alike}, "grid")
        overlay = self._build_overlay(context, place)
        return render_alike_pdf(grids_html, overlay.grids, overlay.render_html, self.looks)

    def _build_piece(
        self, context: dict[str, Any], overlay: GridOverlay | None = None, *, tagged: bool = False
    ) -> Piece:
        """Return the piece with this part of the context. Its pages get numbers unless they are cut apart or a poster.
        Printed on both sides, the first piece begins on a front, and so does each piece of a document that is handed
        out item by item."""
        has_own = self.name in POSTERS or (self.cut is not None and self.cut.has_own_numbers)
        numbered = not (has_own or any(leaf.is_shared for leaf in context.get("leaves", ())))
        on_front = LOOKS["duplex"] in self.looks and (context["first"] or self.name in HANDED_OUT)
        return Piece(partial(self._render, context), numbered, self.looks, overlay, tagged, on_front)

    def _build_layered_work(self) -> PrintWork:
        """Return the score sheets as pieces in two layers: the grid of each kind of sheet once, and over it what
        differs from table to table."""
        alike, place = choose_grid_leaves(self.context["leaves"])
        context = {**self.context, "start": 0, "all": len(alike)}
        grids = [
            Piece(partial(self._render, {**context, "leaves": [leaf]}, "grid"), looks=self.looks) for leaf in alike
        ]
        return PrintWork(self.title, list(self._build_leaf_pieces(place)), grids)

    def _build_leaf_pieces(self, place: dict[Any, int]) -> Iterator[Piece]:
        """Yield the pieces of the score sheets. `place`: the index of the grid for each kind of leaf, as
        `get_grid_kind` names it."""
        leaves, start = self.context["leaves"], 0
        for light, some in groupby(leaves, key=lambda leaf: get_grid_kind(leaf) is not None):
            context = {**self.context, "leaves": list(some)}
            for each in slice_context(self.cut, context, most=LIGHT_PIECE if light else PIECE):
                each |= {"start": start, "all": len(leaves)}
                start += len(each["leaves"])
                yield self._build_piece(each, self._build_overlay(each, place) if light else None)

    def _build_overlay(self, context: dict[str, Any], place: dict[Any, int]) -> GridOverlay:
        """Return how the texts of this context's leaves are laid over their grids. `place`: the index of the grid for
        each kind of leaf."""
        leaves: list[Leaf] = context["leaves"]

        def texts(places: list[TextBoxes]) -> str:
            placed = [replace(leaf, places=each) for leaf, each in zip(leaves, places, strict=True)]
            return self._render({**context, "leaves": placed}, "over")

        def alone(n: int) -> str:
            return self._render({**context, "leaves": [leaves[n]], "start": context["start"] + n})

        grids = tuple(place[get_grid_kind(leaf)] for leaf in leaves)
        return GridOverlay(grids, texts, alone, lambda n, places: draw_qrs(leaves[n], places))

    def _render(self, context: dict[str, Any], layer: str = "") -> str:
        """Return the document's HTML with this context. `layer`: "grid" for the grid alone, "over" for the texts over
        it, "" for whole pages."""
        upright = not UPRIGHT_LOOKS.isdisjoint(self.looks)
        return render_to_string(self.template, {**context, "layer": layer, "upright": upright})


MEASURES = re.compile(r' style="([^"]*)"')


def move_measures(html: str, nonce: str) -> str:
    """Return the HTML page with the `style` attributes of its elements (measured widths and heights) moved into one
    style element with this nonce, which the page's security policy allows."""
    found: dict[str, int] = {}
    marked = MEASURES.sub(lambda at: f' data-measures="{found.setdefault(at[1], len(found))}"', html)
    rules = (
        f'[data-measures="{n}"]{{{measures.rstrip(";").replace(";", "!important;")}!important}}'
        for measures, n in found.items()
    )
    return marked.replace("</head>", f'<style nonce="{nonce}">{"".join(rules)}</style>\n</head>', 1)
