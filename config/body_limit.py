"""Middleware that refuses a request body longer, or with more fields, than the forms at its address need.

Django limits the fields of a form, but stores uploaded files of any length, and anybody may send some to any page. What
somebody may send who has not signed in is bounded here before a body is parsed: parsing costs most of such a request.
"""

from collections.abc import Callable
from typing import NamedTuple

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from .problems import answer_too_large, is_for_programs

MAX_BODY_BYTES = 4_000_000  # Django's own limit for fields is 2.5 MB
PAPER_ADDRESS = "/t/paper"  # a table's whole sheet of 100 coups in one form


class BodyBounds(NamedTuple):
    """The limits of a request's body: `size` in bytes, `fields` of a form (0: as many as Django takes)."""

    size: int
    fields: int


ANYBODY = BodyBounds(100_000, 500)
PAPER = BodyBounds(300_000, 5_000)
KNOWN = BodyBounds(MAX_BODY_BYTES, 0)

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def limit_body_size(get_response: GetResponse) -> GetResponse:
    """Return the middleware that answers 413 to a request whose body exceeds the limits of its address, without reading
    one that is too long. It must stand after SessionMiddleware and LocaleMiddleware."""

    def looked_at(request: HttpRequest) -> HttpResponseBase:
        if fits(request, PAPER if request.path == PAPER_ADDRESS else ANYBODY):
            return get_response(request)
        if is_for_programs(request):
            return get_response(request) if fits(request, KNOWN) else answer_too_large()
        if SESSION_KEY in request.session and fits(request, KNOWN):
            return get_response(request)
        return refuse_body(request)

    return looked_at


def fits(request: HttpRequest, most: BodyBounds) -> bool:
    """True if the request's body is within these limits. A body without a Content-Length counts as empty, since nobody
    reads it."""
    announced = request.META.get("CONTENT_LENGTH") or "0"
    if announced.isdecimal() and int(announced) > most.size:
        return False
    return not most.fields or count_fields(request) <= most.fields


def count_fields(request: HttpRequest) -> int:
    """Return how many fields of a form, or parts of one, the body has at most; 0 where it is no form."""
    if request.content_type == "application/x-www-form-urlencoded":
        return request.body.count(b"&") + 1
    if request.content_type == "multipart/form-data":
        boundary = (request.content_params or {}).get("boundary", "")
        return request.body.count(f"--{boundary}".encode()) - 1  # the last one ends the form
    return 0


def refuse_body(request: HttpRequest) -> HttpResponse:
    """Answer 413 with a page that says what is too long."""
    return render(request, "errors/too_large.html", status=413)
