"""Finished PDFs made ready for the printer: pages two by two for a booklet to fold, or set smaller for a printer that
leaves the edges of the paper white. Knows PDF and no document."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tournaments.models import Tournament

from .joining import Progress
from .papers import PrintOptions
from .stamping import A4_LONG, A4_SHORT, build_form, describe_document, draw_around, save_written, surround_content

if TYPE_CHECKING:
    from pypdf import PageObject, PdfWriter

PAGES_A_SHEET = 4
INSET_SCALE = 0.95  # of a page, for a printer that leaves the edges white
TOP_SHARE = 1 / 3  # of the room that this leaves above and below: printers need most of it below


def order_booklet(pages: int) -> list[tuple[int | None, int | None]]:
    """Return the pages (from 0) at the left and right of each side of the booklet's sheets, front and back in turn, to
    be printed two-sided and folded: (last, first), (second, last but one)…; None: an empty page."""
    room = -(-pages // PAGES_A_SHEET) * PAGES_A_SHEET
    sides = []
    for front in range(0, room // 2, 2):
        sides += [(room - 1 - front, front), (front + 1, room - 2 - front)]
    return [(left if left < pages else None, right if right < pages else None) for left, right in sides]


def write_booklet(
    document: Any,
    tournament: Tournament,
    output: Path,
    options: PrintOptions,
    progress: Progress,
    stopped: Callable[[], bool],
) -> None:
    """Write the document to `output` as a booklet: A5 pages, two on each side of an A4. Raises what the document's
    `write` raises."""
    from pypdf import PdfReader, PdfWriter

    with TemporaryDirectory(dir=output.parent, prefix="corbillon-") as folder:
        pages, draft = Path(folder) / "pages.pdf", Path(folder) / "booklet.pdf"
        document.write(tournament, pages, options.to_half_pages(), progress, stopped)
        reader, writer = PdfReader(pages), PdfWriter()
        writer.add_metadata({"/Title": f"{document.title} · {tournament.name}", "/Producer": "Corbillon"})
        describe_document(writer)
        forms = [(build_form(writer, page), page) for page in reader.pages]
        for both in order_booklet(len(forms)):
            side = writer.add_blank_page(A4_LONG, A4_SHORT)
            for name, n, x in zip(("/Left", "/Right"), both, (0.0, A4_LONG / 2), strict=True):
                if n is not None:
                    form, page = forms[n]
                    placed = f"q {fit_half(page, x)} cm {name} Do Q\n".encode()
                    draw_around(writer, side, "/XObject", name, form, before=placed, after=b"")
        save_written(writer, draft)
        draft.replace(output)


def fit_half(page: "PageObject", x: float) -> str:
    """Return the PDF matrix that sets a page in the half of an A4 which begins at x, as large as it can be; a landscape
    page lies on its side."""
    width, height = float(page.mediabox.width), float(page.mediabox.height)
    if width > height:
        scale = min(A4_LONG / 2 / height, A4_SHORT / width)
        return f"0 {scale:.5f} -{scale:.5f} 0 {x + height * scale:.3f} 0"
    scale = min(A4_LONG / 2 / width, A4_SHORT / height)
    return f"{scale:.5f} 0 0 {scale:.5f} {x:.3f} {A4_SHORT - height * scale:.3f}"


def inset_pages(file: Path) -> None:
    """Set every page of the PDF smaller, away from the edges that most printers leave white; its tags stay."""
    from pypdf import PdfWriter

    writer = PdfWriter(clone_from=file)
    for page in writer.pages:
        _inset_page(writer, page)
    draft = file.with_suffix(".inset")
    save_written(writer, draft)
    draft.replace(file)


def _inset_page(writer: "PdfWriter", page: "PageObject") -> None:
    """Set one page smaller."""
    width, height = float(page.mediabox.width), float(page.mediabox.height)
    x, room = width * (1 - INSET_SCALE) / 2, height * (1 - INSET_SCALE)
    y = room * (1 - TOP_SHARE)
    matrix = f"q {INSET_SCALE} 0 0 {INSET_SCALE} {x:.3f} {y:.3f} cm\n".encode()
    surround_content(writer, page, matrix, b"\nQ")
