"""Bundles: several documents in one PDF, such as those the organiser ticks, or the pack for going on without the
computer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.models import Tournament
from tournaments.models.rights import Right

from .finishing import inset_pages, write_booklet, write_in_turn
from .joining import PrintWork
from .papers import A4_ONLY, INSET, NothingToPrint, Paper, PrintOptions, PrintOrder
from .pieces import MOST_TAGGED, Piece
from .print_stage import PrintStage
from .remainder import Remainder

MOST_WITHOUT_CONTENTS = 4
"""Of so few documents, a page of contents would be a wasted paper."""


@dataclass(frozen=True)
class Bundle:
    """Several documents printed as one, without those that cannot be printed. Its pages are numbered throughout, after
    a page of contents if they are more than a few; in two languages, each document has its own numbers. It has the same
    attributes and methods as a `Document`."""

    name: str
    title: Any
    about: Any
    parts: tuple[Any, ...]
    missing_hint: Any = ""
    best_statuses: tuple[str, ...] = ()
    has_rounds: bool = False
    always_listed: bool = True

    @property
    def rights(self) -> frozenset[Right]:
        """The rights that a member needs to print the bundle: those of all its documents together."""
        return frozenset().union(*(part.rights for part in self.parts))

    def is_printable(self, stage: PrintStage) -> bool:
        """True if players are expected and at least one of its documents can be printed."""
        return stage.expected and any(part.is_printable(stage) for part in self.parts)

    def can_print_left(self, left: Remainder) -> bool:
        """True if at least one of its documents can be printed for only what is left to play."""
        return any(part.can_print_left(left) for part in self.parts)

    def build_papers(self, tournament: Tournament, options: PrintOptions) -> list[Paper]:
        """Build a paper of each document that can be printed and is not empty (with `options.left`, of each still
        needed), in the active language. A bundle that is always an A4 is never made on A5."""
        if self.name in A4_ONLY:
            options = replace(options, look=tuple(each for each in options.look if each != "a5"))
        papers = [part.build_paper(tournament, options) for part in self.list_wanted(tournament, options)]
        return [paper for paper in papers if not paper.is_empty]

    def list_wanted(self, tournament: Tournament, options: PrintOptions) -> list[Any]:
        """Return its documents that can be printed; with `options.left`, only those still needed for what is left to
        play."""
        stage = PrintStage.of(tournament)
        wanted = [part for part in self.parts if part.is_printable(stage)]
        if options.left:
            remainder = Remainder.of(tournament)
            wanted = [part for part in wanted if remainder.rounds and part.is_left(remainder)]
        return wanted

    def make_if_short(self, tournament: Tournament, options: PrintOptions) -> bytes | None:
        """Return None: a bundle is never made while somebody waits."""
        return None

    def write(self, order: PrintOrder) -> None:
        """Write the bundle to a file as the order says. Raises NothingToPrint, TooNarrow, PrintingStopped, PieceFailed,
        TextsLost, OSError."""
        if order.options.is_two_languages(self.name):
            self._write_two_languages(order)
        elif order.options.is_booklet(self.name):
            write_booklet(order)
        else:
            self._join_papers(order)
        if order.options.is_inset:
            inset_pages(order.output)

    def _write_two_languages(self, order: PrintOrder) -> None:
        """Write each document of the bundle in two languages, or in one if it is always an A4, to the order's file.
        Raises NothingToPrint if there are none."""
        names = {paper.name for paper in self.build_papers(order.tournament, order.options)}
        if not names:
            raise NothingToPrint
        options = replace(order.options, look=tuple(each for each in order.options.look if each != INSET))
        wanted = (part for part in self.parts if part.name in names)
        write_in_turn(
            f"{self.title} · {order.tournament.name}",
            [replace(order, document=part, options=options) for part in wanted],
        )

    def _join_papers(self, order: PrintOrder) -> None:
        """Write all documents of the bundle, one after the other, to the order's file. Raises NothingToPrint if there
        are none."""
        papers = self.build_papers(order.tournament, order.options)
        if not papers:
            raise NothingToPrint
        contents = replace(
            papers[0],
            name="contents",
            title=f"{self.title} · {order.tournament.name}",
            template="prints/contents.html",
            context=papers[0].context | {"document": self},
            looks=order.options.list_stylesheets(self.name),
        )
        order.join(merge_papers(contents, papers))


def merge_papers(contents: Paper, papers: Sequence[Paper]) -> PrintWork:
    """Return several papers as one work, after a page of contents if there are more than MOST_WITHOUT_CONTENTS; at most
    one of them may have grids that lie under its pages."""
    works = [paper.build_work() for paper in papers]
    grids = [work.grids for work in works if work.grids]
    assert len(grids) < 2
    tagged = sum(paper.page_count for paper in papers) <= MOST_TAGGED and not any(paper.has_layers for paper in papers)
    pieces = [replace(piece, tagged=tagged) for work in works for piece in work.pieces]

    def build_contents(rows: list[tuple[str, int]]) -> Piece:
        bear_numbers = [work.pieces[0].numbered for work in works]
        follow_numbers = [True, *(work.pieces[-1].numbered for work in works)]
        places = [(title, n, *found) for (title, n), *found in zip(rows, bear_numbers, follow_numbers, strict=False)]
        paper = replace(contents, context=contents.context | {"rows": places})
        return Piece(paper.render_html, looks=paper.looks, tagged=tagged)

    titles = [str(paper.context["document"].title) for paper in papers]
    parts = [(title, len(work.pieces)) for title, work in zip(titles, works, strict=True)]
    listed = build_contents if len(papers) > MOST_WITHOUT_CONTENTS else None
    return PrintWork(contents.title, pieces, grids[0] if grids else (), parts, listed)
