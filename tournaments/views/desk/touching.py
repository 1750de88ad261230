"""One touch of a page where people are moved from place to place: done, and the page shown anew with what it said."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, QueryDict

from tournaments import actions
from tournaments.models import Event
from tournaments.views.numbers import number


def after_touch(
    request: HttpRequest,
    event: Event,
    touched: Callable[[Event, QueryDict], str | None],
    page: Callable[..., HttpResponse],
) -> HttpResponse | None:
    """Do what was touched. The page's answer where htmx waits for it or where something was refused, in words, with
    whoever was picked still picked; None where it is done, and the browser may be sent on."""
    try:
        refused = touched(event, request.POST)
    except actions.NotDone as why:
        refused = str(why)
    if not (refused or request.htmx):  # type: ignore[attr-defined]
        return None
    return page(request, event, refused=refused, picked=number(request.POST.get("entry")) if refused else None)
