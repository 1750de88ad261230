"""Documents in two languages: a document as two A5, one in each language, side by side on an A4; a landscape document
as two A5 one above the other."""

from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language, override

from tournaments.models import Tournament

from .joining import Progress
from .papers import PrintOptions
from .stamping import A4_LONG, A4_SHORT, build_form, describe_document, draw_around, save_written

if TYPE_CHECKING:
    from pypdf import PageObject, PdfWriter

SOURCE_LANGUAGE, OTHER_LANGUAGE = "fr", "en"


def get_languages() -> tuple[str, str]:
    """Return the active language, and the one beside it: French, or English where French is active."""
    active = (get_language() or SOURCE_LANGUAGE).partition("-")[0]
    return active, OTHER_LANGUAGE if active == SOURCE_LANGUAGE else SOURCE_LANGUAGE


def write_side_by_side(
    document: Any,
    tournament: Tournament,
    output: Path,
    options: PrintOptions,
    progress: Progress,
    stopped: Callable[[], bool],
) -> None:
    """Write the document in both languages to `output`. Raises what the document's `write` raises."""
    with TemporaryDirectory(dir=output.parent, prefix="corbillon-") as folder:
        files = []
        for half, language in enumerate(get_languages()):
            files.append(Path(folder) / f"{language}.pdf")

            def both(done: int, steps: int, half: int = half) -> None:
                progress(done + half * steps, 2 * steps)

            with override(language):
                document.write(tournament, files[-1], options.to_half_pages(), both, stopped)
        draft = Path(folder) / "beside.pdf"
        merge_side_by_side(files[0], files[1], draft)
        draft.replace(output)


def merge_side_by_side(first: Path, second: Path, output: Path) -> None:
    """Write two PDFs side by side, page by page; where one is longer, the half beside it stays empty."""
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter()
    readers = PdfReader(first), PdfReader(second)
    writer.add_metadata({"/Title": str(readers[0].metadata.title) if readers[0].metadata else ""})
    describe_document(writer)
    for left, right in zip_longest(*(reader.pages for reader in readers)):
        _add_sheet(writer, left, right)
    save_written(writer, output)


def _add_sheet(writer: "PdfWriter", left: "PageObject | None", right: "PageObject | None") -> None:
    """Add an A4 page with these two A5 pages; either may be missing."""
    there = left or right
    assert there is not None
    upright = there.mediabox.height > there.mediabox.width
    page = writer.add_blank_page(*((A4_LONG, A4_SHORT) if upright else (A4_SHORT, A4_LONG)))
    places = ((0, 0), (A4_LONG / 2, 0)) if upright else ((0, A4_LONG / 2), (0, 0))
    for name, half, (x, y) in zip(("/Left", "/Right"), (left, right), places, strict=True):
        if half is not None:
            shown = f"q 1 0 0 1 {x:.2f} {y:.2f} cm {name} Do Q\n".encode()
            draw_around(writer, page, "/XObject", name, build_form(writer, half), before=shown, after=b"")
