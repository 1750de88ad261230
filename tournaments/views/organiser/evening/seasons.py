"""Seasons: their list, the creation of one, its tournaments and its rule."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.actions.evenings import seasons
from tournaments.actions.evenings.seasons import change_season, create_season
from tournaments.forms.organiser.season import NewSeasonForm, SeasonForm
from tournaments.models import Club, Season, Tournament
from tournaments.models.rights import Right
from tournaments.views.access import SEND, require_right
from tournaments.views.organiser.scoping import build_club_address, get_asked_club, get_season
from tournaments.views.posted_forms import carry_out, read_post, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest


@require_right(Right.LOOK, post=Right.RUN, of=get_asked_club)
def show_seasons(request: MemberRequest, club: Club) -> HttpResponse:
    """Show the club's seasons; a POST creates one."""
    form = NewSeasonForm(read_post(request))
    if form.is_valid() and (created := carry_out(form, create_season, club, form.cleaned_data["name"])):
        return redirect("season-edit", created.result.pk)
    found = list(Season.objects.for_organiser([club]))
    context = {
        "club": club,
        "clubs": request.clubs,
        "seasons": [season for season in found if not season.hidden],
        "hidden": [season for season in found if season.hidden],
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
    return render_form(request, "organiser/season.html", form, context)


@require_right(Right.RUN, SEND, of=get_season)
def hide_season(request: MemberRequest, season: Season) -> HttpResponse:
    """Hide a season, or show it again."""
    seasons.hide_season(season, request.POST.get("hidden") == "yes")
    return redirect(build_club_address("seasons", season.club_id))


urlpatterns = [
    path("seasons", show_seasons, name="seasons"),
    path("season/<int:pk>", edit_season, name="season-edit"),
    path("season/<int:pk>/hide", hide_season, name="season-hide"),
]
