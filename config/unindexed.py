"""Middleware that asks search engines to keep no page: they hold people's names. Knows no page; a view whose page they
may keep says so on the request (`is_indexable`)."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def ask_for_no_index(get_response: GetResponse) -> GetResponse:
    """Return the middleware that asks search engines, by the header X-Robots-Tag, to keep nothing of any answer but the
    pages whose views allow it."""

    def asked(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if not (is_page and getattr(request, "is_indexable", False)):
            response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return asked
