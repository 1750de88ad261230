"""Seasons: their list, the creation of one, its tournaments and its rule, and what it gave each player."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.actions.evenings import seasons
from tournaments.actions.evenings.seasons import change_season, create_season
from tournaments.draws.fairness import FairnessRow
from tournaments.forms.organiser.season import InviteClubForm, JoinedSeasonForm, NewSeasonForm, SeasonForm
from tournaments.models import Club, JoinedClub, Season, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.tables.fairness import FairnessTable, list_met
from tournaments.presentation.tables.seasons import build_rule_context
from tournaments.reading.season_rounds import SEASON_ROUNDS_COUNTED, list_fairness_rows
from tournaments.reading.seasons import list_counted_tournaments
from tournaments.reading.shown_names import Viewer, get_player_names
from tournaments.standings.seasons import SeasonRule
from tournaments.views.access import READ, SEND, require_right
from tournaments.views.numbers import parse_number
from tournaments.views.organiser.scoping import (
    build_club_address,
    get_actor,
    get_asked_club,
    get_invited_club,
    get_joined_season,
    get_season,
)
from tournaments.views.posted_forms import attempt, carry_out, read_post, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest


@require_right(Right.LOOK, post=Right.RUN, of=get_asked_club)
def show_seasons(request: MemberRequest, club: Club) -> HttpResponse:
    """Show the club's seasons; a POST creates one."""
    form = NewSeasonForm(read_post(request))
    if form.is_valid() and (created := carry_out(form, create_season, club, form.cleaned_data["name"])):
        return redirect("season-edit", created.result.pk)
    found = list(Season.objects.for_organiser([club]))
    joined = list(JoinedClub.objects.filter(club=club).select_related("season__club"))
    context = {
        "club": club,
        "clubs": request.clubs,
        "seasons": [season for season in found if not season.hidden],
        "hidden": [season for season in found if season.hidden],
        "joined": [each for each in joined if each.state == JoinedClub.Answer.JOINED],
        "invitations": [each for each in joined if each.state == JoinedClub.Answer.ASKED],
        "has_records": Tournament.objects.visible().filter(club=club).exists(),
    }
    return render_form(request, "organiser/seasons.html", form, context)


@require_right(Right.RUN, of=get_season)
def edit_season(request: MemberRequest, season: Season) -> HttpResponse:
    """Edit a season's name, tournaments and rule; `?tick=all` shows all its club's tournaments ticked, to be saved."""
    tournaments = Tournament.objects.filter(club=season.club, hidden=False).order_by("-date", "-pk")
    ticked = request.GET.get("tick") == "all"
    form = SeasonForm(season, tournaments, read_post(request), ticks_all=ticked)
    if form.is_valid() and carry_out(form, change_season, season, **form.get_season()):
        words = _("C’est gardé : la saison se compte ainsi dès maintenant.")
        return say_and_redirect(request, words, "season-edit", season.pk)
    context = {"season": season, "is_empty": not season.tournaments.exists(), "ticked": ticked}
    if Right.GOVERN in request.rights and not season.club.demonstration:
        context["may_invite"] = Club.objects.filter(demonstration=False).exclude(pk=season.club_id).exists()
    return render_form(request, "organiser/season.html", form, context)


@require_right(Right.RUN, SEND, of=get_season)
def hide_season(request: MemberRequest, season: Season) -> HttpResponse:
    """Hide a season, or show it again."""
    seasons.hide_season(season, request.POST.get("hidden") == "yes")
    return redirect(build_club_address("seasons", season.club_id))


@require_right(Right.GOVERN, of=get_season)
def show_season_clubs(request: MemberRequest, season: Season) -> HttpResponse:
    """Show which other clubs are asked to play the season, and have joined it; a POST asks one more."""
    form = InviteClubForm(read_post(request))
    if form.is_valid() and carry_out(form, seasons.invite_club, season, form.cleaned_data["club"]):
        words = _("C’est demandé : son responsable répond sur sa page des saisons. Prévenez-le.")
        return say_and_redirect(request, words, "season-clubs", season.pk)
    context = {"season": season, "joined": season.joined_clubs.select_related("club")}
    return render_form(request, "organiser/season_clubs.html", form, context)


