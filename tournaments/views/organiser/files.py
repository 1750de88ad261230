"""The organiser's lists as files: the club's players and members, a tournament's players, its audit log."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.forms.organiser.players import alphabetical
from tournaments.models import Player, Table
from tournaments.tables.export import Cell, Grid
from tournaments.text.audit_log import chronicle
from tournaments.views.access import member
from tournaments.views.download import download

from .club import running
from .scoping import our_club, our_event

Columns = list[tuple[str, Any]]


@member()
def players_file(request: HttpRequest, ending: str) -> HttpResponse:
    """Download the club's list of players."""
    club = our_club(request, request.GET.get("club"))
    columns: Columns = [("player", _("Joueur")), ("active", _("Joue encore"))]
    everyone = alphabetical(Player.objects.filter(club=club))
    rows = [[player.name, _("oui") if player.active else _("non")] for player in everyone]
    return download(Grid.of(_("Les joueurs du club"), columns, rows), ending, f"club-{club.pk}-joueurs")


@member()
def club_file(request: HttpRequest, ending: str) -> HttpResponse:
    """Download the list of the accounts that run the club."""
    club = our_club(request, request.GET.get("club"))
    columns: Columns = [("name", _("Nom")), ("role", _("Rôle"))]
    rows = [[each.user.get_username(), each.get_role_display()] for each in running(club)]
    return download(Grid.of(_("Qui tient le club"), columns, rows), ending, f"club-{club.pk}")


@member()
def event_players_file(request: HttpRequest, pk: int, ending: str) -> HttpResponse:
    """Download a tournament's players with presence and seat."""
    event = our_event(request, pk)
    places = Table.objects.seated(event)
    columns: Columns = [("player", _("Joueur")), ("presence", _("Présence")), ("table", _("Table"))]
    columns += [("place", _("Place"))]
    rows: list[list[Cell]] = []
    for entry in alphabetical(event.entries.all()):
        place = places.get(entry.pk)
        rows.append([entry.shown_name, entry.get_presence_display(), place and place.table, place and place.position])
    return download(Grid.of(_("Les joueurs de la soirée"), columns, rows), ending, f"{event.code}-joueurs")


@member()
def log_file(request: HttpRequest, pk: int, ending: str) -> HttpResponse:
    """Download the audit log, one row for each thing that changed, in the club's time zone."""
    event = our_event(request, pk)
    columns: Columns = [("at", _("Quand")), ("what", _("Quoi")), ("by", _("Par qui")), ("reason", _("Raison"))]
    columns += [("of", _("De quoi")), ("before", _("Avant")), ("after", _("Après"))]
    with timezone.override(event.club.time_zone):
        rows = [
            [f"{timezone.localtime(line.at):%Y-%m-%d %H:%M}", line.what, line.by, line.reason, *map(str, apart)]
            for line in chronicle(event)
            for apart in (line.apart or [("", "", "")])
        ]
    return download(Grid.of(_("Le journal de la soirée"), columns, rows), ending, f"{event.code}-journal")


urlpatterns = [
    path("players.<str:ending>", players_file, name="players-file"),
    path("club.<str:ending>", club_file, name="club-file"),
    path("event/<int:pk>/players.<str:ending>", event_players_file, name="event-players-file"),
    path("event/<int:pk>/log.<str:ending>", log_file, name="log-file"),
]
