"""The page of the sheets that nobody but their writer has seen, by who wrote them, each with the way to it."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path

from tournaments.models import Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.accounts import AccountNames
from tournaments.presentation.text.event_text import describe_actor
from tournaments.reading.grouping import group_pairs
from tournaments.reading.open_tables import list_unseen_sheets
from tournaments.views.access import READ, require_right
from tournaments.views.organiser.scoping import get_tournament
from tournaments.views.requests import MemberRequest


@require_right(Right.LOOK, READ, of=get_tournament)
def show_unseen_sheets(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the sheets that only their writer has seen, whoever wrote most of them first."""
    sheets = list_unseen_sheets(tournament)
    names = AccountNames(tournament.club_id, [each.last.actor for each in sheets])
    writers = group_pairs((describe_actor(each.last, each.card, names), each) for each in sheets)
    context = {"tournament": tournament, "writers": sorted(writers.items(), key=lambda it: -len(it[1]))}
    return render(request, "organiser/second_look.html", context)


urlpatterns = [path("event/<int:pk>/second-look", show_unseen_sheets, name="tournament-second-look")]
