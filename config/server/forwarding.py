"""Whether a request came by https, as a web server in front says: it alone is believed."""

from collections.abc import Callable, Iterable
from typing import Any

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
UNIX_PEER = "localhost"  # as waitress names whoever talks to a Unix socket: a program of this machine


def believe_forwarded_scheme(application: Application, trusted: frozenset[str]) -> Application:
    """Return the WSGI application with `X-Forwarded-Proto` believed from the addresses `trusted` ("*": from any)."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ.get("HTTP_X_FORWARDED_PROTO") == "https" and trusted & {environ["REMOTE_ADDR"], "*"}:
            environ["wsgi.url_scheme"] = "https"
        return application(environ, start_response)

    trusted = trusted | {UNIX_PEER}
    return answer
