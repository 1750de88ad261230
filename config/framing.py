"""Which other sites may show an answer of ours in a frame: none (`config.settings`), unless the view allows some
here."""

from collections.abc import Sequence

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.views.decorators.clickjacking import xframe_options_exempt


def let_sites_frame(request: HttpRequest, answer: HttpResponse, origins: Sequence[str]) -> None:
    """Allow pages of these origins alone to show the answer in a frame, by its content security policy;
    X-Frame-Options, which knows no list, is removed."""
    named = csp_replace({"frame-ancestors": list(origins)})(lambda _request: answer)
    xframe_options_exempt(named)(request)
