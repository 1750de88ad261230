"""One inline edit of a page on which players are moved from place to place: carried out, then the page shown again with
any error."""

from collections.abc import Callable

from django.http import HttpResponse, QueryDict

from tournaments.actions.errors import ActionError
from tournaments.models import Tournament
from tournaments.views.numbers import parse_number
from tournaments.views.requests import MemberRequest


def apply_inline_edit(
    request: MemberRequest,
    tournament: Tournament,
    apply_edit: Callable[[Tournament, QueryDict], str | None],
    render_page: Callable[..., HttpResponse],
) -> HttpResponse | None:
    """Apply an edit. Return the page if htmx waits for it or if the edit was refused (with the error message, and the
    player who was picked still picked). Return None if it is done and the browser can be redirected."""
    try:
        refused = apply_edit(tournament, request.POST)
    except ActionError as why:
        refused = str(why)
    if not (refused or request.htmx):
        return None
    return render_page(
        request, tournament, refused=refused, picked=parse_number(request.POST.get("entry")) if refused else None
    )
