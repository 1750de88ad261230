"""The standings of teams, as a page and as files; a team's sheet: its players, their tables, why it stands there."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, re_path, reverse
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.presentation.tables.row_table import FILE
from tournaments.presentation.tables.teams import TeamPlacesTable, TeamsTable
from tournaments.presentation.text.provisional_text import describe_provisional
from tournaments.presentation.text.team_text import describe_team_rule, describe_unequal_teams, explain_team_rank
from tournaments.reading.open_tables import list_unread_tables
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_ranking
from tournaments.reading.teams import list_team_tables
from tournaments.views.download import ENDING, download_table
from tournaments.views.requests import PageRequest

from .names import get_public_names
from .pages import CODE, with_tournament
from .team_tables import build_teams_table


def build_public_teams(tournament: Tournament, **options: Any) -> TeamsTable:
    """Return the table of the teams under public names; raise Http404 where there are none."""
    names = get_public_names(tournament)
    rows = place_waiting_last(tournament, get_ranking(tournament, names))
    if (table := build_teams_table(tournament, names, rows, **options)) is None:
        raise Http404
    return table


@with_tournament
def show_teams(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Show the standings of the teams."""
    table = build_public_teams(tournament)
    context = {
        "tournament": tournament,
        "table": table,
        "rule": describe_team_rule(table.found, table.unit),
        "unequal": describe_unequal_teams(table.found),
        "provisional": describe_provisional(tournament, list_unread_tables(tournament)),
    }
    return render(request, "public/teams.html", context)


@with_tournament
def download_teams(request: PageRequest, tournament: Tournament, ending: str) -> HttpResponse:
    """Download the standings of the teams."""
    table = build_public_teams(tournament, medium=FILE)
    return download_table(request, table, ending, f"{tournament.code}-equipes", _("Équipes"))


@with_tournament
def show_team(request: PageRequest, tournament: Tournament, team: str) -> HttpResponse:
    """Show a team's sheet."""
    whole = build_public_teams(tournament)
    found, unit = whole.found, whole.unit
    row = found.find(int(team))
    if row is None:
        raise Http404
    table = TeamPlacesTable(
        found, row, unit, address=lambda member: reverse("player", args=[tournament.code, member.entry])
    )
    context = {
        "tournament": tournament,
        "name": found.teams[row.team],
        "row": row,
        "table": table,
        "rule": describe_team_rule(found, unit),
        "why": explain_team_rank(found, row, unit),
        "tables": list_team_tables(tournament, found, row),
    }
    return render(request, "public/team.html", context)


urlpatterns: list[URLPattern] = [
    re_path(rf"^{CODE}/teams$", show_teams, name="teams"),
    re_path(rf"^{CODE}/teams\.{ENDING}$", download_teams, name="teams-file"),
    re_path(rf"^{CODE}/team/(?P<team>[0-9]{{1,18}})$", show_team, name="team"),
]
