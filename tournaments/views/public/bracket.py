"""The public pages of a tournament of matches between two sides: the bracket, the groups and every match; each as a
file too."""

from collections.abc import Callable, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, re_path
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.rounds import brackets
from tournaments.rounds.brackets import Shown
from tournaments.tables.export import Cell, Grid
from tournaments.views.access import anyone
from tournaments.views.download import ENDING, download

from .names import public_names
from .pages import CODE, evening


@anyone
@evening
def bracket(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the bracket, the groups and the matches, phase by phase."""
    phases = phases_of(event)
    shown = {key: any(getattr(phase, key) for phase in phases) for key in PARTS}
    return render(request, "public/bracket.html", {"event": event, "phases": phases, "shown": shown})


@anyone
@evening
def bracket_file(request: HttpRequest, event: Event, ending: str, part: str = "meetings") -> HttpResponse:
    """Download the matches, the groups or the final places as a file. `part`: "meetings", "groups" or "places"."""
    return download(PARTS[part](phases_of(event)), ending, f"{event.code}-{part}")


def phases_of(event: Event) -> list[Shown]:
    """Return the tournament's phases as the page shows them. Raise Http404 if it has no bracket, that is, if no phase
    has more to show than standings."""
    if not event.has_bracket:
        raise Http404
    return brackets.of_event(event, public_names(event))


def meetings_grid(phases: Sequence[Shown]) -> Grid:
    """Build the grid of all matches, one row each, also of those still to be played; the winner's games come first."""
    columns = [("phase", _("Phase")), ("stage", _("Étape")), ("first", _("Premier côté")), ("second", _("Autre côté"))]
    columns += [("winner", _("Vainqueur")), ("won", _("Gagnées")), ("lost", _("Perdues")), ("forfeit", _("Forfait"))]
    rows: list[list[Cell]] = [
        [capfirst(phase.title), it.stage, *it.names, it.winner, *it.wins, _("oui") if it.walkover else _("non")]
        for phase in phases
        for it in phase.meetings
    ]
    return Grid.of(_("Les rencontres du tableau"), columns, rows)


def groups_grid(phases: Sequence[Shown]) -> Grid:
    """Build the grid of the groups, one row for each side in a group."""
    columns = [("phase", _("Phase")), ("group", _("Poule")), ("place", _("Place")), ("name", _("Nom"))]
    columns += [("played", _("Jouées")), ("won", _("Gagnées")), ("points", _("Points")), ("margin", _("Écart"))]
    columns.append(("through", _("Qualifié")))
    rows: list[list[Cell]] = [
        [capfirst(phase.title), group.title, line.place, name, line.played, line.won, line.points, line.margin, said]
        for phase in phases
        for group in phase.groups
        for line, name, through in group.rows
        for said in [_("oui") if through else _("non")]
    ]
    return Grid.of(_("Les poules"), columns, rows)


def places_grid(phases: Sequence[Shown]) -> Grid:
    """Build the grid of final places, one row for each player."""
    columns = [("phase", _("Phase")), ("place", _("Place")), ("name", _("Nom"))]
    rows: list[list[Cell]] = [
        [capfirst(phase.title), int(place) if place.isdecimal() else place, name]
        for phase in phases
        for place, names in phase.places
        for name in names
    ]
    return Grid.of(_("Qui a fini où"), columns, rows)


PARTS: dict[str, Callable[[Sequence[Shown]], Grid]] = {
    "meetings": meetings_grid,
    "groups": groups_grid,
    "places": places_grid,
}

urlpatterns: list[URLPattern] = [
    re_path(rf"^{CODE}/bracket$", bracket, name="bracket"),
    re_path(rf"^{CODE}/bracket\.{ENDING}$", bracket_file, name="bracket-file"),
    re_path(rf"^{CODE}/bracket/(?P<part>groups|places)\.{ENDING}$", bracket_file, name="bracket-part-file"),
]
