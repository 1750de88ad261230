"""The account of the signed-in user: his clubs, his password, his second factor, where he is signed in."""

from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.people import accounts
from tournaments.actions.people.accounts import list_sessions
from tournaments.models import Member
from tournaments.models.rights import Right
from tournaments.presentation.text.accounts import describe_device
from tournaments.views.access import READ, SEND, require_right
from tournaments.views.posted_forms import say_and_redirect
from tournaments.views.requests import MemberRequest


@require_right(Right.LOOK, READ)
def show_account(request: MemberRequest) -> HttpResponse:
    """Show the user's memberships, whether he uses a second factor, and where he is signed in."""
    mine = Member.objects.filter(user=request.user)  # type: ignore[misc]
    sessions = [
        {"session": each, "device": describe_device(each.device), "own": each.key == request.session.session_key}
        for each in list_sessions(request.user)
    ]
    context = {
        "memberships": mine.select_related("club").order_by("club__name"),
        "second_code": is_mfa_enabled(request.user),
        "sessions": sessions,
        "zone": min(request.clubs, key=lambda club: club.demonstration).time_zone,
    }
    return render(request, "organiser/account.html", context)


@require_right(Right.LOOK, SEND)
def end_session(request: MemberRequest) -> HttpResponse:
    """Sign the user out on one of his other devices."""
    if accounts.end_session(request.user, request.POST.get("session", "")):
        messages.success(request, _("Cet appareil est sorti : il faudra y taper de nouveau le mot de passe."))
    return redirect("account")


@require_right(Right.LOOK, SEND)
def end_other_sessions(request: MemberRequest) -> HttpResponse:
    """Sign the user out everywhere but here."""
    ended = accounts.end_other_sessions(request.user, request.session.session_key or "")
    words = ngettext("Un autre appareil est sorti.", "%(n)s autres appareils sont sortis.", ended) % {"n": ended}
    return say_and_redirect(request, words if ended else _("Vous n’étiez entré nulle part ailleurs."), "account")


urlpatterns = [
    path("account", show_account, name="account"),
    path("account/session/end", end_session, name="session-end"),
    path("account/sessions/end", end_other_sessions, name="sessions-end"),
]
