"""The standings of teams as the public pages, the board and the hall's screen show them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse

from tournaments.models import Tournament
from tournaments.presentation.tables.teams import TeamsTable
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.teams import read_team_standings
from tournaments.standings.ranking import StandingsRow


def build_teams_table(
    tournament: Tournament, names: Mapping[int, str], rows: Sequence[StandingsRow], **options: Any
) -> TeamsTable | None:
    """Return the table of teams, each with a link to its sheet; None where there are none. `names`: the entries' names,
    by id; `rows`: the players' standings. `options`: the arguments of a `RowTable`, such as `medium`."""
    if (standings := read_team_standings(tournament, names, rows)) is None:
        return None
    unit = get_game_figures(tournament).unit
    return TeamsTable(standings, unit, address=lambda row: reverse("team", args=[tournament.code, row.team]), **options)
