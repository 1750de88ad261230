"""Long documents: pieces are set by processes of their own and joined into one PDF whose pages are numbered.

Each piece has a process, so that the memory it took is freed; two run at a time, each with bounded time and memory. A
joined document has its fonts inside, and its tags where each of its pieces has them. Never run this in a process with
threads: it forks.
"""

import gc
import json
import multiprocessing
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from config.durable import temporary_folder
from config.system_calls import CAN_FORK, limit_process
from tournaments.presentation.qr import load_addresses

from .page_words import TextsLost
from .pdf import OVER_LOOK, OVER_PAGE_LOOK, lay_out, warm_up
from .pieces import GridOverlay, Piece
from .stamping import count_pages, get_whole_page_path, write_joined
from .text_boxes import TextBoxes, texts_fit

AT_ONCE = 2
SECONDS = 180  # of processor time that a piece may take; a few seconds are enough on an old laptop
MEMORY = 3 << 30  # bytes of address space, most of it libraries and never touched

Progress = Callable[[int, int], None]


class PrintingStopped(Exception):
    """Raised when the caller asked to stop before the document was finished."""


class PieceFailed(Exception):
    """Raised when a piece of a document could not be laid out within its time and memory."""


@dataclass(frozen=True)
class PrintWork:
    """A document to be laid out in pieces and joined. `grids`: pages that lie under some of its pages, each laid out
    once; `parts`: (title, number of its pieces) of each document in it; `build_contents`: returns the page of contents
    that comes first, from (title, first page) of each document; None for no such page."""

    title: str
    pieces: Sequence[Piece]
    grids: Sequence[Piece] = ()
    parts: Sequence[tuple[str, int]] = ()
    build_contents: Callable[[list[tuple[str, int]]], Piece] | None = None


def join_pieces(
    work: PrintWork,
    output: Path,
    *,
    progress: Progress = lambda done, of: None,
    stopped: Callable[[], bool] = lambda: False,
) -> None:
    """Lay out all pieces and write them as one document. `progress`: called with (steps done, steps in all); `stopped`:
    asked between steps whether to stop. Raises PrintingStopped, PieceFailed, TextsLost, OSError, and then writes
    nothing."""
    warm_up()
    load_addresses()
    steps = len(work.pieces) + 1

    def step(done: int) -> None:
        if stopped():
            raise PrintingStopped
        progress(done, steps)

    with temporary_folder(output.parent) as folder:
        grids = [(piece, folder / f"grid-{n}.pdf") for n, piece in enumerate(work.grids)]
        made = [(piece, folder / f"{n}.pdf") for n, piece in enumerate(work.pieces)]
        under = [file for _piece, file in grids]
        set_pieces = _set_pieces if CAN_FORK else _set_pieces_here
        set_pieces(grids, [], lambda done: step(0))
        set_pieces(made, under, step)
        draft = folder / "joined.pdf"
        places = find_first_pages(work.parts, made, 1 if work.build_contents else 0)
        if work.build_contents:
            contents = [(work.build_contents(places), folder / "contents.pdf")]
            set_pieces(contents, [], lambda done: step(len(made)))
            made = contents + made
        write_joined(work.title, made, under, draft, places)
        step(steps)
        draft.replace(output)


def find_first_pages(
    parts: Sequence[tuple[str, int]], made: Sequence[tuple[Piece, Path]], before: int
) -> list[tuple[str, int]]:
    """Return (title, number of its first page) for each part. `parts`: (title, number of its pieces); `made`: all
    pieces with their PDFs; `before`: how many pages come before them."""
    first, end = [], before
    for piece, file in made:
        end += piece.is_on_front and end % 2
        first.append(end + 1)
        pages = count_pages(piece, file)
        end += 2 * pages - 1 if piece.is_on_front and piece.overlay else pages
    found, pieces = [], 0
    for title, some in parts:
        found.append((title, first[pieces]))
        pieces += some
    return found


