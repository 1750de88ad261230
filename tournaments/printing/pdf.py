"""From HTML to PDF: the one call to WeasyPrint in the whole program.

Nothing outside the program's own stylesheets and fonts is ever read while a document is set, whatever an address in it
says. What comes out is a tagged PDF (PDF/UA-1) with its fonts inside. The fonts are unpacked once a process (2 s); then
a page takes some tenths of a second. One document is set at a time: Pango's fonts are not for two threads.
"""

import atexit
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from django.conf import settings

if TYPE_CHECKING:
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcherResponse

STATIC = settings.BASE_DIR / "static"
STYLESHEETS = ("css/fonts.css", "css/print.css")
PACKAGED = {".css": "text/css", ".woff2": "font/woff2"}

one_at_a_time = Lock()


def pdf(html: str) -> bytes:
    """The document whole, in the look of `css/print.css`."""
    import weasyprint  # heavy: 0.8 s, and only paper needs it

    with one_at_a_time:
        fonts, looks = fonts_and_looks()
        page = weasyprint.HTML(string=html, url_fetcher=packaged)
        return page.write_pdf(stylesheets=looks, font_config=fonts, pdf_variant="pdf/ua-1")  # type: ignore[no-any-return]


@cache
def fonts_and_looks() -> "tuple[FontConfiguration, list[CSS]]":
    """The fonts, unpacked, and the stylesheets that name them."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    atexit.register(fonts_and_looks.cache_clear)  # WeasyPrint cannot clear them away after its modules are gone
    return fonts, [CSS(STATIC / sheet, font_config=fonts, url_fetcher=packaged) for sheet in STYLESHEETS]


def packaged(url: str, *_: Any, **__: Any) -> "URLFetcherResponse":
    """The stylesheet or font of the program at this address; ValueError for anything else, which stays unread."""
    from weasyprint.urls import URLFetcherResponse

    address = urlsplit(url)
    path = Path(url2pathname(address.path)).resolve()
    if address.scheme != "file" or address.netloc or path.suffix not in PACKAGED or STATIC not in path.parents:
        raise ValueError(f"not a file of the program: {url[:200]}")
    return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": PACKAGED[path.suffix]})
