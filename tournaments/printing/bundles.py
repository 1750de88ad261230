"""Bundles: several documents in one PDF, such as those the organiser ticks, or the pack for going on without the
computer."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tournaments.models import Tournament
from tournaments.rights import Right

from .joining import PrintWork, Progress, join_pieces
from .papers import Paper, PrintOptions
from .pieces import Piece
from .print_stage import PrintStage


@dataclass(frozen=True)
class Bundle:
    """Several documents one after the other, without those that cannot be printed. Its pages are numbered throughout;
    the PDF is not tagged. It has the same attributes and methods as a `Document`."""

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
        """What a member must be allowed to do to have all of its documents."""
        return frozenset().union(*(part.rights for part in self.parts))

    def is_printable(self, stage: PrintStage) -> bool:
        """True where at least one of its documents can be printed."""
        return stage.expected and any(part.is_printable(stage) for part in self.parts)

    def build_papers(self, tournament: Tournament, options: PrintOptions) -> list[Paper]:
        """Read each document that can be printed, in the active language."""
        stage = PrintStage.of(tournament)
        return [part.build_paper(tournament, options) for part in self.parts if part.is_printable(stage)]

    def make_if_short(self, tournament: Tournament, options: PrintOptions) -> bytes | None:
        """Return None: a bundle is never made while somebody waits."""
        return None

    def write(
        self, tournament: Tournament, output: Path, options: PrintOptions, progress: Progress, stopped: Any
    ) -> None:
        """Write the bundle to `output`. Raises PrintingStopped, PieceFailed, TextsLost, OSError."""
        title = f"{self.title} · {tournament.name}"
        work = merge_works(title, [paper.build_work() for paper in self.build_papers(tournament, options)])
        join_pieces(work, output, progress=progress, stopped=stopped)


def merge_works(title: str, works: Sequence[PrintWork]) -> PrintWork:
    """Return several works as one; at most one of them may have grids that lie under other pages."""
    grids = [work.grids for work in works if work.grids]
    assert len(grids) < 2
    pieces: list[Piece] = [piece for work in works for piece in work.pieces]
    return PrintWork(title, pieces, grids[0] if grids else ())
