"""Middleware that refuses a request body longer than any of our forms needs. Knows no page.

Django limits the fields of a form, but stores uploaded files of any length, and anybody may send some to any page.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from .problems import answer_too_large, is_for_programs

MAX_BODY_BYTES = 4_000_000  # bytes; Django's own limit for fields is 2.5 MB

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def limit_body_size(get_response: GetResponse) -> GetResponse:
    """Return the middleware, which must stand after LocaleMiddleware: a body with a Content-Length over MAX_BODY_BYTES
    is not read (413)."""

    def looked_at(request: HttpRequest) -> HttpResponseBase:
        announced = request.META.get("CONTENT_LENGTH") or "0"
        if announced.isdecimal() and int(announced) > MAX_BODY_BYTES:
            return answer_too_large() if is_for_programs(request) else HttpResponse(status=413)
        return get_response(request)

    return looked_at
