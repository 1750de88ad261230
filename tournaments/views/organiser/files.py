"""The organiser's lists as files: the club's players and members, a tournament's players, its audit log."""

from typing import Any

from django.http import HttpResponse
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.forms.organiser.players import sort_by_name
from tournaments.models import Player, Table
from tournaments.tables.export import CellValue, ExportGrid
from tournaments.text.audit_log import build_audit_log
from tournaments.views.access import require_member
from tournaments.views.download import build_download
from tournaments.views.requests import MemberRequest

from .club import list_members
from .scoping import get_club, get_tournament

Columns = list[tuple[str, Any]]


@require_member()
def download_club_players(request: MemberRequest, ending: str) -> HttpResponse:
    """Download the club's list of players."""
    club = get_club(request, request.GET.get("club"))
    columns: Columns = [("player", _("Joueur")), ("active", _("Joue encore"))]
    everyone = sort_by_name(Player.objects.filter(club=club))
    rows = [[player.name, _("oui") if player.active else _("non")] for player in everyone]
    return build_download(ExportGrid.build(_("Les joueurs du club"), columns, rows), ending, f"club-{club.pk}-joueurs")


@require_member()
def download_club_members(request: MemberRequest, ending: str) -> HttpResponse:
    """Download the list of the accounts that run the club."""
    club = get_club(request, request.GET.get("club"))
    columns: Columns = [("name", _("Nom")), ("role", _("Rôle"))]
    rows = [[each.user.get_username(), each.get_role_display()] for each in list_members(club)]
    return build_download(ExportGrid.build(_("Qui tient le club"), columns, rows), ending, f"club-{club.pk}")


@require_member()
def download_players(request: MemberRequest, pk: int, ending: str) -> HttpResponse:
    """Download a tournament's players with presence and seat."""
    tournament = get_tournament(request, pk)
    places = Table.objects.find_seats_in_play(tournament)
    columns: Columns = [("player", _("Joueur")), ("presence", _("Présence")), ("table", _("Table"))]
    columns += [("place", _("Place"))]
    rows: list[list[CellValue]] = []
    for entry in sort_by_name(tournament.entries.all()):
        place = places.get(entry.pk)
        rows.append([entry.shown_name, entry.get_presence_display(), place and place.table, place and place.position])
    return build_download(
        ExportGrid.build(_("Les joueurs de la soirée"), columns, rows), ending, f"{tournament.code}-joueurs"
    )


@require_member()
def download_log(request: MemberRequest, pk: int, ending: str) -> HttpResponse:
    """Download the audit log, one row for each thing that changed, in the club's time zone."""
    tournament = get_tournament(request, pk)
    columns: Columns = [("at", _("Quand")), ("what", _("Quoi")), ("by", _("Par qui")), ("reason", _("Raison"))]
    columns += [("of", _("De quoi")), ("before", _("Avant")), ("after", _("Après"))]
    with timezone.override(tournament.club.time_zone):
        rows = [
            [f"{timezone.localtime(line.at):%Y-%m-%d %H:%M}", line.what, line.actor, line.reason, *map(str, apart)]
            for line in build_audit_log(tournament)
            for apart in (line.diff or [("", "", "")])
        ]
    return build_download(
        ExportGrid.build(_("Le journal de la soirée"), columns, rows), ending, f"{tournament.code}-journal"
    )


urlpatterns = [
    path("players.<str:ending>", download_club_players, name="players-file"),
    path("club.<str:ending>", download_club_members, name="club-file"),
    path("event/<int:pk>/players.<str:ending>", download_players, name="event-players-file"),
    path("event/<int:pk>/log.<str:ending>", download_log, name="log-file"),
]
