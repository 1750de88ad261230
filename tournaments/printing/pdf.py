"""From HTML to PDF: the one call to WeasyPrint in the whole program.

Nothing outside the program's own stylesheets and fonts is ever read while a document is set, whatever an address in it
says. What comes out is a tagged PDF (PDF/UA-1) with its fonts inside.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from django.conf import settings

if TYPE_CHECKING:
    from weasyprint.urls import URLFetcherResponse

STATIC = settings.BASE_DIR / "static"
PACKAGED = {".css": "text/css", ".woff2": "font/woff2"}


def pdf(html: str) -> bytes:
    """The document whole. `html` names its stylesheets from the static folder: `css/print.css`."""
    import weasyprint  # heavy: 0.8 s, and only paper needs it

    page = weasyprint.HTML(string=html, base_url=f"{STATIC.as_uri()}/", url_fetcher=packaged)
    return page.write_pdf(pdf_variant="pdf/ua-1")  # type: ignore[no-any-return]


def packaged(url: str, *_: Any, **__: Any) -> "URLFetcherResponse":
    """The stylesheet or font of the program at this address; ValueError for anything else, which stays unread."""
    from weasyprint.urls import URLFetcherResponse

    address = urlsplit(url)
    path = Path(url2pathname(address.path)).resolve()
    if address.scheme != "file" or address.netloc or path.suffix not in PACKAGED or STATIC not in path.parents:
        raise ValueError(f"not a file of the program: {url[:200]}")
    return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": PACKAGED[path.suffix]})
