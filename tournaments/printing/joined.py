"""Long documents: pieces set by processes of their own, joined into one PDF whose pages are numbered.

Each piece has a process, so that what setting it took is given back; two work at a time. Time and memory of each are
bounded. A joined document has its fonts inside and is not tagged. Never run in a process with threads: it forks.
"""

import json
import multiprocessing
import resource
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from .pdf import fonts_and_looks, laid
from .pieces import Piece
from .stamping import joined

AT_ONCE = 2
SECONDS = 180  # of processor time that a piece may take; some are enough on an old laptop
MEMORY = 3 << 30  # bytes of addresses, most of which are libraries and never touched
NEAR = 0.5  # CSS pixels: where marks are farther apart than this, what lies under does not fit

Progress = Callable[[int, int], None]
Marks = list[list[float]]


class Stopped(Exception):
    """Somebody no longer wants the document."""


class Broken(Exception):
    """A piece could not be set within its time and memory."""


@dataclass(frozen=True)
class Work:
    """A document in pieces. `under`: the pages that lie under some of theirs, each laid out once."""

    title: str
    pieces: Sequence[Piece]
    under: Piece | None = None


def join(
    work: Work,
    output: Path,
    *,
    progress: Progress = lambda done, of: None,
    stopped: Callable[[], bool] = lambda: False,
) -> None:
    """Set the pieces and write them as one document. `progress` is told how many steps are done, of how many;
    `stopped` is asked between them. Raises Stopped, Broken, OSError; then nothing is written."""
    fonts_and_looks()  # once, before the processes that share them
    steps = len(work.pieces) + 1

    def step(done: int) -> None:
        if stopped():
            raise Stopped
        progress(done, steps)

    with TemporaryDirectory(dir=output.parent, prefix="corbillon-") as folder:
        under = Path(folder) / "under.pdf"
        if work.under:
            _set_all([(work.under, under)], under, lambda done: step(0))
        files = [Path(folder) / f"{n}.pdf" for n in range(len(work.pieces))]
        _set_all(list(zip(work.pieces, files, strict=True)), under, step)
        draft = Path(folder) / "joined.pdf"
        joined(work.title, list(zip(work.pieces, files, strict=True)), under if work.under else None, draft)
        step(steps)
        draft.replace(output)


def _set_all(wanted: list[tuple[Piece, Path]], under: Path, step: Callable[[int], None]) -> None:
    """A process for each, some at once."""
    fork = multiprocessing.get_context("fork")
    running: dict[Any, BaseProcess] = {}
    done, total = 0, len(wanted)
    try:
        while done < total:
            step(done)
            while wanted and len(running) < AT_ONCE:
                piece, file = wanted.pop(0)
                process: BaseProcess = fork.Process(target=_set, args=(piece, file, under))
                process.start()
                running[process.sentinel] = process
            for sentinel in wait(list(running), timeout=1):
                process = running.pop(sentinel)
                process.join()
                if process.exitcode:
                    raise Broken
                done += 1
    finally:
        for process in running.values():
            process.terminate()
            process.join()


def _set(piece: Piece, file: Path, under: Path) -> None:
    """In a process of its own: set one piece, within bounds."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    body, marks = laid(piece.html(), piece.looks)
    if file == under:
        under.with_suffix(".json").write_text(json.dumps(marks), encoding="utf-8")
    elif piece.under and not _fits(piece, marks, json.loads(under.with_suffix(".json").read_text(encoding="utf-8"))):
        body, _marks = laid(piece.whole(), piece.looks)
        file.with_suffix(".whole").touch()
    file.write_bytes(body)


def _fits(piece: Piece, marks: Marks, under: Marks) -> bool:
    """Does every page leave its marks where the page under it has them?"""
    return len(marks) == len(piece.under) and all(
        len(mine) == len(under[page]) and all(abs(a - b) < NEAR for a, b in zip(mine, under[page], strict=True))
        for mine, page in zip(marks, piece.under, strict=True)
    )
