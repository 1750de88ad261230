"""Who may show an answer of ours in a frame: nobody (`config.settings`), but where a view says so here."""

from collections.abc import Sequence

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.views.decorators.clickjacking import xframe_options_exempt


def let_sites_frame(request: HttpRequest, answer: HttpResponse, origins: Sequence[str]) -> None:
    """Let pages of these origins, and no other, show the answer in a frame. X-Frame-Options, which knows no list, gives
    way to the content policy."""
    named = csp_replace({"frame-ancestors": list(origins)})(lambda _request: answer)
    xframe_options_exempt(named)(request)
