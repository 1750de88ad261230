"""The organiser's page «Et si…», with the players' names in full, whether the standings are public or not."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.models.rights import Right
from tournaments.views.access import require_right
from tournaments.views.organiser.scoping import get_tournament
from tournaments.views.requests import MemberRequest
from tournaments.views.what_if import build_what_if_context


@require_right(Right.LOOK)
@require_safe
def show_tournament_what_if(request: MemberRequest, pk: int) -> HttpResponse:
    """Show who is sure of a place and what the others need."""
    tournament = get_tournament(request, pk)
    names = dict(tournament.entries.values_list("pk", "shown_name"))
    context = build_what_if_context(request, tournament, names)
    return render(request, "organiser/what_if.html", context, status=422 if context["failed"] else 200)


urlpatterns = [path("event/<int:pk>/what-if", show_tournament_what_if, name="tournament-what-if")]
