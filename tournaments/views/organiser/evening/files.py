"""The audit log, and the organiser's lists as files: players, members, what a tournament has."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.forms.organiser.players import sort_by_name
from tournaments.models import Club, Table, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.tables.audit import AuditRow, AuditTable
from tournaments.presentation.tables.people import (
    ClubMembersTable,
    ClubPlayersTable,
    TournamentPlayerRow,
    TournamentPlayersTable,
)
from tournaments.presentation.tables.row_table import FILE
from tournaments.presentation.text.audit_log import build_audit_log
from tournaments.reading.taking_part import mark_who_played
from tournaments.views.access import READ, require_right
from tournaments.views.download import download_table
from tournaments.views.organiser.club.club_page import list_members
from tournaments.views.organiser.scoping import get_asked_club, get_tournament
from tournaments.views.requests import MemberRequest


@require_right(Right.RUN, READ, of=get_asked_club)
def download_club_players(request: MemberRequest, club: Club, ending: str) -> HttpResponse:
    """Download the club's list of players."""
    table = ClubPlayersTable(sort_by_name(club.players.select_related("details")), medium=FILE)
    return download_table(request, table, ending, f"club-{club.pk}-joueurs", _("Les joueurs du club"))


@require_right(Right.LOOK, READ, of=get_asked_club)
def download_club_members(request: MemberRequest, club: Club, ending: str) -> HttpResponse:
    """Download the list of the accounts that run the club."""
    table = ClubMembersTable(list_members(club), medium=FILE)
    return download_table(request, table, ending, f"club-{club.pk}", _("Qui tient le club"))


@require_right(Right.LOOK, READ, of=get_tournament)
def download_players(request: MemberRequest, tournament: Tournament, ending: str) -> HttpResponse:
    """Download a tournament's players with presence and seat."""
    places = Table.objects.find_seats_in_play(tournament)
    rows = []
    entries = sort_by_name(tournament.entries.all())
    mark_who_played(tournament, entries)
    for entry in entries:
        place = places.get(entry.pk)
        seat = (place.table, place.position) if place else (None, None)
        rows.append(TournamentPlayerRow(entry.shown_name, entry.get_presence_display(), *seat))
    table = TournamentPlayersTable(rows, medium=FILE)
    return download_table(request, table, ending, f"{tournament.code}-joueurs", _("Les joueurs de la soirée"))


@require_right(Right.LOOK, READ, of=get_tournament)
def download_log(request: MemberRequest, tournament: Tournament, ending: str) -> HttpResponse:
    """Download the audit log, one row for each thing that changed, in the club's time zone."""
    with timezone.override(tournament.club.time_zone):
        rows = [
            AuditRow(f"{timezone.localtime(line.at):%Y-%m-%d %H:%M}", line.what, line.actor, line.reason, *each)
            for line in build_audit_log(tournament)
            for each in (line.diff or [("", "", "")])
        ]
    table = AuditTable(rows, medium=FILE)
    return download_table(request, table, ending, f"{tournament.code}-journal", _("Le journal de la soirée"))


@require_right(Right.LOOK, READ, of=get_tournament)
def show_log(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the tournament's audit log."""
    return render(request, "organiser/log.html", {"tournament": tournament, "lines": build_audit_log(tournament)})


urlpatterns = [
    path("players.<str:ending>", download_club_players, name="players-file"),
    path("club.<str:ending>", download_club_members, name="club-file"),
    path("event/<int:pk>/players.<str:ending>", download_players, name="tournament-players-file"),
    path("event/<int:pk>/log.<str:ending>", download_log, name="log-file"),
    path("event/<int:pk>/log", show_log, name="tournament-log"),
]
