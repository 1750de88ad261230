"""A screen that asks for a part that it has already is answered before anything else is looked at: hundreds look on.

It learns nothing by it but that its part still stands, for the moment that `polled` allows.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, HttpResponseNotModified

from .polled import stands

Answer = Callable[[HttpRequest], HttpResponseBase]


def unchanged(answer: Answer) -> Answer:
    """The middleware: 304 where the part that the request names still stands at its address."""

    def looked_at(request: HttpRequest) -> HttpResponseBase:
        etag = request.META.get("HTTP_IF_NONE_MATCH")
        if etag and "HTTP_HX_REQUEST" in request.META and part_stands(request.get_full_path(), etag):
            headers = {"ETag": etag, "Cache-Control": "no-cache", "Vary": "HX-Request, Accept-Language"}
            return HttpResponseNotModified(headers=headers)
        return answer(request)

    return looked_at


def part_stands(address: str, etag: str) -> bool:
    """In any language: the mark of a part tells which."""
    return any(stands((address, code), etag) for code, _name in settings.LANGUAGES)
