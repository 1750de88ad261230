"""The public pages of a tournament of matches between two sides: the bracket, the groups and every match; each as a
file too."""

from collections.abc import Callable, Sequence

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, re_path
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.rounds import brackets
from tournaments.rounds.brackets import PhaseDisplay
from tournaments.tables.export import CellValue, ExportGrid
from tournaments.views.access import allow_anyone
from tournaments.views.download import ENDING, build_download
from tournaments.views.requests import PageRequest

from .names import get_public_names
from .pages import CODE, with_tournament


@allow_anyone
@with_tournament
def show_bracket(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Show the bracket, the groups and the matches, phase by phase."""
    phases = build_shown_phases(tournament)
    shown = {
        "meetings": any(phase.matches for phase in phases),
        "groups": any(phase.groups for phase in phases),
        "places": any(phase.places for phase in phases),
    }
    return render(request, "public/bracket.html", {"tournament": tournament, "phases": phases, "shown": shown})


@allow_anyone
@with_tournament
def download_bracket(request: PageRequest, tournament: Tournament, ending: str, part: str = "meetings") -> HttpResponse:
    """Download the matches, the groups or the final places as a file. `part`: "meetings", "groups" or "places"."""
    return build_download(GRID_BUILDERS[part](build_shown_phases(tournament)), ending, f"{tournament.code}-{part}")


def build_shown_phases(tournament: Tournament) -> list[PhaseDisplay]:
    """Return the tournament's phases as the page shows them. Raise Http404 if it has no bracket, that is, if no phase
    has more to show than standings."""
    if not tournament.has_bracket:
        raise Http404
    return brackets.build_phase_displays(tournament, get_public_names(tournament))


def build_meetings_grid(phases: Sequence[PhaseDisplay]) -> ExportGrid:
    """Build the grid of all matches, one row each, also of those still to be played; the winner's games come first."""
    columns = [("phase", _("Phase")), ("stage", _("Étape")), ("first", _("Premier côté")), ("second", _("Autre côté"))]
    columns += [("winner", _("Vainqueur")), ("won", _("Gagnées")), ("lost", _("Perdues")), ("forfeit", _("Forfait"))]
    rows: list[list[CellValue]] = [
        [capfirst(phase.title), it.stage, *it.names, it.winner, *it.wins, _("oui") if it.walkover else _("non")]
        for phase in phases
        for it in phase.matches
    ]
    return ExportGrid.build(_("Les rencontres du tableau"), columns, rows)


def build_groups_grid(phases: Sequence[PhaseDisplay]) -> ExportGrid:
    """Build the grid of the groups, one row for each side in a group."""
    columns = [("phase", _("Phase")), ("group", _("Poule")), ("place", _("Place")), ("name", _("Nom"))]
    columns += [("played", _("Jouées")), ("won", _("Gagnées")), ("points", _("Points")), ("margin", _("Écart"))]
    columns.append(("through", _("Qualifié")))
    rows: list[list[CellValue]] = [
        [capfirst(phase.title), group.title, line.place, name, line.played, line.won, line.points, line.margin, said]
        for phase in phases
        for group in phase.groups
        for line, name, through in group.rows
        for said in [_("oui") if through else _("non")]
    ]
    return ExportGrid.build(_("Les poules"), columns, rows)


def build_places_grid(phases: Sequence[PhaseDisplay]) -> ExportGrid:
    """Build the grid of final places, one row for each player."""
    columns = [("phase", _("Phase")), ("place", _("Place")), ("name", _("Nom"))]
    rows: list[list[CellValue]] = [
        [capfirst(phase.title), int(place) if place.isdecimal() else place, name]
        for phase in phases
        for place, names in phase.places
        for name in names
    ]
    return ExportGrid.build(_("Qui a fini où"), columns, rows)


GRID_BUILDERS: dict[str, Callable[[Sequence[PhaseDisplay]], ExportGrid]] = {
    "meetings": build_meetings_grid,
    "groups": build_groups_grid,
    "places": build_places_grid,
}

urlpatterns: list[URLPattern] = [
    re_path(rf"^{CODE}/bracket$", show_bracket, name="bracket"),
    re_path(rf"^{CODE}/bracket\.{ENDING}$", download_bracket, name="bracket-file"),
    re_path(rf"^{CODE}/bracket/(?P<part>groups|places)\.{ENDING}$", download_bracket, name="bracket-part-file"),
]
