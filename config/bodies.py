"""What may be sent to this server: nothing that is longer than any of its forms. Knows no page.

Django limits the fields of a form, but keeps files of any length on the disk, and anybody may send some to any page.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase

BIGGEST_BODY = 4_000_000  # bytes; Django's own limit for fields is 2.5 MB

Answer = Callable[[HttpRequest], HttpResponseBase]


def small_bodies(answer: Answer) -> Answer:
    """The middleware: a body that says to be longer is not read (413)."""

    def looked_at(request: HttpRequest) -> HttpResponseBase:
        announced = request.META.get("CONTENT_LENGTH") or "0"
        if announced.isdecimal() and int(announced) > BIGGEST_BODY:
            return HttpResponse(status=413)
        return answer(request)

    return looked_at
