"""Middleware that drops the cookies of other programs before Django parses any. Knows no page.

Browsers know hosts, not ports: whatever runs on `localhost` sends its cookies here as well. And a Python before the
mend of CVE-2024-7592 takes seconds for a quoted value of 30 kB; no value of ours is quoted.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def keep_own_cookies(get_response: GetResponse) -> GetResponse:
    """Return the middleware that removes the cookies of other programs from each request, and refuses no request for
    them. It must stand before anything that reads a cookie."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if header := request.META.get("HTTP_COOKIE"):
            request.META["HTTP_COOKIE"] = select_own_cookies(header)
        return get_response(request)

    return answer


def select_own_cookies(header: str) -> str:
    """Return the Cookie header with this program's own cookies alone."""
    pairs = header.split(";")
    return ";".join(pair for pair in pairs if '"' not in pair and _read_name(pair) in settings.OWN_COOKIES)


def _read_name(pair: str) -> str:
    """Return the name of a cookie, written as `name=value`."""
    return pair.partition("=")[0].strip()
