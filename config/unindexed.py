"""Middleware that asks search engines to keep no page: they hold people's names. Knows no page."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

GetResponse = Callable[[HttpRequest], HttpResponseBase]
ROBOTS_TEXT = "User-agent: *\nDisallow: /\n"


def ask_for_no_index(get_response: GetResponse) -> GetResponse:
    """Wrap `get_response`: each answer has the header by which engines that come all the same keep nothing of it."""

    def asked(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return asked
