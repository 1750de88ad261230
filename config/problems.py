"""Refusals for other programs, as RFC 9457 says them: `application/problem+json`, with one sentence in the caller's
language. Here are those that come before any operation is asked, or in place of an answer. Knows no operation.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

PROGRAMS_PATH = "/api/"
MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:corbillon:"


def is_for_programs(request: HttpRequest) -> bool:
    """True if the request is addressed to the programming interface, which refuses with JSON, not with pages."""
    return request.path.startswith(PROGRAMS_PATH)


def build_problem(status: int, kind: str, detail: str, **more: Any) -> HttpResponse:
    """Return the answer by which the programming interface refuses a request. `status`: of HTTP; `kind`: the end of the
    problem's type; `detail`: a sentence; `more`: other members of the JSON object."""
    content = {"type": TYPE_PREFIX + kind, "title": kind, "status": status, "detail": detail, **more}
    return JsonResponse(content, status=status, content_type=MEDIA_TYPE)


def answer_too_large() -> HttpResponse:
    """Answer 413: the body is longer than anything that is read here."""
    return build_problem(413, "too-large", _("L’envoi est trop long : faites-en plusieurs."))


def answer_error() -> HttpResponse:
    """Answer 500: the program is wrong, not who asked it."""
    return build_problem(500, "error", _("Le programme s’est trompé : lisez ce qui est écrit avant de recommencer."))
