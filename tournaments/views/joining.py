"""The page of who is invited to run a club: the code, then a name and a password, or the account he is signed in
with."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from config.devices import read_device, remember_device
from config.security_log import log_event
from tournaments.actions.people.invitations import (
    NO_INVITATION,
    accept_invitation,
    find_invitation,
    open_invited_account,
)
from tournaments.actions.people.tries import INVITATION, count_try, forget_tries
from tournaments.forms.organiser.club import InvitationCodeForm, InvitedAccountForm
from tournaments.models import Invitation, Member

from .access import allow_anyone
from .posted_forms import carry_out, read_post, render_form
from .waits import render_wait

ACCOUNT_BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@allow_anyone()
@never_cache
def join_club(request: HttpRequest) -> HttpResponse:
    """Accept an invitation. A device that types wrong codes waits longer each time."""
    signed_in = request.user.is_authenticated
    form_class = InvitationCodeForm if signed_in else InvitedAccountForm
    form = form_class(read_post(request), initial={"code": request.GET.get("code", "")[:40]})
    if not form.is_valid():
        return render_form(request, "join.html", form, {})
    device = read_device(request)
    if wait := count_try(INVITATION, device.id):
        return render_wait(request, "join.html", wait, form=form)
    invitation = find_invitation(form.cleaned_data["code"])
    if invitation is None:
        form.add_error("code", NO_INVITATION)
    else:
        forget_tries(INVITATION, device.id)
        if made := carry_out(form, accept, request, invitation, form.cleaned_data):
            return redirect_member(request, made.result)
    answer = render_form(request, "join.html", form, {})
    remember_device(answer, device)
    return answer


def accept(request: HttpRequest, invitation: Invitation, typed: dict[str, Any]) -> Member:
    """Make the signed-in account, or a new one, a member as invited. Raises Refused."""
    if request.user.is_authenticated:
        return accept_invitation(invitation, request.user)
    return open_invited_account(invitation, typed["name"], typed["password"])


def redirect_member(request: HttpRequest, member: Member) -> HttpResponse:
    """Sign the new member in and redirect him to the evenings."""
    if not request.user.is_authenticated:
        login(request, member.user, backend=ACCOUNT_BACKEND)
        log_event("account made", request, account=member.user_id)
    words = _("Bienvenue au club « %(club)s ». Votre rôle : %(role)s.")
    messages.success(request, words % {"club": member.club.shown_name, "role": member.get_role_display()})
    answer = redirect("organiser")
    remember_device(answer, read_device(request).with_account(member.user.pk))
    return answer


urlpatterns: list[URLPattern] = [path("join", join_club, name="join")]
