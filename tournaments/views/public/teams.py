"""The standings of teams, as a page and as files; a team's sheet: its players, their tables, why it stands there."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, re_path, reverse
from django.utils.translation import gettext as _

from tournaments.models import Seat, Tournament
from tournaments.presentation.tables.row_table import FILE
from tournaments.presentation.tables.teams import TeamPlacesTable, TeamsTable
from tournaments.presentation.text.provisional_text import describe_provisional
from tournaments.presentation.text.team_text import describe_team_rule, describe_unequal_teams, explain_team_rank
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.grouping import group_pairs
from tournaments.reading.open_tables import list_unread_tables
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_ranking
from tournaments.reading.teams import TeamStandings, read_team_standings
from tournaments.standings.teams import TeamRow
from tournaments.views.download import ENDING, download_table
from tournaments.views.requests import PageRequest

from .names import get_public_names
from .pages import CODE, with_tournament


def read_public_teams(tournament: Tournament) -> TeamStandings:
    """Return the standings of the teams under public names; raise Http404 where there are none."""
    names = get_public_names(tournament)
    found = read_team_standings(tournament, names, place_waiting_last(tournament, get_ranking(tournament, names)))
    if found is None:
        raise Http404
    return found


def build_teams_table(tournament: Tournament, found: TeamStandings, **options: Any) -> TeamsTable:
    """Return the table of teams, each with a link to its sheet."""
    return TeamsTable(
        found, get_game_figures(tournament).unit, address=lambda row: link_team(tournament, row), **options
    )


def link_team(tournament: Tournament, row: TeamRow) -> str:
    """Return the address of a team's sheet."""
    return reverse("team", args=[tournament.code, row.team])


@with_tournament
def show_teams(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Show the standings of the teams."""
    found, unit = read_public_teams(tournament), get_game_figures(tournament).unit
    context = {
        "tournament": tournament,
        "table": build_teams_table(tournament, found),
        "rule": describe_team_rule(found, unit),
        "unequal": describe_unequal_teams(found),
        "provisional": describe_provisional(tournament, list_unread_tables(tournament)),
    }
    return render(request, "public/teams.html", context)


@with_tournament
def download_teams(request: PageRequest, tournament: Tournament, ending: str) -> HttpResponse:
    """Download the standings of the teams."""
    table = build_teams_table(tournament, read_public_teams(tournament), medium=FILE)
    return download_table(request, table, ending, f"{tournament.code}-equipes", _("Équipes"))


@with_tournament
def show_team(request: PageRequest, tournament: Tournament, team: str) -> HttpResponse:
    """Show a team's sheet."""
    found, unit = read_public_teams(tournament), get_game_figures(tournament).unit
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


def list_team_tables(tournament: Tournament, found: TeamStandings, row: TeamRow) -> list[tuple[int, list[Any]]]:
    """Return where the team's players sit and sat: by round, (name, table), by table."""
    members = [each.entry for place in row.places for each in place.members]
    seats = Seat.objects.filter(entry__in=members, table__round__tournament=tournament)
    sat = seats.order_by("table__round__n", "table__n").values_list("table__round__n", "table__n", "entry")
    return list(group_pairs((n, (found.names[entry], table)) for n, table, entry in sat).items())


urlpatterns: list[URLPattern] = [
    re_path(rf"^{CODE}/teams$", show_teams, name="teams"),
    re_path(rf"^{CODE}/teams\.{ENDING}$", download_teams, name="teams-file"),
    re_path(rf"^{CODE}/team/(?P<team>[0-9]{{1,18}})$", show_team, name="team"),
]
