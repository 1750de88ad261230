"""The page of who is invited to run a club: the code, then a name and a password, or the account he is signed in
with."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from config.devices import Device, read_device, remember_device
from config.security_log import log_event
from tournaments import actions
from tournaments.forms.organiser.members import InvitationCodeForm, InvitedAccountForm
from tournaments.models import Invitation, Member

from .access import allow_anyone
from .organiser.form_refusals import CatchRefusals
from .waits import render_wait

LONGEST_CODE = 40
ACCOUNT_BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@allow_anyone
@never_cache
def join_club(request: HttpRequest) -> HttpResponse:
    """Accept an invitation. A device that types wrong codes waits longer each time."""
    signed_in = request.user.is_authenticated
    form_class = InvitationCodeForm if signed_in else InvitedAccountForm
    form = form_class(request.POST or None, initial={"code": request.GET.get("code", "")[:LONGEST_CODE]})
    device = read_device(request)
    if request.method != "POST":
        code = request.GET.get("code", "")
        answer = render_joining(request, form, look_up_invitation(device, code))
        if code:
            remember_device(answer, device)
        return answer
    if not form.is_valid():
        return render_joining(request, form)
    if wait := actions.count_try(actions.INVITATION, device.id):
        return render_wait(request, "join.html", wait, form=form)
    invitation = actions.find_invitation(form.cleaned_data["code"])
    if invitation is None:
        form.add_error("code", actions.NO_INVITATION)
    else:
        actions.forget_tries(actions.INVITATION, device.id)
        with CatchRefusals(form):
            return redirect_member(request, accept(request, invitation, form.cleaned_data))
    answer = render_joining(request, form)
    remember_device(answer, device)
    return answer


def accept(request: HttpRequest, invitation: Invitation, typed: dict[str, Any]) -> Member:
    """Make the signed-in account, or a new one, a member as invited. Raises Refused."""
    if request.user.is_authenticated:
        return actions.accept_invitation(invitation, request.user)
    return actions.open_invited_account(invitation, typed["name"], typed["password"])


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


def look_up_invitation(device: Device, code: str) -> Invitation | None:
    """Return the invitation of the code in an address, so that the page can say to what; None without one, and while
    the device must wait. It counts as a try like a typed code."""
    if not code or actions.count_try(actions.INVITATION, device.id):
        return None
    if invitation := actions.find_invitation(code[:LONGEST_CODE]):
        actions.forget_tries(actions.INVITATION, device.id)
    return invitation


def render_joining(
    request: HttpRequest, form: InvitationCodeForm, invitation: Invitation | None = None
) -> HttpResponse:
    """Render the page; `invitation`: the one it is about, where its address says so."""
    return render(request, "join.html", {"form": form, "invitation": invitation}, status=422 if form.errors else 200)


urlpatterns: list[URLPattern] = [path("join", join_club, name="join")]
