"""The standings tab of a tournament whose public pages do not answer: in preparation, or hidden."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.models.rights import Right
from tournaments.views.access import require_right
from tournaments.views.organiser.scoping import get_tournament
from tournaments.views.requests import MemberRequest


@require_right(Right.LOOK)
@require_safe
def show_standings_tab(request: MemberRequest, pk: int) -> HttpResponse:
    """Lead to the standings; where they are not public, say what has to happen first."""
    tournament = get_tournament(request, pk)
    if tournament.status != Tournament.Status.DRAFT and not tournament.hidden:
        return redirect("standings", tournament.code)
    return render(request, "organiser/no_standings.html", {"tournament": tournament})


urlpatterns = [path("event/<int:pk>/standings", show_standings_tab, name="tournament-standings")]
