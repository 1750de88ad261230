"""Measure printing: 100 pre-filled score sheets made in pieces, and 4 made while somebody waits, each beside plain
WeasyPrint for the same pages in one run.

    python benchmarks/paper.py [--sheets 100] [--few 4] [--pages 1000]

Plain means one call to WeasyPrint with the HTML of all sheets, without PDF tags: 100 of ours have none, 4 have them. Of
its time ours may take 0.15 and 0.5, each in a process that has loaded its fonts and addresses; exits 1 where it takes
more. For scale, the same number of pages with as many lines and words is drawn by fpdf2 and by Typst, where they are
installed: a bare grid, without our typography. Then the memory that a document of --pages pages takes (0: not
measured), in the largest of the processes that make it; the limit is 200 MB.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.util
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from _installation import set_up_django

TIME_LIMIT, FEW_LIMIT = 0.15, 0.5
TURNS = 4  # of which the quickest counts, as the first loads what a warm server has
MEMORY_LIMIT = 200  # MB
ROWS, COLUMNS = 9, 18  # of the score sheet of a table of three that plays three tours


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", type=int, default=100)
    parser.add_argument("--few", type=int, default=4)
    parser.add_argument("--pages", type=int, default=1000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="corbillon-bench-") as folder:
        prepare(Path(folder))
        late = compare_few(options.few) | (compare_speed(options.sheets, Path(folder)) if options.sheets else 0)
        return late | (measure_memory(options.pages, Path(folder)) if options.pages else 0)


def prepare(folder: Path) -> None:
    """Create an installation in `folder`: the program's settings and a new database."""
    set_up_django(folder)
    from django.core.management import call_command
    from django.utils.translation import activate

    call_command("migrate", verbosity=0)
    activate("fr")


def create_evening(tables: int) -> Any:
    """Create a tournament with so many tables of three, whose score sheets fill a page each."""
    from tournaments.actions.evenings.lifecycle import create_tournament
    from tournaments.actions.rounds.seating import seat_round
    from tournaments.models import Club

    club, _made = Club.objects.get_or_create(name="Les Corbillons")
    tournament = create_tournament(
        club,
        name=f"Tournoi de {tables} tables",
        date=datetime.date(2026, 11, 21),
        game="brusquembille",
        options={"tours": 3},
        players=[f"Joueuse numéro {n}" for n in range(1, 3 * tables + 1)],
    )
    entries = list(tournament.entries.order_by("pk"))
    seat_round(tournament, 1, [entries[3 * n : 3 * n + 3] for n in range(tables)])
    return tournament


