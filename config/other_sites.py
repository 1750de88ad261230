"""Middleware that lets pages of other sites read what anybody may: the programming interface, and the tables of public
pages as JSON and CSV. Errors too, since without the header such a page would not even learn why its request failed.
Knows no operation and no page."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import Resolver404, resolve

from .problems import is_for_programs

GetResponse = Callable[[HttpRequest], HttpResponseBase]
KEY_HEADER = "Authorization"
READABLE_HEADERS = "ETag, Retry-After"
ENDINGS = (".json", ".csv")
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET",
    "Access-Control-Allow-Headers": "If-None-Match, Accept-Language",
    "Access-Control-Max-Age": "86400",
}
"""The headers of the answer to a browser that asks whether another site's page may send a GET: it may, but never a
key."""


def let_other_sites_read(get_response: GetResponse) -> GetResponse:
    """Return the middleware that lets pages of other sites read public answers. They cannot read what a program's key
    opened, nor send a key: no preflight allows that. It must stand before all that may refuse a request."""

    def looked_at(request: HttpRequest) -> HttpResponseBase:
        is_open = is_for_programs(request) or is_public_file(request.path_info)
        is_asked = is_open and asks_before_reading(request)
        response = HttpResponse(status=204, headers=PREFLIGHT) if is_asked else get_response(request)
        if is_open and KEY_HEADER not in request.headers:
            response.headers["Access-Control-Allow-Origin"] = "*"
            response.headers["Access-Control-Expose-Headers"] = READABLE_HEADERS
        return response

    return looked_at


def asks_before_reading(request: HttpRequest) -> bool:
    """True if a browser asks whether another site's page may send a GET (a preflight)."""
    asked = request.headers.get("Access-Control-Request-Method")
    return request.method == "OPTIONS" and "Origin" in request.headers and asked == "GET"


def is_public_file(path: str) -> bool:
    """True for the address of a file for programs that anybody may read."""
    if not path.endswith(ENDINGS):
        return False
    try:
        return getattr(resolve(path).func, "access", "") == "anyone"
    except Resolver404:
        return False
