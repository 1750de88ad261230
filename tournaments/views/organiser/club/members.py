"""The people who run a club: invite, withdraw an invitation, change a role, remove, hand the club over."""

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config import hall
from tournaments.actions.people import invitations, members
from tournaments.actions.people.members import change_role
from tournaments.forms.organiser.club import HandOverForm, RoleForm
from tournaments.models import Club, Invitation, Member
from tournaments.models.rights import Right, Role
from tournaments.presentation.qr import draw_qr
from tournaments.views.access import SEND, require_right
from tournaments.views.organiser.questions import render_question
from tournaments.views.organiser.scoping import build_club_address, get_actor, get_asked_club, get_scoped_row
from tournaments.views.posted_forms import attempt, carry_out, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest
from tournaments.views.sign_in import check_password_again


@require_right(Right.GOVERN, SEND, of=get_asked_club, asks_who=True)
def invite_member(request: MemberRequest, club: Club) -> HttpResponse:
    """Make an invitation to the club in the chosen role, and show its code and its QR code this once."""
    form = RoleForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choisissez d’abord un rôle."))
        return redirect(build_club_address("club", club.pk))
    role = Role(form.cleaned_data["role"])
    code = invitations.invite_member(club, role, inviter=request.user)
    base = hall.get_base_url(settings.VAR_DIR)
    address = f"{base}{reverse('join')}"
    context = {
        "club": club,
        "role": role,
        "code": code,
        "address": address,
        "qr": draw_qr(f"{address}?code={code}"),
        "not_for_phones": hall.is_loopback_address(base),
    }
    return render(request, "organiser/invitation.html", context)


@require_right(Right.GOVERN, SEND, asks_who=True)
def withdraw_invitation(request: MemberRequest, pk: int) -> HttpResponse:
    """Withdraw an invitation: its code opens nothing any more."""
    invitation = get_scoped_row(request, Invitation.objects.select_related("club"), pk)
    invitations.withdraw_invitation(invitation)
    words = _("L’invitation est retirée : son code n’ouvre plus rien.")
    return say_and_redirect(request, words, build_club_address("club", invitation.club_id))


def get_member(request: MemberRequest, pk: int) -> Member:
    """Return a member of the user's clubs, else raise Http404."""
    return get_scoped_row(request, Member.objects.select_related("club", "user"), pk)


@require_right(Right.GOVERN, of=get_member, asks_who=True)
def edit_member(request: MemberRequest, member: Member) -> HttpResponse:
    """Show a member and change his role."""
    form = RoleForm(request.POST or None, initial={"role": member.role})
    actor = get_actor(request)
    if form.is_valid() and carry_out(form, change_role, member, Role(form.cleaned_data["role"]), actor=actor):
        return say_and_redirect(request, _("C’est gardé."), build_club_address("club", member.club_id))
    own = Member.objects.filter(club=member.club, user=cast(User, request.user)).get()
    context = {"member": member, "club": member.club, "own": own == member}
    return render_form(request, "organiser/member.html", form, context)


WORDS_BEFORE_LEAVING = (
    gettext_lazy(
        "Dès votre prochaine page, vous ne voyez et ne faites plus rien dans ce club. Votre nom reste au journal."
    ),
    gettext_lazy("Les invitations que vous aviez faites ne marchent plus."),
)
WORDS_BEFORE_REMOVING = (
    gettext_lazy(
        "Dès sa prochaine page, cette personne ne voit et ne fait plus rien dans ce club. Son nom reste au journal."
    ),
    gettext_lazy("Les invitations qu’elle avait faites ne marchent plus."),
)


@require_right(Right.GOVERN, of=get_member, asks_who=True)
def remove_member(request: MemberRequest, member: Member) -> HttpResponse:
    """Remove a member from the club, after a question."""
    name, own = member.user.get_username(), member.user == request.user
    refused = attempt(members.remove_member, member, actor=get_actor(request)) if request.method == "POST" else ""
    if request.method == "POST" and not refused:
        words = _("Vous avez quitté le club.") if own else _("Ce n’est plus quelqu’un du club.")
        return say_and_redirect(request, words, "organiser" if own else build_club_address("club", member.club_id))
    title = _("Quitter le club ?") if own else _("Retirer %(name)s du club ?") % {"name": name}
    before = WORDS_BEFORE_LEAVING if own else WORDS_BEFORE_REMOVING
    action = _("Quitter le club") if own else _("Retirer du club")
    back = (reverse("member", args=[member.pk]), name)
    return render_question(request, title, before, action, back, danger=True, refused=refused)


@require_right(Right.GOVERN, of=get_member)
def hand_over_club(request: MemberRequest, heir: Member) -> HttpResponse:
    """Hand the club over to another member, with the password again."""
    user = cast(User, request.user)
    owner = get_object_or_404(Member.objects.exclude(pk=heir.pk), club=heir.club, user=user)
    form = HandOverForm(request.POST or None, owns_installation=user.is_superuser)
    if form.is_valid() and not check_password_again(request, user, form.cleaned_data["password"]):
        form.add_error("password", _("Ce n’est pas votre mot de passe."))
    if form.is_valid() and carry_out(
        form,
        members.hand_over_club,
        owner,
        heir,
        actor=get_actor(request),
        with_installation=form.cleaned_data.get("with_installation", False),
    ):
        done = _("C’est fait : le club a un nouveau responsable.")
        return say_and_redirect(request, done, build_club_address("club", heir.club_id))
    name = heir.user.get_username()
    title, back = _("Céder le club à %(name)s ?") % {"name": name}, (reverse("member", args=[heir.pk]), name)
    words = [
        _("%(name)s devient responsable du club : inviter, retirer, effacer un nom, c’est lui ou elle.")
        % {"name": name},
        _("Vous restez, comme organisateur. Pour revenir en arrière, il faudra le lui demander."),
    ]
    return render_question(request, title, words, _("Céder le club"), back, form=form, danger=True)


urlpatterns = [
    path("club/invite", invite_member, name="club-invite"),
    path("invitation/<int:pk>/withdraw", withdraw_invitation, name="invitation-withdraw"),
    path("member/<int:pk>", edit_member, name="member"),
    path("member/<int:pk>/remove", remove_member, name="member-remove"),
    path("member/<int:pk>/hand-over", hand_over_club, name="member-hand-over"),
]
