"""From HTML to PDF: the one call to WeasyPrint in the whole program.

Nothing outside the program's own stylesheets and fonts is ever read while a document is set, whatever an address in it
says. What comes out is a tagged PDF (PDF/UA-1) with its fonts inside. Unpacking the fonts costs 2 s: it is done once
and kept in the var folder; a page then takes some tenths of a second. One document is set at a time: Pango's fonts are
not for two threads.
"""

import atexit
import os
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import url2pathname
from zlib import crc32

from django.conf import settings

if TYPE_CHECKING:
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcherResponse

STATIC = settings.BASE_DIR / "static"
STYLESHEETS = ("css/fonts.css", "css/print.css")
PIECE_LOOK = "css/print-piece.css"  # pages are numbered when they are joined
PACKAGED = {".css": "text/css", ".woff2": "font/ttf"}

one_at_a_time = Lock()


def pdf(html: str, looks: tuple[str, ...] = ()) -> bytes:
    """The document whole and tagged, in the look of `css/print.css`; `looks`: stylesheets that stand after it."""
    return _page(html, looks, pdf_variant="pdf/ua-1")[0]


def laid(html: str, looks: tuple[str, ...] = ()) -> tuple[bytes, list[list[float]]]:
    """A piece of a document, without tags; and by page, how far down its marks (elements with an id) stand."""
    return _page(html, (*looks, PIECE_LOOK))


def _page(html: str, looks: tuple[str, ...], **asked: Any) -> tuple[bytes, list[list[float]]]:
    import weasyprint  # heavy: 0.8 s, and only paper needs it

    with one_at_a_time:
        fonts, sheets = fonts_and_looks(looks)
        page = weasyprint.HTML(string=html, url_fetcher=packaged)
        options = weasyprint.DEFAULT_OPTIONS | {"stylesheets": sheets} | asked
        made = page.render(font_config=fonts, **options)
        marks = [sorted(point[1] for point in each.anchors.values()) for each in made.pages]
        return made.write_pdf(**options), marks


def fonts_and_looks(looks: tuple[str, ...] = ()) -> "tuple[FontConfiguration, list[CSS]]":
    """The fonts, unpacked, and the stylesheets that name them."""
    fonts, sheets = _usual()
    return fonts, [*sheets, *(_look(name) for name in looks)]


@cache
def _usual() -> "tuple[FontConfiguration, list[CSS]]":
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    atexit.register(_usual.cache_clear)  # WeasyPrint cannot clear them away after its modules are gone
    return fonts, [CSS(STATIC / sheet, font_config=fonts, url_fetcher=packaged) for sheet in STYLESHEETS]


@cache
def _look(name: str) -> "CSS":
    from weasyprint import CSS

    return CSS(STATIC / name, url_fetcher=packaged)


def packaged(url: str, *_: Any, **__: Any) -> "URLFetcherResponse":
    """The stylesheet or font of the program at this address; ValueError for anything else, which stays unread."""
    from weasyprint.urls import URLFetcherResponse

    address = urlsplit(url)
    path = Path(url2pathname(address.path)).resolve()
    if address.scheme != "file" or address.netloc or path.suffix not in PACKAGED or STATIC not in path.parents:
        raise ValueError(f"not a file of the program: {url[:200]}")
    body = unpacked(path) if path.suffix == ".woff2" else path.read_bytes()
    return URLFetcherResponse(url, body, {"Content-Type": PACKAGED[path.suffix]})


def unpacked(font: Path) -> bytes:
    """The font as TrueType, from the var folder where it is kept from the first time on."""
    packed = font.read_bytes()
    kept = settings.VAR_DIR / "fonts" / f"{font.stem}-{crc32(packed):08x}.ttf"
    try:
        return kept.read_bytes()
    except OSError:
        body = unpack(packed)
        with suppress(OSError):  # a folder that cannot be written: unpacked again next time
            kept.parent.mkdir(parents=True, exist_ok=True)
            draft = kept.with_suffix(f".{os.getpid()}")
            draft.write_bytes(body)
            draft.replace(kept)
        return body


def unpack(packed: bytes) -> bytes:
    """WOFF2 to TrueType."""
    from fontTools.ttLib.woff2 import decompress

    body = BytesIO()
    decompress(BytesIO(packed), body)
    return body.getvalue()
