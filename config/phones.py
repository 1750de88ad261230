"""Notes that a phone has come, on the way of every request; `arrivals` says what is kept of it: a time."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from config import arrivals

Answer = Callable[[HttpRequest], HttpResponseBase]


def phones(answer: Answer) -> Answer:
    """The middleware."""

    def noted(request: HttpRequest) -> HttpResponseBase:
        arrivals.note(settings.VAR_DIR, request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_HOST", ""))
        return answer(request)

    return noted
