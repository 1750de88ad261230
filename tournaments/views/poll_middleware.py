"""Middleware: answer a screen's repeated request for a part of a page from the cache of all processes while that part
is fresh, before any database query. Hundreds of screens poll at once."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import resolve
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from .numbers import parse_number
from .polled_parts import CachedPart, find_fresh_part

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def answer_polls_from_memory(get_response: GetResponse) -> GetResponse:
    """Return the middleware. It must stand after LocaleMiddleware, since the language is part of a part's key. A
    request without `If-None-Match`, or not from htmx, goes on to the view."""

    def looked_at(request: HttpRequest) -> HttpResponseBase:
        """Answer from the cache if the part is fresh, else call the view."""
        again = "HTTP_IF_NONE_MATCH" in request.META and request.headers.get("HX-Request") == "true"
        part = find_requested_part(request) if again else None
        return get_response(request) if part is None else build_part_response(request, part)

    return looked_at


def find_requested_part(request: HttpRequest) -> CachedPart | None:
    """Return the fresh part that is requested; None where there is none, or the page is not polled."""
    try:
        found = resolve(request.path_info)
    except Http404:
        return None
    if not hasattr(found.func, "polled_numbers"):
        return None
    return find_fresh_part(build_part_key(request, found.func, found.kwargs))


def build_part_key(request: HttpRequest, view: Any, arguments: Mapping[str, str]) -> Hashable:
    """Return the key of the part that a polled view shows: one for all the ways in which its address can be written.

    Only the numbers that the view declares (`view.polled_numbers`) are read from the query string, so that nobody makes
    more parts by asking for more.
    """
    where = [(name, text.upper() if name == "code" else int(text)) for name, text in sorted(arguments.items())]
    asked = [(name, parse_number(request.GET[name])) for name in view.polled_numbers if name in request.GET]
    return view.__name__, tuple(where), tuple(asked), get_language()


def build_part_response(request: HttpRequest, part: CachedPart) -> HttpResponse:
    """Return the part as a response, or 304 if the client has it already."""
    whole = HttpResponse(part.content, headers={"Content-Length": str(len(part.content))})
    return add_etag(get_conditional_response(request, etag=part.etag) or whole, part.etag)


def add_etag(response: HttpResponse, etag: str) -> HttpResponse:
    """Add the ETag to the response and make the client revalidate it each time. It varies on `HX-Request`, because a
    part and the whole page share one address."""
    response["ETag"] = etag
    patch_cache_control(response, no_cache=True)
    patch_vary_headers(response, ["HX-Request"])
    return response
