"""The public pages of a tournament of matches between two sides: the bracket, the groups and every match; each as a
file too."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, re_path
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.presentation import brackets
from tournaments.presentation.brackets import PhaseDisplay
from tournaments.presentation.tables.matches import (
    FinalPlaceRow,
    FinalPlacesTable,
    GroupStandingsTable,
    MatchesTable,
    MatchRow,
    list_group_rows,
    list_phase_tables,
)
from tournaments.presentation.tables.row_table import FILE, RowTable
from tournaments.views.download import ENDING, download_table
from tournaments.views.requests import PageRequest

from .names import get_public_names
from .pages import CODE, with_tournament


@with_tournament
def show_bracket(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Show the bracket, the groups and the matches, phase by phase."""
    phases = build_shown_phases(tournament)
    shown = {
        "meetings": any(phase.matches for phase in phases),
        "groups": any(phase.groups for phase in phases),
        "places": any(phase.places for phase in phases),
    }
    return render(
        request, "public/bracket.html", {"tournament": tournament, "phases": list_phase_tables(phases), "shown": shown}
    )


@with_tournament
def download_bracket(request: PageRequest, tournament: Tournament, ending: str, part: str = "meetings") -> HttpResponse:
    """Download the matches, the groups or the final places as a file. `part`: "meetings", "groups" or "places"."""
    build, title = FILES[part]
    return download_table(request, build(build_shown_phases(tournament)), ending, f"{tournament.code}-{part}", title)


def build_shown_phases(tournament: Tournament) -> list[PhaseDisplay]:
    """Return the tournament's phases as the page shows them. Raise Http404 if it has no bracket, that is, if no phase
    has more to show than standings."""
    if not tournament.has_bracket:
        raise Http404
    return brackets.build_phase_displays(tournament, get_public_names(tournament))


def build_matches_file(phases: Sequence[PhaseDisplay]) -> RowTable:
    """Build the table of all matches, one row each, also of those still to be played."""
    return MatchesTable((MatchRow(phase.title, match) for phase in phases for match in phase.matches), medium=FILE)


def build_groups_file(phases: Sequence[PhaseDisplay]) -> RowTable:
    """Build the table of the groups, one row for each side in a group."""
    rows = (row for phase in phases for group in phase.groups for row in list_group_rows(group, phase.title))
    return GroupStandingsTable(rows, medium=FILE)


def build_places_file(phases: Sequence[PhaseDisplay]) -> RowTable:
    """Build the table of final places, one row for each player."""
    rows = (
        FinalPlaceRow(phase.title, place, (name,))
        for phase in phases
        for place, names in phase.places
        for name in names
    )
    return FinalPlacesTable(rows, medium=FILE)


FILES: dict[str, tuple[Callable[[Sequence[PhaseDisplay]], RowTable], Any]] = {
    "meetings": (build_matches_file, _("Les rencontres du tableau")),
    "groups": (build_groups_file, _("Les poules")),
    "places": (build_places_file, _("Qui a fini où")),
}

urlpatterns: list[URLPattern] = [
    re_path(rf"^{CODE}/bracket$", show_bracket, name="bracket"),
    re_path(rf"^{CODE}/bracket\.{ENDING}$", download_bracket, name="bracket-file"),
    re_path(rf"^{CODE}/bracket/(?P<part>groups|places)\.{ENDING}$", download_bracket, name="bracket-part-file"),
]
