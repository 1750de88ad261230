"""A document that a tournament can print: its entry in the register, and how it is set as a PDF.

Knows no document in particular.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from config.durable import SHARED, write_file
from config.printed_addresses import save_printed_address
from config.version import __version__
from tournaments.models import Tournament
from tournaments.models.rights import Right
from tournaments.presentation.qr import get_printed_address
from tournaments.presentation.text.cards import show_pack_of
from tournaments.reading.club_face import load_face
from tournaments.reading.paper_digest import compute_digest

from .finishing import inset_pages, write_booklet, write_side_by_side
from .papers import NothingToPrint, Paper, PrintOptions, PrintOrder
from .print_stage import PrintNeed, PrintStage
from .remainder import Remainder
from .scoresheets import QUARTERS, WHOLE, Leaf, fill_backs

DEFAULT_OPTIONS = PrintOptions()
DRAFT, OPEN, CLOSED = Tournament.Status.DRAFT, Tournament.Status.OPEN, Tournament.Status.CLOSED

WITH_FACE = frozenset(
    {"standings", "results", "seating", "seating-tables", "seating-names", "welcome", "tonight", "check-in-poster"}
    | {"announcement", "announcement-day", "announcement-band"}
    | {"diplomas", "diplomas-wide", "season", "season-poster"}
)
"""The names of the documents that hang on a wall or are kept: they bear the club's logo and its sponsors."""


def unstack(leaves: Iterable[Leaf]) -> Iterator[Leaf]:
    """Yield the leaves with their score sheets in order of rounds and tables, where each is a page that is not cut: the
    order of piles to cut would be none. Quarters stay, as two of them lie on an A5."""
    for share, some in groupby(leaves, key=lambda leaf: leaf.share):
        if share in (QUARTERS, WHOLE):
            yield from some
            continue
        sheets = [score for leaf in some for score in leaf.sheets]
        sheets.sort(key=lambda score: (score.round_number, score.sheet.table.n) if score.sheet else (0, 0))
        yield from (Leaf(tuple(sheets[n : n + share.sheets]), share) for n in range(0, len(sheets), share.sheets))


@dataclass(frozen=True)
class Document:
    """One kind of printed document.

    name: in the address and on the command line; title, about: in the catalogue.
    build_context: returns the template's context for a tournament.
    need: what it takes to be printed.
    best_statuses: the statuses of a tournament in which it is worth printing.
    layout: the document whose template it uses, "" for its own.
    has_rounds: it can be printed for one round alone.
    has_address: it has a QR that no longer works once the hall's address changes.
    right: what a member must be allowed to do to print it, as who holds a table's QR can write there.
    build_left: returns the context of only what is left to play, None if it has none; left_title: its title then.
    is_left: True if the document is still needed for what is left.
    always_listed: the catalogue shows it even if it cannot be printed.
    """

    name: str
    title: Any
    about: Any
    build_context: Callable[..., dict[str, Any]]
    need: PrintNeed
    best_statuses: tuple[str, ...] = ()
    layout: str = ""
    has_rounds: bool = False
    has_address: bool = False
    right: Right = Right.LOOK
    build_left: Callable[[Tournament, Remainder], dict[str, Any]] | None = None
    left_title: Any = ""
    is_left: Callable[[Remainder], bool] = lambda left: True
    always_listed: bool = True

    @property
    def rights(self) -> frozenset[Right]:
        """The rights that a member needs to print the document."""
        return frozenset({self.right})

    @property
    def template(self) -> str:
        """The path of the document's template."""
        return f"prints/{(self.layout or self.name).replace('-', '_')}.html"

    @property
    def missing_hint(self) -> Any:
        """The sentence on what to do first, shown where the document cannot be printed yet."""
        return self.need.hint

    def is_printable(self, stage: PrintStage) -> bool:
        """True if the tournament, at this stage, has what the document needs."""
        return self.need.is_met(stage)

    def build_paper(self, tournament: Tournament, options: PrintOptions = DEFAULT_OPTIONS) -> Paper:
        """Build the document's paper for a tournament, in the active language and with the club's cards. If a QR is on
        it, save the address that it leads to."""
        show_pack_of(tournament)
        tournament.has_later_rounds = tournament.rounds.filter(n__gt=1).exists()
        if self.has_address and (address := get_printed_address()):
            save_printed_address(settings.VAR_DIR, tournament.code, address)
        printed_at = timezone.now().astimezone(ZoneInfo(tournament.club.time_zone))
        read = self.read_context(tournament, options)
        title = self.left_title if options.left and self.left_title else self.title
        frame = {
            "document": replace(self, title=title),
            "tournament": tournament,
            "printed_at": printed_at,
            "digest": compute_digest(tournament),
            "program_version": __version__,
        }
        if self.name in WITH_FACE:
            frame["face"] = load_face(tournament.club)
        looks = options.list_stylesheets(self.name)
        return Paper(self.name, f"{title} · {tournament.name}", self.template, read | frame, looks)

    def can_print_left(self, left: Remainder) -> bool:
        """True if the document can be printed for only what is left to play, and is still needed for that."""
        return self.build_left is not None and self.is_left(left)

    def read_context(self, tournament: Tournament, options: PrintOptions) -> dict[str, Any]:
        """Return the template's context for what the options ask: what is left to play, one round, or all. Score sheets
        get others on their backs where the options allow. Raises NothingToPrint if nothing is left to play."""
        context = self._read_rounds(tournament, options)
        if options.fills_backs and "leaves" in context:
            context["leaves"] = fill_backs(context["leaves"])
        if options.has_sheet_a_page and "leaves" in context:
            context["leaves"] = list(unstack(context["leaves"]))
        return context

    def _read_rounds(self, tournament: Tournament, options: PrintOptions) -> dict[str, Any]:
        """Return the template's context for what the options ask: what is left to play, one round, or all."""
        if options.left:
            left = Remainder.of(tournament)
            if not (left.rounds and self.is_left(left)):
                raise NothingToPrint
            if self.build_left:
                return self.build_left(tournament, left)
        if options.n and self.has_rounds:
            return self.build_context(tournament, options.n)
        return self.build_context(tournament)

    def make_if_short(self, tournament: Tournament, options: PrintOptions) -> bytes | None:
        """Return the document as a PDF; None where it is too long to be made while somebody waits."""
        if options.is_two_languages(self.name) or options.is_booklet(self.name) or options.is_inset:
            return None
        paper = self.build_paper(tournament, options)
        return None if paper.is_long else paper.render_pdf()

    def write(self, order: PrintOrder) -> None:
        """Write the document to a file as the order says: at once if it is short, else in pieces; twice if in two
        languages; as a booklet or smaller if asked. Raises NothingToPrint, TooNarrow, PrintingStopped, PieceFailed,
        TextsLost, OSError."""
        if order.options.is_two_languages(self.name):
            write_side_by_side(order)
        elif order.options.is_booklet(self.name):
            write_booklet(order)
        elif (paper := self.build_paper(order.tournament, order.options)).is_long:
            order.join(paper.build_work())
        else:
            write_file(order.output, paper.render_pdf(), SHARED)
        if order.options.is_inset:
            inset_pages(order.output)