@require_right(Right.GOVERN, SEND, of=get_invited_club)
def remove_joined_club(request: MemberRequest, joined: JoinedClub) -> HttpResponse:
    """Take another club out of the season, or take back its invitation."""
    words = attempt(seasons.remove_joined_club, joined, actor=get_actor(request))
    return say_and_redirect(request, words or _("C’est fait."), "season-clubs", joined.season_id)


@require_right(Right.GOVERN, SEND, of=get_joined_season)
def answer_invitation(request: MemberRequest, joined: JoinedClub) -> HttpResponse:
    """Join another club's season, refuse to, or leave it."""
    agrees = request.POST.get("answer") == "yes"
    refusal = attempt(seasons.answer_invitation, joined, agrees, actor=get_actor(request))
    if agrees and not refusal:
        return redirect("joined-evenings", joined.pk)
    return say_and_redirect(request, refusal or _("C’est fait."), build_club_address("seasons", joined.club_id))


@require_right(Right.RUN, of=get_joined_season)
def edit_joined_season(request: MemberRequest, joined: JoinedClub) -> HttpResponse:
    """Choose which of the club's tournaments count for another club's season that it has joined."""
    if joined.state != JoinedClub.Answer.JOINED:
        raise Http404
    tournaments = Tournament.objects.filter(club=joined.club, hidden=False).order_by("-date", "-pk")
    form = JoinedSeasonForm(joined.season, tournaments, read_post(request))
    if form.is_valid() and carry_out(form, seasons.bring_tournaments, joined, form.cleaned_data["events"]):
        return say_and_redirect(request, _("C’est gardé."), "joined-evenings", joined.pk)
    context = {"joined": joined, **build_rule_context(SeasonRule.from_json(joined.season.rule))}
    return render_form(request, "organiser/joined_season.html", form, context)


@require_right(Right.LOOK, READ, of=get_season)
def show_fairness(request: MemberRequest, season: Season) -> HttpResponse:
    """Show what the season's closed evenings gave each player; `?player=`: whom that one met, too."""
    tournaments = list_counted_tournaments(season, season.club)
    names = get_player_names(Viewer.CLUB, season.club)
    rows = list_fairness_rows(tournaments, names)
    number = parse_number(request.GET.get("player"))
    one = next((row for row in rows if row.player == number), None)
    if number and one is None:
        raise Http404
    context = {
        "season": season,
        "rows": rows,
        "table": FairnessTable(rows, names, address=lambda row: f"?player={row.player}#met"),
        "one": describe_one(one, rows, names) if one else None,
        "last": tournaments[-1] if tournaments else None,
        "rounds_counted": SEASON_ROUNDS_COUNTED,
    }
    return render(request, "organiser/season_fairness.html", context)


def describe_one(one: FairnessRow, rows: Sequence[FairnessRow], names: Mapping[int, str]) -> dict[str, Any]:
    """Return, for a template, {name, met, never}: a player's name, whom he met and how often, and whom of the season he
    never met."""
    never = [names[row.player] for row in rows if row.player != one.player and row.player not in one.met]
    return {"name": names[one.player], "met": list_met(one, names), "never": never}


urlpatterns = [
    path("season/<int:pk>/fairness", show_fairness, name="season-fairness"),
    path("seasons", show_seasons, name="seasons"),
    path("season/<int:pk>", edit_season, name="season-edit"),
    path("season/<int:pk>/hide", hide_season, name="season-hide"),
    path("season/<int:pk>/clubs", show_season_clubs, name="season-clubs"),
    path("joined/<int:pk>", edit_joined_season, name="joined-evenings"),
    path("joined/<int:pk>/answer", answer_invitation, name="joined-answer"),
    path("joined/<int:pk>/remove", remove_joined_club, name="joined-remove"),
]
