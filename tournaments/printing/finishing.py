"""Finished PDFs made ready for the printer: in two languages, as two A5 side by side on an A4 (a landscape document one
above the other), several such documents one after the other; pages two by two for a booklet to fold; or set smaller for
a printer that leaves the edges of the paper white. Knows PDF and no document."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from django.utils.safestring import mark_safe
from django.utils.translation import get_language, override

from config.durable import SHARED, temporary_folder, write_file

from .papers import PrintOrder
from .pdf import measure_fit, render_pdf
from .stamping import A4_LONG, A4_SHORT, build_form, describe_document, draw_around, save_written, surround_content

if TYPE_CHECKING:
    from pypdf import PageObject, PdfWriter

PAGES_A_SHEET = 4
SOURCE_LANGUAGE, OTHER_LANGUAGE = "fr", "en"
ALIGNED, ALIGNED_LOOKS, BETWEEN = frozenset({"rules"}), frozenset({"large", "contrast"}), "<!--between-->"
"""Of two languages in one table: the documents so printed, the looks that they may have, and what their templates write
between two blocks."""
OF_ONE_PAGE = frozenset({"welcome", "door-rules"})
"""The documents that are set as large as one page has room for."""
INSET_SCALE = 0.95  # of a page, for a printer that leaves the edges white
TOP_SHARE = 1 / 3  # of the room that this leaves above and below: printers need most of it below


def get_languages() -> tuple[str, str]:
    """Return the codes of the two languages of a document in two languages: the active one, and French beside it
    (English if French is active)."""
    active = (get_language() or SOURCE_LANGUAGE).partition("-")[0]
    return active, OTHER_LANGUAGE if active == SOURCE_LANGUAGE else SOURCE_LANGUAGE


def write_side_by_side(order: PrintOrder) -> None:
    """Write the document in two languages, two A5 pages on each A4, or what belongs together in one line of a table.
    Raises NothingToPrint, TooNarrow, PrintingStopped, PieceFailed, TextsLost, OSError."""
    if order.document.name in ALIGNED:
        write_aligned(order)
        return
    with temporary_folder(order.output.parent) as folder:
        files = [folder / f"{language}.pdf" for language in get_languages()]
        write_halves = write_halves_alike if order.document.name in OF_ONE_PAGE else write_each_half
        write_halves(order, files)
        draft = folder / "beside.pdf"
        merge_side_by_side(files[0], files[1], draft)
        draft.replace(order.output)


def write_each_half(order: PrintOrder, files: Sequence[Path]) -> None:
    """Write the document to these files, on A5 in each language. Raises what `order.write` raises."""
    for half, (file, language) in enumerate(zip(files, get_languages(), strict=True)):

        def both(done: int, steps: int, half: int = half) -> None:
            order.progress(done + half * steps, 2 * steps)

        with override(language):
            replace(order.to_half_pages(file), progress=both).write()


def write_halves_alike(order: PrintOrder, files: Sequence[Path]) -> None:
    """Write a document of one page to these files, on A5 in each language, in letters of one size. Raises what
    `order.write` raises."""
    pages = []
    for language in get_languages():
        with override(language):
            paper = order.document.build_paper(order.tournament, order.options.to_half_pages())
            pages.append(paper.render_html())
    for page, language, file in zip(even_out_sizes(pages, paper.looks), get_languages(), files, strict=True):
        with override(language):
            write_file(file, render_pdf(page, paper.looks), SHARED)


def even_out_sizes(pages: Sequence[str], looks: tuple[str, ...]) -> list[str]:
    """Return these HTML pages in letters of one size, the smallest that one of them needs. `looks`: extra
    stylesheets."""
    size = max(measure_fit(page, looks) for page in pages)
    return [page.replace(" data-fit>", f' data-fit="{size or ""}">') for page in pages]


def write_aligned(order: PrintOrder) -> None:
    """Write the document in two languages as a table, each of its blocks beside the same block in the other language.
    Raises what `order.write` raises."""
    options, blocks = replace(order.options, look=tuple(ALIGNED_LOOKS & set(order.options.look))), []
    for language in get_languages():
        with override(language):
            paper = order.document.build_paper(order.tournament, options)
            html = replace(paper, context=paper.context | {"between": mark_safe(BETWEEN)}).render_html()
            blocks.append(html.split(BETWEEN))
    (top, *first, end), (_top, *second, _end) = blocks
    rows = "".join(
        f'<tr><td>{left}</td><td lang="{get_languages()[1]}">{right}</td></tr>'
        for left, right in zip_longest(first, second, fillvalue="")
    )
    body = render_pdf(f'{top}<table class="aligned"><tbody>{rows}</tbody></table>{end}', paper.looks)
    write_file(order.output, body, SHARED)


def write_in_turn(title: str, orders: Sequence[PrintOrder]) -> None:
    """Write several documents to the file that all these orders name, one after the other, each as it would be alone,
    with a bookmark. Printed on both sides, each begins on a front. Raises what `order.write` raises."""
    from pypdf import PdfReader, PdfWriter

    writer, found = PdfWriter(), len(orders)
    writer.add_metadata({"/Title": title, "/Producer": "Corbillon"})
    describe_document(writer)
    with temporary_folder(orders[0].output.parent) as folder:
        for n, order in enumerate(orders):

            def all_of_them(done: int, steps: int, n: int = n, order: PrintOrder = order) -> None:
                order.progress(done + n * steps, found * steps)

            replace(order, output=folder / f"{n}.pdf", progress=all_of_them).write()
            if "duplex" in order.options.look and len(writer.pages) % 2:
                writer.add_blank_page()
            writer.append(PdfReader(folder / f"{n}.pdf"), str(order.document.title), import_outline=False)
        save_written(writer, orders[0].output)


def merge_side_by_side(first: Path, second: Path, output: Path) -> None:
    """Merge two PDFs of A5 pages into one: on each A4, a page of the first beside the same page of the second; if one
    has fewer pages, its half stays empty."""
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter()
    readers = PdfReader(first), PdfReader(second)
    writer.add_metadata({"/Title": str(readers[0].metadata.title) if readers[0].metadata else ""})
    describe_document(writer)
    for left, right in zip_longest(*(reader.pages for reader in readers)):
        _add_sheet(writer, left, right)
    save_written(writer, output)


def _add_sheet(writer: "PdfWriter", left: "PageObject | None", right: "PageObject | None") -> None:
    """Add an A4 page with these two A5 pages side by side; either may be None."""
    there = left or right
    assert there is not None
    upright = there.mediabox.height > there.mediabox.width
    page = writer.add_blank_page(*((A4_LONG, A4_SHORT) if upright else (A4_SHORT, A4_LONG)))
    places = ((0, 0), (A4_LONG / 2, 0)) if upright else ((0, A4_LONG / 2), (0, 0))
    for name, half, (x, y) in zip(("/Left", "/Right"), (left, right), places, strict=True):
        if half is not None:
            drawing = f"q 1 0 0 1 {x:.2f} {y:.2f} cm {name} Do Q\n".encode()
            draw_around(writer, page, "/XObject", name, build_form(writer, half), before=drawing, after=b"")


def order_booklet(pages: int) -> list[tuple[int | None, int | None]]:
    """Return the pages (from 0) at the left and right of each side of the booklet's sheets, front and back in turn, to
    be printed two-sided and folded: (last, first), (second, last but one)…; None: an empty page."""
    room = -(-pages // PAGES_A_SHEET) * PAGES_A_SHEET
    sides = []
    for front in range(0, room // 2, 2):
        sides += [(room - 1 - front, front), (front + 1, room - 2 - front)]
    return [(left if left < pages else None, right if right < pages else None) for left, right in sides]


def write_booklet(order: PrintOrder) -> None:
    """Write the document as a booklet to fold: A5 pages, two on each side of an A4. Raises NothingToPrint, TooNarrow,
    PrintingStopped, PieceFailed, TextsLost, OSError."""
    from pypdf import PdfReader, PdfWriter

    with temporary_folder(order.output.parent) as folder:
        pages, draft = folder / "pages.pdf", folder / "booklet.pdf"
        order.to_half_pages(pages).write()
        reader, writer = PdfReader(pages), PdfWriter()
        writer.add_metadata({"/Title": f"{order.document.title} · {order.tournament.name}", "/Producer": "Corbillon"})
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
        draft.replace(order.output)


def fit_half(page: "PageObject", x: float) -> str:
    """Return the PDF matrix that places a page in the half of a landscape A4 that begins at x, as large as possible; a
    landscape page is turned."""
    width, height = float(page.mediabox.width), float(page.mediabox.height)
    if width > height:
        scale = min(A4_LONG / 2 / height, A4_SHORT / width)
        return f"0 {scale:.5f} -{scale:.5f} 0 {x + height * scale:.3f} 0"
    scale = min(A4_LONG / 2 / width, A4_SHORT / height)
    return f"{scale:.5f} 0 0 {scale:.5f} {x:.3f} {A4_SHORT - height * scale:.3f}"


def inset_pages(file: Path) -> None:
    """Make every page of the PDF a little smaller, away from the edges that most printers leave white; its tags
    stay."""
    from pypdf import PdfWriter

    writer = PdfWriter(clone_from=file)
    for page in writer.pages:
        _inset_page(writer, page)
    draft = file.with_suffix(".inset")
    save_written(writer, draft)
    draft.replace(file)


def _inset_page(writer: "PdfWriter", page: "PageObject") -> None:
    """Make the content of one page a little smaller, so that a printer that cannot print to the edge loses nothing."""
    width, height = float(page.mediabox.width), float(page.mediabox.height)
    x, room = width * (1 - INSET_SCALE) / 2, height * (1 - INSET_SCALE)
    y = room * (1 - TOP_SHARE)
    matrix = f"q {INSET_SCALE} 0 0 {INSET_SCALE} {x:.3f} {y:.3f} cm\n".encode()
    surround_content(writer, page, matrix, b"\nQ")
