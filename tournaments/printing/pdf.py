"""HTML to PDF: the one call to WeasyPrint in the whole program.

While a document is set, nothing but the program's own stylesheets and fonts is read, whatever addresses the HTML holds.
The result is a tagged PDF (PDF/UA-1) with its fonts inside. Unpacking the fonts takes 2 s: it is done once and saved in
the var folder; a page then takes some tenths of a second. One document is set at a time: Pango's fonts are not safe for
two threads.
"""

import atexit
import gc
import re
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import url2pathname
from xml.etree.ElementTree import Element, SubElement
from zlib import crc32

from django.conf import settings
from django.utils.translation import gettext as _

from config.durable import SHARED, write_file

from .page_words import (
    FITTING,
    SVG,
    break_words,
    build_texts_lost,
    find_lost_texts,
    fit_broken_names,
    keeping_all_letters,
    lay_words_over_drawings,
    part_long_words,
    set_from_right,
    shrink_around,
)
from .text_boxes import DrawnGrid, TextBoxes, find_text_boxes, start_at_text_area, texts_fit

if TYPE_CHECKING:
    from weasyprint import CSS
    from weasyprint.document import Document
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcherResponse

STATIC = settings.BASE_DIR / "static"
STYLESHEETS = ("css/print-fonts.css", "css/print.css", "css/print-charts.css", "css/print-readable.css")
PIECE_LOOK = "css/print-piece.css"  # without page numbers: pages are numbered when they are joined
OVER_LOOK = "css/print-over.css"  # texts that stand on a grid laid out before
OVER_PAGE_LOOK = "css/print-over-page.css"  # the same on a page without margins
WARM_UP_PAGE = '<html lang="fr"><title>.</title><h1>.</h1><p>. <i class="italic">.</i><b class="code">.</b><table><td>.'
CONTENT_TYPES = {".css": "text/css", ".woff2": "font/ttf"}

SHOWN = re.compile(r"data:(image/png|image/svg\+xml);base64,")

TAGGED = {"pdf_variant": "pdf/ua-1"}

rendering_lock = Lock()


def render_pdf(html: str, looks: tuple[str, ...] = ()) -> bytes:
    """Return the whole document as a tagged PDF in the style of `css/print.css`; `looks`: stylesheets added after it.
    Raises TextsLost."""
    with rendering_lock, collecting_no_garbage():
        made, document = _lay_out_document(html, looks, TAGGED)
        with keeping_all_letters(document):
            return made.write_pdf(**TAGGED)


def render_alike_pdf(
    grids_html: str, grids: Sequence[int], render_html: Callable[[list[TextBoxes]], str], looks: tuple[str, ...] = ()
) -> bytes | None:
    """Return a document whose pages are alike but for some texts as a tagged PDF; None if some text does not fit in its
    place.

    grids_html: one page of each kind, without these texts.
    grids: for each page of the document, the index of its kind.
    render_html: returns the HTML of the texts, a page each; its argument is where they lie on each page.
    looks: extra stylesheets.

    Raises TextsLost.
    """
    with rendering_lock, collecting_no_garbage():
        under, under_document = _lay_out_document(grids_html, looks, TAGGED)
        kinds = [page._page_box for page in under.pages]
        if len(kinds) != len(set(grids)):
            return None
        places = [find_text_boxes(page) for page in kinds]
        outlines = [start_at_text_area(*each) for each in zip(places, kinds, strict=True)]
        over, document = _lay_out_document(render_html([outlines[n] for n in grids]), (*looks, OVER_LOOK), TAGGED)
        if len(over.pages) != len(grids):
            return None
        if not all(
            texts_fit(find_text_boxes(page._page_box), places[n]) for page, n in zip(over.pages, grids, strict=True)
        ):
            return None
        drawn = [DrawnGrid(page) for page in kinds]
        pages = [drawn[n].put_under(page) for page, n in zip(over.pages, grids, strict=True)]
        with keeping_all_letters(document, under_document):
            return over.copy(pages).write_pdf(**TAGGED)


def lay_out(html: str, looks: tuple[str, ...] = (), *, tagged: bool = False) -> tuple[bytes, list[TextBoxes]]:
    """Return one piece of a document as a PDF, with tags if `tagged`, and for each page the places of its texts that
    have a `data-place`. `looks`: extra stylesheets. Raises TextsLost."""
    options = TAGGED if tagged else {}
    with rendering_lock, collecting_no_garbage():
        made, document = _lay_out_document(html, (*looks, PIECE_LOOK), options)
        with keeping_all_letters(document):
            return made.write_pdf(**options), [find_text_boxes(page._page_box) for page in made.pages]


def measure_fit(html: str, looks: tuple[str, ...] = ()) -> int:
    """Return by how many steps what is set smaller on this page must be. `looks`: as in `render_pdf`. Raises
    TextsLost."""
    with rendering_lock, collecting_no_garbage():
        _made, document = _lay_out_document(html, looks, {})
    return max(int(element.get(FITTING) or 0) for element in document.iter())


def warm_up() -> None:
    """Lay out a short page, so that processes forked afterwards share the modules and fonts that this loads."""
    lay_out(WARM_UP_PAGE)


