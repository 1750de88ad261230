"""Middleware that lets pages of other sites read what the programming interface tells anybody, errors as well: without
the header they would not even learn why something failed. Knows no operation."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from .problems import is_for_programs

GetResponse = Callable[[HttpRequest], HttpResponseBase]
KEY_HEADER = "Authorization"
READABLE_HEADERS = "ETag, Retry-After"


def let_other_sites_read(get_response: GetResponse) -> GetResponse:
    """Return the middleware, which must stand before all that may refuse a request. What a key opened is for no page of
    another site; and none may send a key, since no preflight is answered with success."""

    def looked_at(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if is_for_programs(request) and KEY_HEADER not in request.headers:
            response.headers["Access-Control-Allow-Origin"] = "*"
            response.headers["Access-Control-Expose-Headers"] = READABLE_HEADERS
        return response

    return looked_at