def _set_pieces(pieces: list[tuple[Piece, Path]], under: list[Path], step: Callable[[int], None]) -> None:
    """Lay out the pieces as PDFs, each in a process of its own, AT_ONCE of them at a time. `under`: the PDFs of the
    grids; `step`: called with the number of pieces done."""
    wanted = list(pieces)
    fork = multiprocessing.get_context("fork")
    running: dict[Any, BaseProcess] = {}
    done, total = 0, len(wanted)
    try:
        while done < total:
            step(done)
            while wanted and len(running) < AT_ONCE:
                piece, file = wanted.pop(0)
                process: BaseProcess = fork.Process(target=_set_piece, name=str(file), args=(piece, file, under))
                process.start()
                running[process.sentinel] = process
            for sentinel in wait(list(running), timeout=1):
                process = running.pop(sentinel)
                process.join()
                if process.exitcode:
                    raise read_failure(Path(process.name))
                done += 1
    finally:
        for process in running.values():
            process.terminate()
            process.join()


def _set_pieces_here(pieces: list[tuple[Piece, Path]], under: list[Path], step: Callable[[int], None]) -> None:
    """Lay out the pieces one after another in this process, where the system cannot fork. `under`: the PDFs of the
    grids; `step`: called with the number of pieces done."""
    for done, (piece, file) in enumerate(pieces):
        step(done)
        _set_piece_here(piece, file, under)


def read_failure(file: Path) -> PieceFailed | TextsLost:
    """Return the error of a piece whose process failed: TextsLost if it left the text of one beside its file, else
    PieceFailed."""
    path = get_lost_path(file)
    return TextsLost(path.read_text(encoding="utf-8")) if path.exists() else PieceFailed()


def get_lost_path(file: Path) -> Path:
    """Return the path of the file in which the process of a piece leaves the text of its TextsLost error."""
    return file.with_suffix(".lost")


def _set_piece(piece: Piece, file: Path, under: list[Path]) -> None:
    """Lay out one piece within limits of time and memory; runs in a process of its own, which ends so soon that it
    needs no garbage collection. `under`: the PDFs of the grids over which its texts lie."""
    gc.disable()
    try:
        limit_process(SECONDS, MEMORY)
        _set_piece_here(piece, file, under)
    except TextsLost as lost:
        get_lost_path(file).write_text(str(lost), encoding="utf-8")
        sys.exit(1)


def _set_piece_here(piece: Piece, file: Path, under: list[Path]) -> None:
    """Lay out one piece in this process: write its PDF to `file`, and where its texts lie beside it, as JSON. `under`:
    the PDFs of the grids over which its texts lie."""
    if piece.overlay:
        _set_over_grids(
            piece.overlay,
            piece.looks,
            file,
            [json.loads(each.with_suffix(".json").read_text(encoding="utf-8")) for each in under],
        )
        return
    body, places = lay_out(piece.render_html(), piece.looks, tagged=piece.tagged)
    file.write_bytes(body)
    file.with_suffix(".json").write_text(json.dumps(places), encoding="utf-8")


def _set_over_grids(over: GridOverlay, looks: tuple[str, ...], file: Path, grids: list[list[TextBoxes]]) -> None:
    """Lay out the texts that lie over grids as a PDF. Beside it, write as JSON what is drawn on each page, and as a
    whole PDF each page whose texts do not fit its grid. `over`: what lies over them; `grids`: for each PDF of grids,
    where the texts of its pages lie."""
    under = [grids[n][0] for n in over.grids]
    body, places = lay_out(over.render_html(under), (*looks, OVER_LOOK, OVER_PAGE_LOOK))
    file.write_bytes(body)
    drawn = {}
    for n, (mine, grid) in enumerate(zip(places, under, strict=True)):
        if len(grids[over.grids[n]]) == 1 and texts_fit(mine, grid):
            drawn[n] = over.draw(n, grid)
        else:
            alone, _places = lay_out(over.render_whole(n), looks)
            get_whole_page_path(file, n).write_bytes(alone)
    file.with_suffix(".json").write_text(json.dumps(drawn), encoding="utf-8")
