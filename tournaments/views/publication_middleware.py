"""Middleware: whatever an organiser publishes, withdraws or corrects has the clubs' sites of files made anew, and what
else is written within a minute. It asks no database."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from config.background.jobs import request_job
from config.background.kinds import SITES

GetResponse = Callable[[HttpRequest], HttpResponseBase]
PUBLICATIONS = frozenset(
    {
        *("round-publish", "round-withdraw", "round-withdraw-begun", "round-unplayed", "round-forfeits"),
        *("tournament-open", "tournament-close", "tournament-reopen", "tournament-hide", "tournament-setup"),
        *("tournament-rules", "tournament-ranking", "tournament-adjustments", "adjustment-cancel"),
        *("desk-correct", "desk-undo", "desk-unplayed", "desk-confirm", "desk-on-paper", "desk-substitute"),
        *("entry-rename", "player-edit", "player-discreet", "player-merge", "player-part", "player-forget"),
        *("club", "season-edit", "season-hide"),
    }
)
"""The addresses, by name, whose form changes what a site shows, at once. What else is written, as by phones, goes out
with the next of them or within a minute; where it changed nothing that is shown, nothing is sent."""


def ask_after_publishing(get_response: GetResponse) -> GetResponse:
    """Wrap `get_response`: once a form was accepted, the server makes the sites anew by itself."""

    def noted(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        found = request.resolver_match
        if request.method == "POST" and response.status_code < 400 and found:
            request_job(settings.VAR_DIR, SITES, is_calm=found.url_name not in PUBLICATIONS)
        return response

    return noted
