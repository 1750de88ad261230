"""The page «Publier»: where a club's site of files goes, how far it is there, and what to do where it could not go
on."""

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext as _

from config.background.jobs import request_job
from config.background.keeper import find_keeper_start
from config.background.kinds import SITES
from config.commands import start_command
from config.security_log import log_event
from tournaments.actions.evenings.publication_targets import add_publication_target, remove_publication_target
from tournaments.forms.organiser.publishing import PublicationTargetForm
from tournaments.models import Club, PublicationTarget
from tournaments.models.rights import Right
from tournaments.upkeep.publishing.publishing import measure_progress
from tournaments.upkeep.publishing.sending.sftp_keys import is_private_key, make_private_key, write_public_line
from tournaments.upkeep.publishing.target_files import TargetFiles, forget_files
from tournaments.upkeep.publishing.wording import SENDING_TROUBLES
from tournaments.views.access import SEND, require_right
from tournaments.views.form_refusals import CatchRefusals
from tournaments.views.organiser.scoping import build_club_address, get_actor, get_asked_club, get_scoped_row
from tournaments.views.posted_forms import read_post, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest


@require_right(Right.LOOK, post=Right.GOVERN, of=get_asked_club, asks_who=True)
def edit_publishing(request: MemberRequest, club: Club) -> HttpResponse:
    """Show the places to which the club's site is sent; a POST adds one."""
    form = PublicationTargetForm(read_post(request), owns_machine=Right.INSTALL in request.rights)
    if form.is_valid() and (target := add_target(club, form, get_actor(request))):
        log_event("publication target added", request, kind=target.kind)
        start_publishing()
        words = _("C’est gardé : le site s’écrit, et part dès qu’il y a un réseau.")
        return say_and_redirect(request, words, build_club_address("publishing", club.pk))
    context = {
        "club": club,
        "clubs": request.clubs,
        "targets": [
            describe_target(each) for each in PublicationTarget.objects.filter(club=club).select_related("club")
        ],
    }
    return render_form(request, "organiser/publishing.html", form, context)


def add_target(club: Club, form: PublicationTargetForm, actor: str) -> PublicationTarget | None:
    """Add a place to which the club's site is sent, with its password or key; return None, with an error on the form,
    if it cannot be added."""
    with CatchRefusals(form):
        target = None
        try:
            secret = choose_key(club, form) if form.wants_key else form.cleaned_data["secret"]
            target = add_publication_target(club, **form.terms, actor=actor)
            TargetFiles.find(target).save_secret(secret)
        except OSError as error:
            if target:
                remove_publication_target(target, actor=actor)
            form.add_error("place", _("Rien ne peut être écrit là : %(why)s.") % {"why": error.strerror})
        else:
            return target
    return None


def choose_key(club: Club, form: PublicationTargetForm) -> str:
    """Return the private key with which the site is sent to the form's place: the one that served there before, else a
    new one."""
    for before in PublicationTarget.objects.filter(club=club, place=form.cleaned_data["place"]):
        known = TargetFiles.find(before).read_secret() or ""
        if is_private_key(known):
            return known
    return make_private_key()


def describe_target(target: PublicationTarget) -> dict[str, object]:
    """Return, for a template, a place to which the site is sent: the state of its sending, the progress of the site
    here, the trouble in words, and `public_line`, by which the server there knows our key."""
    files = TargetFiles.find(target)
    state, secret = files.read_state(), files.read_secret() or ""
    return {
        "target": target,
        "state": state,
        "progress": measure_progress(target.club, target.language),
        "trouble": SENDING_TROUBLES.get(state.trouble, state.trouble),
        "public_line": write_public_line(secret) if is_private_key(secret) else "",
    }


def start_publishing() -> None:
    """Have all sites made and sent now, by the server if it does so by itself, else by a command started here."""
    request_job(settings.VAR_DIR, SITES)
    if find_keeper_start(settings.VAR_DIR, SITES) is None:
        start_command("publish", "--asked")


@require_right(Right.RUN, SEND, of=get_asked_club)
def publish_now(request: MemberRequest, club: Club) -> HttpResponse:
    """Have the club's site made and sent now."""
    start_publishing()
    words = _("Le site s’écrit et part : rechargez cette page dans une minute.")
    return say_and_redirect(request, words, build_club_address("publishing", club.pk))


@require_right(Right.GOVERN, SEND, asks_who=True)
def remove_target(request: MemberRequest, pk: int) -> HttpResponse:
    """Remove a place to which the club's site is sent; what lies there already stays."""
    target = get_scoped_row(request, PublicationTarget.objects.select_related("club"), pk)
    forget_files(target)
    remove_publication_target(target, actor=get_actor(request))
    log_event("publication target removed", request, kind=target.kind)
    words = _("Plus rien n’est envoyé là. Ce qui y est y reste : ôtez-le vous-même s’il le faut.")
    return say_and_redirect(request, words, build_club_address("publishing", target.club_id))
