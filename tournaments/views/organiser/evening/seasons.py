"""Seasons: their list, the creation of one, its tournaments and its rule."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.evenings import seasons
from tournaments.actions.evenings.seasons import change_season, create_season
from tournaments.forms.organiser.season import NewSeasonForm, SeasonForm
from tournaments.models import Season, Tournament
from tournaments.models.rights import Right
from tournaments.views.access import require_right
from tournaments.views.organiser.form_refusals import CatchRefusals
from tournaments.views.organiser.scoping import get_club, get_season
from tournaments.views.requests import MemberRequest


@require_right(Right.LOOK, post=Right.RUN)
def show_seasons(request: MemberRequest) -> HttpResponse:
    """Show the club's seasons; a POST creates one."""
    club = get_club(request, (request.POST or request.GET).get("club"))
    form = NewSeasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with CatchRefusals(form):
            return redirect("season-edit", create_season(club, form.cleaned_data["name"]).pk)
    found = list(Season.objects.for_organiser([club]))
    context = {
        "club": club,
        "clubs": request.clubs,
        "form": form,
        "seasons": [season for season in found if not season.hidden],
        "hidden": [season for season in found if season.hidden],
        "has_records": Tournament.objects.visible().filter(club=club).exists(),
    }
    return render(request, "organiser/seasons.html", context, status=422 if form.errors else 200)


@require_right(Right.RUN)
def edit_season(request: MemberRequest, pk: int) -> HttpResponse:
    """Edit a season's name, tournaments and rule; `?tick=all` shows all its club's tournaments ticked, to be saved."""
    season = get_season(request, pk)
    tournaments = Tournament.objects.filter(club=season.club, hidden=False).order_by("-date", "-pk")
    ticked = request.GET.get("tick") == "all"
    form = SeasonForm(season, tournaments, request.POST if request.method == "POST" else None, ticks_all=ticked)
    if request.method == "POST" and form.is_valid() and save_season(form, season):
        messages.success(request, _("C’est gardé : la saison se compte ainsi dès maintenant."))
        return redirect("season-edit", season.pk)
    context = {"season": season, "form": form, "is_empty": not season.tournaments.exists(), "ticked": ticked}
    return render(request, "organiser/season.html", context, status=422 if form.errors else 200)


def save_season(form: SeasonForm, season: Season) -> bool:
    """Save the season; return False and add the errors to the form if it is refused."""
    data = form.cleaned_data
    with CatchRefusals(form):
        change_season(
            season, name=data["name"], rule=data["rule"], tournaments=data["events"], in_draws=data["in_draws"]
        )
    return not form.errors


@require_right(Right.RUN)
@require_POST
def hide_season(request: MemberRequest, pk: int) -> HttpResponse:
    """Hide a season, or show it again."""
    season = get_season(request, pk)
    seasons.hide_season(season, request.POST.get("hidden") == "yes")
    return redirect(f"{reverse('seasons')}?club={season.club_id}")


urlpatterns = [
    path("seasons", show_seasons, name="seasons"),
    path("season/<int:pk>", edit_season, name="season-edit"),
    path("season/<int:pk>/hide", hide_season, name="season-hide"),
]
