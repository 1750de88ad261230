"""The teams of an evening: made by hand or by club, who takes over from whom, what ranks them."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.actions.people.teams import (
    list_places,
    make_club_teams,
    remove_team,
    save_team,
    set_team_rules,
    take_over,
)
from tournaments.forms.organiser.rounds import TakeOverForm, TeamForm, TeamRulesForm
from tournaments.models import Entry, Team, Tournament
from tournaments.models.rights import Right
from tournaments.views.access import READ, SEND, require_right
from tournaments.views.numbers import parse_number
from tournaments.views.organiser.scoping import get_tournament
from tournaments.views.posted_forms import attempt, carry_out, say_and_redirect
from tournaments.views.requests import MemberRequest


@require_right(Right.RUN, READ, of=get_tournament)
def show_teams(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the teams; with `team`, the form of that one."""
    return render_teams(request, tournament, parse_number(request.GET.get("team")))


def render_teams(request: MemberRequest, tournament: Tournament, pk: int | None = None, **more: Any) -> HttpResponse:
    """Render the page. `pk`: of the team that is being changed; `more`: a form that was refused, under its name on the
    page, or `refused`, an error message."""
    entries = list(tournament.entries.select_related("team", "tournament__club", "player"))
    chosen = get_object_or_404(Team, pk=pk, tournament=tournament) if pk else None
    members = [each for each in entries if chosen and each.team_id == chosen.pk]
    rules = {name: getattr(tournament, f"team_{name}") for name in ("score", "best")}
    context = {
        "tournament": tournament,
        "teams": [(team, list_shown_places(team, entries)) for team in tournament.teams.all()],
        "lone": [each for each in entries if each.team_id is None],
        "chosen": chosen,
        "form": TeamForm(
            tournament,
            [each for each in entries if each.team_id in (None, pk)],
            initial={"name": chosen.name, "entries": [each.pk for each in members]} if chosen else None,
        ),
        "relay": TakeOverForm(tournament, entries, prefix="relay"),
        "rules": TeamRulesForm(initial=rules | {"club_rounds": tournament.club_rounds}, prefix="rules"),
        "refused": None,
        **more,
    }
    status = 422 if context["refused"] or any(form.errors for form in more.values() if hasattr(form, "errors")) else 200
    return render(request, "organiser/teams.html", context, status=status)


def list_shown_places(team: Team, entries: list[Entry]) -> list[str]:
    """Return who holds each place of the team, after who held it before."""
    held = list_places(each for each in entries if each.team_id == team.pk)
    return [
        _(", puis ").join(each.shown_name for each in sorted(some, key=lambda each: (each.first_round, each.pk)))
        for _place, some in sorted(held.items())
    ]


@require_right(Right.RUN, SEND, of=get_tournament)
def change_teams(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Make or change a team; with `part`, dissolve one; with `clubs`, make those of the clubs."""
    if "clubs" in request.POST:
        return do_or_say(request, tournament, lambda: make_club_teams(tournament))
    if "part" in request.POST:
        team = get_object_or_404(Team, pk=parse_number(request.POST["part"]), tournament=tournament)
        return do_or_say(request, tournament, lambda: remove_team(team))
    pk = parse_number(request.POST.get("team"))
    chosen = get_object_or_404(Team, pk=pk, tournament=tournament) if pk else None
    entries = list(tournament.entries.select_related("team"))
    form = TeamForm(tournament, [each for each in entries if each.team_id in (None, pk)], request.POST)
    if form.is_valid() and carry_out(form, save_team, tournament, **form.cleaned_data, team=chosen):
        return redirect("tournament-teams", tournament.pk)
    return render_teams(request, tournament, pk, form=form)


def do_or_say(request: MemberRequest, tournament: Tournament, action: Callable[[], object]) -> HttpResponse:
    """Do what has no form, or say on the page why not."""
    if refused := attempt(action):
        return render_teams(request, tournament, refused=refused)
    return redirect("tournament-teams", tournament.pk)


@require_right(Right.RUN, SEND, of=get_tournament)
def replace_member(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Let somebody take over a place of a team."""
    form = TakeOverForm(tournament, list(tournament.entries.all()), request.POST, prefix="relay")
    if form.is_valid() and carry_out(form, take_over, form.cleaned_data["entry"], form.cleaned_data["newcomer"]):
        names = [str(form.cleaned_data["newcomer"]), str(form.cleaned_data["entry"])]
        said = _("%(new)s prend la place de %(old)s ; les deux comptent pour l’équipe.")
        return say_and_redirect(request, said % {"new": names[0], "old": names[1]}, "tournament-teams", tournament.pk)
    return render_teams(request, tournament, relay=form)


@require_right(Right.RUN, SEND, of=get_tournament)
def edit_team_rules(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Set what ranks teams, and how long people of one club are kept apart."""
    form = TeamRulesForm(request.POST, prefix="rules")
    if form.is_valid() and carry_out(form, set_team_rules, tournament, **form.cleaned_data):
        return say_and_redirect(request, _("C’est gardé."), "tournament-teams", tournament.pk)
    return render_teams(request, tournament, rules=form)


urlpatterns = [
    path("event/<int:pk>/teams", show_teams, name="tournament-teams"),
    path("event/<int:pk>/teams/change", change_teams, name="teams-change"),
    path("event/<int:pk>/teams/relay", replace_member, name="teams-relay"),
    path("event/<int:pk>/teams/rules", edit_team_rules, name="teams-rules"),
]
