"""Middleware that asks search engines to keep no page: they hold people's names. Knows no page; a view whose page they
may keep says so on the request (`is_indexable`)."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def ask_for_no_index(get_response: GetResponse) -> GetResponse:
    """Wrap `get_response`: each answer has the header by which engines that come all the same keep nothing of it, but
    for whole pages that may be found."""

    def asked(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if not (is_page and getattr(request, "is_indexable", False)):
            response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return asked