@contextmanager
def collecting_no_garbage() -> Iterator[None]:
    """Switch off garbage collection inside the `with` block, while a document is laid out: all its boxes stay in use to
    the end, and looking through them again and again would take a fifth of the time."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _lay_out_document(html: str, looks: tuple[str, ...], asked: dict[str, Any]) -> "tuple[Document, Element]":
    """Lay out the HTML without drawing it. `asked`: further options for WeasyPrint. Return the layout and the root
    element of the HTML. Raises TextsLost."""
    import weasyprint  # heavy: 0.8 s, and only paper needs it

    fonts, sheets = load_fonts_and_looks(looks)
    page = weasyprint.HTML(string=html, url_fetcher=FETCHER)
    name_drawings(page.etree_element)
    lay_words_over_drawings(page.etree_element)
    part_long_words(page.etree_element)
    set_from_right(page.etree_element)
    options = weasyprint.DEFAULT_OPTIONS | {"stylesheets": sheets} | asked

    def render() -> "Document":
        return page.render(font_config=fonts, **options)

    # texts over a grid are judged by its places: one that is larger sends its page to be laid out whole
    made = render() if OVER_LOOK in looks else _render_whole(page.etree_element, render)
    return made, page.etree_element


def _render_whole(document: Element, render: Callable[[], "Document"]) -> "Document":
    """Lay out a document. If texts would be cut off, try again with words that may break anywhere, then with smaller
    letters; at last, make broken names whole again if that loses no text. Raises TextsLost. `render`: lays it out as it
    now is and returns the layout."""
    fitted = None
    while True:
        try:
            made = render()
        except ZeroDivisionError:  # WeasyPrint 70, where a table is exactly as wide as its longest words
            if not break_words(document):
                raise
            continue
        lost = [text for page in made.pages for text in find_lost_texts(page._page_box)]
        if fitted:
            return fitted if lost else made
        if not lost:
            if not fit_broken_names(page._page_box for page in made.pages):
                return made
            fitted = made
            continue
        if not break_words(document) and not shrink_around(lost):
            raise build_texts_lost(lost)


def name_drawings(document: Element) -> None:
    """Give each SVG drawing a title from its `aria-label`: WeasyPrint reads a drawing's accessible name only there."""
    for drawing in document.iter(f"{SVG}svg"):
        if drawing.find(f"{SVG}title") is None:
            called = _("carré à viser") if drawing.get("class") == "qr" else _("dessin")
            SubElement(drawing, f"{SVG}title").text = drawing.get("aria-label") or called


def load_fonts_and_looks(looks: tuple[str, ...] = ()) -> "tuple[FontConfiguration, list[CSS]]":
    """Return the program's fonts, and the stylesheets to print with: those of all documents, then those of `looks`."""
    fonts, sheets = _load_usual()
    return fonts, [*sheets, *(_load_look(name) for name in looks)]


@cache
def _load_usual() -> "tuple[FontConfiguration, list[CSS]]":
    """Return the program's fonts and the stylesheets of all documents; loaded once."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    atexit.register(_load_usual.cache_clear)  # WeasyPrint cannot clear them away after its modules are gone
    return fonts, [CSS(STATIC / sheet, font_config=fonts, url_fetcher=FETCHER) for sheet in STYLESHEETS]


@cache
def _load_look(name: str) -> "CSS":
    """Return the extra stylesheet of this file name; loaded once."""
    from weasyprint import CSS

    return CSS(STATIC / name, url_fetcher=FETCHER)


class PackagedFetcher:
    """Fetches for WeasyPrint what a page refers to, only from the program's own files; WeasyPrint goes on without what
    is refused."""

    _fail_on_errors = False  # WeasyPrint's own name

    def __call__(self, url: str) -> "URLFetcherResponse":
        """Return the program's stylesheet or font at this address, or the picture that a data: address holds. Raises
        ValueError for any other address, which is not read."""
        from weasyprint.urls import URLFetcherResponse

        if kind := SHOWN.match(url):  # a picture that the HTML itself holds, made safe when it was taken
            return URLFetcherResponse(url, b64decode(url[kind.end() :]), {"Content-Type": kind[1]})
        address = urlsplit(url)
        path = Path(url2pathname(address.path)).resolve()
        if address.scheme != "file" or address.netloc or path.suffix not in CONTENT_TYPES or STATIC not in path.parents:
            raise ValueError(f"not a file of the program: {url[:200]}")
        body = load_font(path) if path.suffix == ".woff2" else path.read_bytes()
        return URLFetcherResponse(url, body, {"Content-Type": CONTENT_TYPES[path.suffix]})


FETCHER = PackagedFetcher()


def load_font(font: Path) -> bytes:
    """Return a font of the program in TrueType format; it is unpacked once and then kept in the var folder."""
    packed = font.read_bytes()
    file = settings.VAR_DIR / "fonts" / f"{font.stem}-{crc32(packed):08x}.ttf"
    try:
        return file.read_bytes()
    except OSError:
        body = unpack_font(packed)
        with suppress(OSError):  # a folder that cannot be written: unpacked again next time
            file.parent.mkdir(parents=True, exist_ok=True)
            write_file(file, body, SHARED)
        return body


def unpack_font(packed: bytes) -> bytes:
    """Convert a font from WOFF2 to TrueType."""
    from fontTools.ttLib.woff2 import decompress

    body = BytesIO()
    decompress(BytesIO(packed), body)
    return body.getvalue()