def measure_in_process(work: Callable[[], Any]) -> tuple[float, float, int]:
    """Run `work` in a process of its own. Return its seconds, its CPU seconds, and the peak megabytes of the process or
    of the largest of its children."""
    from config.system_calls import resource

    assert resource, "only Unix tells the peak memory of a process"
    ours, theirs = multiprocessing.Pipe()

    def run() -> None:
        begun = time.perf_counter()
        work()
        seconds = time.perf_counter() - begun
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        worked = sum(each.ru_utime + each.ru_stime for each in used)
        theirs.send((seconds, worked, max(each.ru_maxrss for each in used) // 1024))

    process = multiprocessing.get_context("fork").Process(target=run)
    process.start()
    process.join()
    if process.exitcode:
        raise SystemExit("the measured process failed")
    return ours.recv()  # type: ignore[no-any-return]


def lay_out_plainly(html: str) -> bytes:
    """Return the HTML as a PDF by WeasyPrint alone, with fonts and stylesheets that are loaded already."""
    import weasyprint

    from tournaments.printing.pdf import FETCHER, PIECE_LOOK, load_fonts_and_looks

    fonts, sheets = load_fonts_and_looks((PIECE_LOOK,))
    return weasyprint.HTML(string=html, url_fetcher=FETCHER).write_pdf(font_config=fonts, stylesheets=sheets)  # type: ignore[no-any-return]


def compare_few(sheets: int) -> int:
    """Measure the sheets as the warm server makes them in one go and by plain WeasyPrint: the least processor time of
    some turns. Return 1 if ours are past FEW_LIMIT, else 0."""
    from tournaments.printing.documents import DOCUMENTS_BY_NAME

    evening, document = create_evening(sheets), DOCUMENTS_BY_NAME["sheets"]

    def measure(work: Callable[[Any], bytes]) -> float:
        paper, begun = document.build_paper(evening), time.process_time()
        work(paper)
        return time.process_time() - begun

    turns = [
        (measure(lambda paper: paper.render_pdf()), measure(lambda paper: lay_out_plainly(paper.render_html())))
        for _turn in range(TURNS)
    ]
    ours, plain = map(min, zip(*turns, strict=True))
    print(f"{sheets} score sheets   of processor time: plain WeasyPrint {plain:.2f} s   in one go {ours:.2f} s", end="")
    print(f"   ratio {ours / plain:.2f}   limit {FEW_LIMIT}", flush=True)
    return int(ours > FEW_LIMIT * plain)


def compare_speed(sheets: int, folder: Path) -> int:
    """Measure the sheets made in pieces and by plain WeasyPrint. Return 1 if ours are past TIME_LIMIT, else 0."""
    from tournaments.presentation.qr import load_addresses
    from tournaments.printing.documents import DOCUMENTS_BY_NAME
    from tournaments.printing.joining import join_pieces
    from tournaments.printing.pdf import warm_up

    paper = DOCUMENTS_BY_NAME["sheets"].build_paper(create_evening(sheets))
    warm_up()  # fonts are loaded once, before both measurements
    load_addresses()
    pieces, worked, _peak = measure_in_process(lambda: join_pieces(paper.build_work(), folder / "pieces.pdf"))
    plain, plain_worked, _peak = measure_in_process(lambda: lay_out_plainly(paper.render_html()))
    print(f"{sheets} score sheets   plain WeasyPrint {plain:6.1f} s   in pieces {pieces:6.1f} s", end="")
    print(f"   ratio {pieces / plain:.2f}   limit {TIME_LIMIT}")
    print(f"   of processor time: {plain_worked:.1f} s and {worked:.1f} s", end="")
    print(f"   ratio {worked / plain_worked:.2f}", flush=True)
    for name, work in (("fpdf2", draw_with_fpdf2), ("typst", draw_with_typst)):
        module = {"fpdf2": "fpdf"}.get(name, name)
        if importlib.util.find_spec(module):
            seconds, _worked, _peak = measure_in_process(lambda work=work: work(sheets, folder))  # type: ignore[misc]
            print(f"   for scale, {name}: a bare grid, {seconds:.1f} s", flush=True)
        else:
            print(f"   for scale, {name}: not installed", flush=True)
    return int(pieces > TIME_LIMIT * plain)


def measure_memory(pages: int, folder: Path) -> int:
    """Measure the memory of a document of so many pages. Return 1 if it is past MEMORY_LIMIT, else 0."""
    from tournaments.printing.documents import DOCUMENTS_BY_NAME
    from tournaments.printing.joining import join_pieces

    paper = DOCUMENTS_BY_NAME["sheets"].build_paper(create_evening(pages))
    seconds, _worked, peak = measure_in_process(lambda: join_pieces(paper.build_work(), folder / "many.pdf"))
    print(f"{pages} pages   {seconds:.0f} s   {peak} MB in the largest process   limit {MEMORY_LIMIT}", flush=True)
    return int(peak > MEMORY_LIMIT)


def draw_with_fpdf2(sheets: int, folder: Path) -> None:
    """Draw a bare grid for each sheet with fpdf2."""
    from fpdf import FPDF

    made = FPDF()
    made.set_font("helvetica", size=8)
    for n in range(sheets):
        made.add_page()
        made.cell(0, 10, f"Table {n + 1}", new_x="LMARGIN", new_y="NEXT")
        with made.table() as grid:
            for row in range(ROWS):
                cells = grid.row()
                for column in range(COLUMNS):
                    cells.cell(str(row) if not column else "")
    made.output(str(folder / "fpdf2.pdf"))


def draw_with_typst(sheets: int, folder: Path) -> None:
    """Draw a bare grid for each sheet with Typst."""
    import typst

    cells = ", ".join(f"[{row}]" + ", []" * (COLUMNS - 1) for row in range(ROWS))
    page = f"#table(columns: {COLUMNS}, rows: 22pt, {cells})"
    source = folder / "sheets.typ"
    source.write_text("\n#pagebreak()\n".join(f"= Table {n + 1}\n{page}" for n in range(sheets)))
    typst.compile(str(source), output=str(folder / "typst.pdf"))


if __name__ == "__main__":
    sys.exit(main())
