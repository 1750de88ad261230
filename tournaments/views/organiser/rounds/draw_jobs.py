"""Draws that take a while: made by a process of their own, while the tables go on; watched and stopped here."""

from collections.abc import Sequence

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from config.background.jobs import Job, JobState, open_jobs
from config.background.keeper import wake_keeper
from config.background.kinds import DRAW
from tournaments.actions.errors import NotNow
from tournaments.actions.rounds.drafts import count_rounds_to_draw
from tournaments.actions.rounds.pairing_pool import get_next_round_number
from tournaments.actions.states import check_state
from tournaments.models import Entry, Tournament
from tournaments.models.rights import Right
from tournaments.views.access import READ, SEND, require_right
from tournaments.views.organiser.scoping import get_tournament
from tournaments.views.posted_forms import say_and_redirect
from tournaments.views.requests import MemberRequest

SEATS_AT_ONCE = 2000
"""The most seats for which the page waits for a draw, as it takes less than two seconds."""
LONG_FACTOR = 10
"""How many times as long a thorough search takes as a usual one."""


def is_long_draw(tournament: Tournament, *, thorough: bool) -> bool:
    """True if the draw of the next rounds will take more than about two seconds. `thorough`: the search is to take some
    seconds."""
    people = tournament.entries.exclude(presence=Entry.Presence.ABSENT).count()
    seats = people * count_rounds_to_draw(tournament, get_next_round_number(tournament))
    return seats * (LONG_FACTOR if thorough else 1) > SEATS_AT_ONCE


def start_draw_job(tournament: Tournament, sizes: Sequence[int], seed: int, effort: float) -> Job:
    """Start a draw in a process of its own, and return it. Raises NotNow if too many draws run, or if the evening is
    closed. `sizes`: the sizes of tables allowed; `seed`: the seed of its random numbers; `effort`: 1 for some seconds
    of search, less for less."""
    check_state(tournament, "plan_draw")
    jobs = open_jobs(settings.VAR_DIR)
    if sum(not job.is_over for job in jobs.list_jobs(DRAW)) >= DRAW.at_once:
        raise NotNow(_("Deux tirages sont déjà en route : attendez que l’un d’eux soit prêt."))
    given = [str(tournament.pk), "--sizes", ",".join(map(str, sizes)), "--seed", str(seed), "--effort", str(effort)]
    given += ["--language", (get_language() or settings.LANGUAGE_CODE).partition("-")[0]]
    details = {"round": get_next_round_number(tournament)}
    job = jobs.ask(DRAW, given, tournament_id=tournament.pk, details=details)
    wake_keeper(settings.VAR_DIR)
    return job


def begin_draw_job(
    request: MemberRequest, tournament: Tournament, sizes: Sequence[int], seed: int, effort: float
) -> HttpResponse:
    """Begin a draw and redirect to its progress page, or to the rounds if too many draws run. The arguments are those
    of `start_draw_job`."""
    try:
        job = start_draw_job(tournament, sizes, seed, effort)
    except NotNow as why:
        messages.error(request, str(why))
        return redirect("tournament-rounds", tournament.pk)
    return redirect("draw-job", tournament.pk, job.key)


def find_draw_job(tournament: Tournament, key: str) -> Job:
    """Return the tournament's draw with this key. Raises Http404."""
    wake_keeper(settings.VAR_DIR)
    job = open_jobs(settings.VAR_DIR).find(key)
    if job is None or (job.kind, job.tournament_id) != (DRAW, tournament.pk):
        raise Http404
    return job


@require_right(Right.RUN, READ, of=get_tournament)
def show_draw_job(request: MemberRequest, tournament: Tournament, key: str) -> HttpResponse:
    """Show the progress of a draw; only its changing part for htmx. Once it is made, its page is the draft's."""
    job = find_draw_job(tournament, key)
    if job.state is JobState.DONE and not request.htmx:
        return redirect("tournament-rounds", tournament.pk)
    done, steps = job.steps
    context = {"tournament": tournament, "job": job, "done": done, "steps": steps}
    response = render(request, "organiser/_draw_job.html" if request.htmx else "organiser/draw_job.html", context)
    if job.state is JobState.DONE:
        response["HX-Redirect"] = redirect("tournament-rounds", tournament.pk).url
    return response


@require_right(Right.RUN, SEND, of=get_tournament)
def stop_draw_job(request: MemberRequest, tournament: Tournament, key: str) -> HttpResponse:
    """Stop a draw: nothing of it is kept."""
    open_jobs(settings.VAR_DIR).stop(find_draw_job(tournament, key))
    return say_and_redirect(request, _("C’est arrêté : rien n’est tiré."), "tournament-rounds", tournament.pk)


urlpatterns = [
    path("event/<int:pk>/rounds/draw/<slug:key>", show_draw_job, name="draw-job"),
    path("event/<int:pk>/rounds/draw/<slug:key>/stop", stop_draw_job, name="draw-job-stop"),
]
