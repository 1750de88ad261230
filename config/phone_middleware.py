"""Middleware that passes the addresses of every request to `phone_arrivals`, which stores when a phone last came."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from config import phone_arrivals

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def note_phone_arrivals(get_response: GetResponse) -> GetResponse:
    """Return the middleware that notes, with `phone_arrivals`, whether a request comes from a phone in the hall."""

    def noted(request: HttpRequest) -> HttpResponseBase:
        phone_arrivals.note_request(
            settings.VAR_DIR, request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_HOST", "")
        )
        return get_response(request)

    return noted
