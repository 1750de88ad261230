"""Middleware: has the clubs' sites of files made anew, at once when an organiser has published, withdrawn or corrected
something, within a minute when anything else was written; and has the skill ratings computed anew where a closed
evening may have changed. It makes no database query."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from config.background.jobs import request_job
from config.background.kinds import RATINGS, SITES

GetResponse = Callable[[HttpRequest], HttpResponseBase]
PUBLICATIONS = frozenset(
    {
        *("round-publish", "round-withdraw", "round-withdraw-begun", "round-unplayed", "round-forfeits"),
        *("tournament-open", "tournament-close", "tournament-reopen", "tournament-hide", "tournament-setup"),
        *("tournament-rules", "tournament-ranking", "tournament-adjustments", "adjustment-cancel"),
        *("desk-correct", "desk-undo", "desk-unplayed", "desk-confirm", "desk-on-paper", "desk-substitute"),
        *("entry-rename", "player-edit", "player-discreet", "player-merge", "player-part", "player-forget"),
        *("club", "season-edit", "season-hide", "joined-evenings", "joined-answer", "joined-remove"),
    }
)
"""The addresses, by name, whose form changes what a site shows, at once. What else is written, as by phones, goes out
with the next of them or within a minute; where it changed nothing that is shown, nothing is sent."""

RECKONINGS = frozenset(
    {
        *("tournament-close", "tournament-reopen", "tournament-hide", "tournament-setup", "tournament-import"),
        *("desk-correct", "desk-undo", "desk-unplayed", "desk-substitute", "round-unplayed", "round-withdraw-begun"),
        *("player-merge", "player-part", "player-forget", "player-rated"),
    }
)
"""The addresses whose form may change what skill is reckoned from. What changes otherwise counts within the hour."""


def ask_after_publishing(get_response: GetResponse) -> GetResponse:
    """Return the middleware that, once a form was accepted, has the published sites made anew, and after some forms the
    ratings."""

    def noted(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        found = request.resolver_match
        if request.method == "POST" and response.status_code < 400 and found:
            request_job(settings.VAR_DIR, SITES, is_calm=found.url_name not in PUBLICATIONS)
            if found.url_name in RECKONINGS:
                request_job(settings.VAR_DIR, RATINGS, is_calm=True)
        return response

    return noted
