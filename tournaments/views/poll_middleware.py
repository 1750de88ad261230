"""Middleware: answer a screen's repeated request for a part of a page from this process's memory while that part is
fresh, before any database query. Hundreds of screens poll at once."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from .polled_parts import CachedPart, find_fresh_part

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def answer_polls_from_memory(get_response: GetResponse) -> GetResponse:
    """Return the middleware. It must stand after LocaleMiddleware, since the language is part of a part's key. A
    request without `If-None-Match`, or not from htmx, goes on to the view."""

    def looked_at(request: HttpRequest) -> HttpResponseBase:
        """Answer from memory if the part is fresh, else call the view."""
        again = "HTTP_IF_NONE_MATCH" in request.META and request.headers.get("HX-Request") == "true"
        part = find_fresh_part((request.get_full_path(), get_language())) if again else None
        return get_response(request) if part is None else build_part_response(request, part)

    return looked_at


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
