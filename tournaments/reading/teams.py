"""The standings of a tournament's teams: who holds which place of which team, and what that comes to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from django.db.models import F

from scoring.letters import fold_letters
from tournaments.models import Seat, Tournament
from tournaments.standings.metrics import METRICS
from tournaments.standings.ranking import StandingsRow
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.teams import TeamMember, TeamRow, TeamRule, rank_teams

from .grouping import group_pairs

Each = TypeVar("Each")
PLACE_ORDER = ("team_place", F("last_round").asc(nulls_last=True), "first_round", "pk")
"""How a team's entries are ordered: place by place, of one place who left it first before who took it over."""


@dataclass(frozen=True)
class TeamStandings:
    """The teams, the best first. `teams`, `names`: of teams and of entries, by id; `leading`: the metric that ranks
    players first, whose figure is their points; `last`: how many players are ranked."""

    rows: tuple[TeamRow, ...]
    rule: TeamRule
    teams: Mapping[int, str]
    names: Mapping[int, str]
    leading: str
    last: int

    @cached_property
    def sizes(self) -> dict[int, int]:
        """How many places each team has, by its id."""
        return {row.team: sum(bool(place.members) for place in row.places) for row in self.rows}

    @property
    def all_names(self) -> list[str]:
        """The names of the teams and of the players, as sentences about them have them."""
        return [*self.teams.values(), *self.names.values()]

    def find(self, team: int) -> TeamRow | None:
        """Return the row of this team, or None."""
        return next((row for row in self.rows if row.team == team), None)


def read_team_standings(
    tournament: Tournament, names: Mapping[int, str], rows: Sequence[StandingsRow]
) -> TeamStandings | None:
    """Return the standings of the teams; None where there are none. `names`: of the entries; `rows`: the players'
    standings, in which whoever has not played waits. Two queries."""
    if not tournament.team_score:
        return None
    leading = RankingOrder.from_json(tournament.ranking).leading
    rule = TeamRule(
        tournament.team_score == Tournament.TeamScore.RANKS, tournament.team_best, METRICS[leading].lower_is_better
    )
    last = sum(not row.waiting for row in rows)
    members = list_members(tournament, {row.tally.entry: row for row in rows}, leading)
    teams = dict(tournament.teams.values_list("pk", "name"))
    found = rank_teams({team: members.get(team, []) for team in teams}, rule, last)
    return TeamStandings(found, rule, teams, names, leading, last)


def list_members(tournament: Tournament, rows: Mapping[int, StandingsRow], leading: str) -> dict[int, list[TeamMember]]:
    """Return the members of each team, by its id; of one place the earlier first."""
    held = tournament.entries.exclude(team=None).order_by(*PLACE_ORDER)
    members = []
    for team, place, entry in held.values_list("team", "team_place", "pk"):
        row = rows.get(entry)
        figure = row.figures.get(leading, 0) if row else 0
        members.append((team, TeamMember(entry, place or 0, figure, row.shown_rank if row else None)))
    return group_pairs(members)


def list_team_tables(
    tournament: Tournament, found: TeamStandings, row: TeamRow
) -> list[tuple[int, list[tuple[str, int]]]]:
    """Return where the team's players sit and sat, but for rounds that were withdrawn: by round, (name, number of the
    table), by table. One query."""
    members = [each.entry for place in row.places for each in place.members]
    seats = Seat.objects.filter(entry__in=members, table__round__in=tournament.rounds.in_force())
    sat = seats.order_by("table__round__n", "table__n").values_list("table__round__n", "table__n", "entry")
    return list(group_pairs((n, (found.names[entry], table)) for n, table, entry in sat).items())


def group_by_club(known: Iterable[tuple[str, Each]]) -> dict[str, list[Each]]:
    """Return those of each club of origin by its name, whatever its accents. `known`: (club or "", each)."""
    of_clubs = [(club, each) for club, each in known if club]
    spelled = {fold_letters(club): club for club, _each in reversed(of_clubs)}
    return group_pairs((spelled[fold_letters(club)], each) for club, each in of_clubs)
