"""The page of a tournament's audit log."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.models.rights import Right
from tournaments.presentation.text.audit_log import build_audit_log
from tournaments.views.access import require_right
from tournaments.views.organiser.scoping import get_tournament
from tournaments.views.requests import MemberRequest


@require_right(Right.LOOK)
@require_safe
def show_log(request: MemberRequest, pk: int) -> HttpResponse:
    """Show the tournament's audit log."""
    tournament = get_tournament(request, pk)
    return render(request, "organiser/log.html", {"tournament": tournament, "lines": build_audit_log(tournament)})


urlpatterns = [path("event/<int:pk>/log", show_log, name="tournament-log")]
