"""The club itself: its name, its time zone, what its public pages show, its members with an account."""

from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.people.clubs import change_club
from tournaments.forms.organiser.club import ClubForm, RoleForm
from tournaments.models import Club, Invitation, Member
from tournaments.models.rights import Right, Role
from tournaments.presentation.tables.people import ClubMembersTable, RolesTable
from tournaments.presentation.text.club_log import build_club_log
from tournaments.standings.ranking import get_name_key
from tournaments.views.access import require_right
from tournaments.views.organiser.scoping import build_club_address, get_asked_club
from tournaments.views.polled_parts import clear_polled_parts
from tournaments.views.posted_forms import carry_out, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest


@require_right(Right.LOOK, post=Right.GOVERN, of=get_asked_club)
def edit_club(request: MemberRequest, found: Club) -> HttpResponse:
    """Show and edit the club."""
    form = ClubForm(found, request.POST or None)
    if form.is_valid() and carry_out(form, change_club, found, **form.cleaned_data):
        clear_polled_parts()
        return say_and_redirect(request, _("C’est gardé."), build_club_address("club", found.pk))
    context = {
        "club": found,
        "clubs": request.clubs,
        "members": ClubMembersTable(
            list_members(found),
            address=(lambda row: reverse("member", args=[row.pk])) if Right.GOVERN in request.rights else None,
        ),
        "invite_form": RoleForm(initial={"role": Role.ORGANISER}, auto_id="invite_%s"),
        "invitations": Invitation.objects.filter(club=found, expires_at__gte=timezone.now()),
        "roles": RolesTable(),
        "installers": get_user_model().objects.filter(is_superuser=True, is_active=True).order_by("username"),
        "changes": build_club_log(found.pk),
    }
    return render_form(request, "organiser/club.html", form, context)


def list_members(club: Club) -> list[Member]:
    """Return the club's memberships, that is, the accounts that run it, by user name."""
    members = Member.objects.filter(club=club).select_related("user")
    return sorted(members, key=lambda member: get_name_key(member.user.get_username()))


urlpatterns = [path("club", edit_club, name="club")]
