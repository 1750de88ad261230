"""Several documents in one file: what the organiser ticks, and the pack that outlives the laptop."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tournaments.models import Event

from .joined import Progress, Work, join
from .papers import Asked, Paper
from .pieces import Piece
from .stage import Stage


@dataclass(frozen=True)
class Bundle:
    """Documents one after the other, those of them that can be printed. Its pages are numbered through; it is not
    tagged. Its face is a Document's."""

    name: str
    title: Any
    about: Any
    parts: tuple[Any, ...]
    lacking: Any = ""
    best: tuple[str, ...] = ()
    of_round: bool = False

    def needs(self, stage: Stage) -> bool:
        return stage.expected and any(part.needs(stage) for part in self.parts)

    def papers(self, event: Event, asked: Asked) -> list[Paper]:
        stage = Stage.of(event)
        return [part.paper(event, asked) for part in self.parts if part.needs(stage)]

    def at_once(self, event: Event, asked: Asked) -> bytes | None:
        """None: it is never made while somebody waits."""
        return None

    def write(self, event: Event, output: Path, asked: Asked, progress: Progress, stopped: Any) -> None:
        """Raises joined.Stopped, joined.Broken, OSError."""
        title = f"{self.title} · {event.name}"
        work = bundled(title, [paper.work() for paper in self.papers(event, asked)])
        join(work, output, progress=progress, stopped=stopped)


def bundled(title: str, works: Sequence[Work]) -> Work:
    """One work of several; one of them at most has pages that lie under others'."""
    grids = [work.grids for work in works if work.grids]
    assert len(grids) < 2
    pieces: list[Piece] = [piece for work in works for piece in work.pieces]
    return Work(title, pieces, grids[0] if grids else ())
