"""Who may see a view: each declares it with one of these decorators, and a test refuses a view that declares nothing.

What somebody may not see looks missing (404), so that nobody learns what exists.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from tournaments.keys import table_of
from tournaments.models import Member

from . import program

View = Callable[..., HttpResponse]


def declare(view: View, who: str) -> View:
    """Mark a view with who may see it: "anyone", "table" or "member"."""
    view.access = who  # type: ignore[attr-defined]
    return view


def anyone(view: View) -> View:
    """No account and no key asked."""
    return declare(view, "anyone")


def member(*roles: str) -> Callable[[View], View]:
    """Signed in, and a member of some club in one of `roles` (none given: in any). The view looks only at
    `request.clubs`, the clubs of that membership; what belongs to another club is missing (404)."""

    def decorate(view: View) -> View:
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            memberships = Member.objects.filter(user_id=cast(int, request.user.pk))
            if roles:
                memberships = memberships.filter(role__in=roles)
            request.clubs = [m.club for m in memberships.select_related("club")]  # type: ignore[attr-defined]
            if not request.clubs:  # type: ignore[attr-defined]
                raise Http404
            return view(request, *args, **kwargs)

        return declare(guarded, "member")

    return decorate


def table_key(view: View) -> View:
    """The key of a table in the header `X-Table-Key`, which nothing but our own page sends (so no CSRF token is
    needed). The view gets `request.table`; every wrong key gets one and the same answer, which tells nothing. A body
    that the network cut is not read at all (400): what is left of it may look like a whole form."""

    @csrf_exempt
    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = answered(request, *args, **kwargs)
        answer.headers[program.HEADER] = program.program()
        return answer

    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not whole(request):
            return HttpResponse(status=400)
        table = table_of(request.headers.get("X-Table-Key", "")[:80])
        if table is None or table.round.event.hidden:
            return render(request, "play/no_table.html", status=404)
        request.table = table  # type: ignore[attr-defined]
        return view(request, *args, **kwargs)

    return declare(guarded, "table")


def whole(request: HttpRequest) -> bool:
    """Has all of the body come that was announced?"""
    announced = request.META.get("CONTENT_LENGTH") or "0"
    try:
        return len(request.body) == int(announced)
    except (UnreadablePostError, ValueError):
        return False
