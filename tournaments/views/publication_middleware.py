"""Middleware: whatever an organiser publishes, withdraws or corrects has the clubs' sites of files made anew."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from config.site_files import ask_for_sites

GetResponse = Callable[[HttpRequest], HttpResponseBase]
PUBLICATIONS = frozenset(
    {
        *("round-publish", "round-withdraw", "round-withdraw-begun"),
        *("tournament-open", "tournament-close", "tournament-reopen", "tournament-hide", "tournament-setup"),
        *("tournament-rules", "tournament-ranking", "tournament-adjustments", "adjustment-cancel"),
        *("desk-correct", "desk-undo", "desk-unplayed", "desk-confirm", "desk-on-paper", "desk-substitute"),
        *("entry-rename", "player-edit", "player-discreet", "player-merge", "player-part", "player-forget"),
        *("club", "season-edit", "season-hide"),
    }
)
"""The addresses, by name, whose form changes what a site shows. What comes from phones meanwhile goes out with the next
of them, or after a quarter of an hour."""


def ask_after_publishing(get_response: GetResponse) -> GetResponse:
    """Wrap `get_response`: once such a form was accepted, the server makes the sites anew by itself."""

    def noted(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        found = request.resolver_match
        if request.method == "POST" and response.status_code < 400 and found and found.url_name in PUBLICATIONS:
            ask_for_sites(settings.VAR_DIR)
        return response

    return noted
