"""A visitor without an account who asks this program itself for pages, in this process and without a network."""

from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from typing import cast
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest

NOBODY_IS_HERE = "127.0.0.1"  # the address of the machine that asks: this one, whose visits are noted nowhere


@dataclass(frozen=True)
class FetchedPage:
    """What the program answers at one address: `kind` is its media type, as "text/html"; `is_indexable`: search
    engines may keep it."""

    content: bytes
    kind: str
    is_indexable: bool


class Visitor:
    """A simulated visitor, signed in nowhere, who reads the program's public pages in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._handler = WSGIHandler()

    def fetch(self, address: str) -> FetchedPage | None:
        """Return what stands at an address of the program, such as "/K7M/standings?round=2"; None where nothing does.
        Raises RuntimeError where the program fails, so that no half of a site is taken for a whole one."""
        request = WSGIRequest(self._build_environment(address))
        response = self._handler.get_response(request)
        if response.status_code >= 500:
            raise RuntimeError(f"{address}: {response.status_code}")
        if response.status_code != 200:
            return None
        content = b"".join(cast(Iterable[bytes], response))
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        return FetchedPage(content, kind, getattr(request, "is_indexable", False))

    def _build_environment(self, address: str) -> dict[str, object]:
        """Return the WSGI environment (PEP 3333) of a request for this address."""
        split = urlsplit(address)
        return {
            "REQUEST_METHOD": "GET",
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote(split.path).encode().decode("latin-1"),
            "QUERY_STRING": split.query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "443" if settings.HTTPS else "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": NOBODY_IS_HERE,
            "HTTP_HOST": find_own_host(),
            "HTTP_ACCEPT_LANGUAGE": self.language,
            "wsgi.url_scheme": "https" if settings.HTTPS else "http",
            "wsgi.input": BytesIO(),
        }


def find_own_host() -> str:
    """Return a host name to which this program answers."""
    named = [host for host in settings.ALLOWED_HOSTS if not host.startswith(("*", "."))]
    return named[0] if named else "localhost"
