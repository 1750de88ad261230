"""The club itself: who runs it, its name and what it shows of names, its logo and sponsors; and apart, what concerns
computers: its time zone, the sites and programs that may have something of it, what has changed."""

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from config.background.jobs import Job, JobState, open_jobs
from config.background.keeper import wake_keeper
from config.background.kinds import CLUB
from config.security_log import log_event
from tournaments.actions.people.club_pictures import remove_picture, show_picture
from tournaments.actions.people.clubs import change_club
from tournaments.forms.organiser.club import ClubForm, PictureForm, RoleForm, TechnicalForm
from tournaments.models import Club, Invitation, Member
from tournaments.models.rights import Right, Role
from tournaments.presentation.tables.people import ClubMembersTable, RolesTable
from tournaments.presentation.text.club_log import build_club_log
from tournaments.reading.club_face import read_face
from tournaments.standings.ranking import get_name_key
from tournaments.views.access import READ, require_right
from tournaments.views.organiser.scoping import build_club_address, get_actor, get_asked_club
from tournaments.views.polled_parts import clear_polled_parts
from tournaments.views.posted_forms import carry_out, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest


@require_right(Right.LOOK, post=Right.GOVERN, of=get_asked_club)
def edit_club(request: MemberRequest, found: Club) -> HttpResponse:
    """Show who runs the club, and edit it."""
    form = ClubForm(found, request.POST or None)
    if save_club(found, form):
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
    }
    return render_form(request, "organiser/club.html", form, context)


@require_right(Right.LOOK, post=Right.GOVERN, of=get_asked_club)
def edit_technical(request: MemberRequest, found: Club) -> HttpResponse:
    """Show the club's technical settings and the log of its changes; a POST saves the settings."""
    form = TechnicalForm(found, request.POST or None)
    if save_club(found, form):
        return say_and_redirect(request, _("C’est gardé."), build_club_address("club-technical", found.pk))
    context = {"club": found, "clubs": request.clubs, "changes": build_club_log(found.pk)}
    return render_form(request, "organiser/club_technical.html", form, context)


@require_right(Right.GOVERN, of=get_asked_club)
def edit_face(request: MemberRequest, club: Club) -> HttpResponse:
    """Show the club's logo and the pictures of its sponsors; a POST adds a picture, or removes one (`remove`)."""
    here = build_club_address("club-face", club.pk)
    if "remove" in request.POST:
        remove_picture(club, request.POST["remove"], actor=get_actor(request))
        clear_polled_parts()
        return say_and_redirect(request, _("L’image est ôtée."), here)
    form = PictureForm(request.POST, request.FILES) if request.method == "POST" else PictureForm()
    if form.is_valid():
        given = form.cleaned_data
        is_logo, actor = given["place"] == PictureForm.LOGO, get_actor(request)
        if carry_out(form, show_picture, club, given["file"].read(), given["name"], is_logo=is_logo, actor=actor):
            clear_polled_parts()
            return say_and_redirect(request, _("Les pages et les papiers la montrent."), here)
    context = {"club": club, "clubs": request.clubs, "face": read_face(club)}
    return render_form(request, "organiser/club_face.html", form, context)


@require_right(Right.GOVERN, of=get_asked_club, asks_who=True)
def export_club(request: MemberRequest, club: Club) -> HttpResponse:
    """Show how far the file with everything of the club is; a POST has it made, if it is not being made already."""
    job = next(iter(list_exports(club)), None)
    if request.method == "POST":
        if job is None or job.is_over:
            arguments = ["--club", str(club.pk)]
            open_jobs(settings.VAR_DIR).ask(CLUB, arguments, tournament_id=-club.pk)
            wake_keeper(settings.VAR_DIR)
        return redirect(build_club_address("club-export", club.pk))
    page = "organiser/_club_export.html" if request.htmx else "organiser/club_export.html"
    return render(request, page, {"club": club, "job": job})


@require_right(Right.GOVERN, READ, of=get_asked_club)
def download_club(request: MemberRequest, club: Club) -> Any:
    """Download the newest file with everything of the club, on whichever server it was made; 404 while there is
    none."""
    job = next((each for each in list_exports(club) if each.state is JobState.DONE), None)
    if job is None:
        raise Http404
    log_event("export", request)
    headers = {"Content-Disposition": f'attachment; filename="corbillon-club-{club.pk}.zip"'}
    return StreamingHttpResponse(
        open_jobs(settings.VAR_DIR).iterate_result(job), content_type="application/zip", headers=headers
    )


def list_exports(club: Club) -> list[Job]:
    """Return the jobs that write the club into a file, the one that was last asked for first."""
    return [job for job in open_jobs(settings.VAR_DIR).list_jobs(CLUB) if job.tournament_id == -club.pk]


def save_club(club: Club, form: Any) -> bool:
    """Save the fields that the form has; the club's others stay as they are. Return False, with errors on the form, if
    refused."""
    kept = {name: getattr(club, name) for name in (*ClubForm.base_fields, *TechnicalForm.base_fields)}
    if not form.is_valid() or not carry_out(form, change_club, club, **kept | form.cleaned_data):
        return False
    clear_polled_parts()
    return True


def list_members(club: Club) -> list[Member]:
    """Return the club's memberships, that is, the accounts that run it, by user name."""
    members = Member.objects.filter(club=club).select_related("user")
    return sorted(members, key=lambda member: get_name_key(member.user.get_username()))


urlpatterns = [
    path("club", edit_club, name="club"),
    path("club/face", edit_face, name="club-face"),
    path("club/export", export_club, name="club-export"),
    path("club/export/file", download_club, name="club-export-file"),
    path("club/technical", edit_technical, name="club-technical"),
]
