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
from tournaments.standings.team_matches import TeamMatch
from tournaments.standings.teams import TeamMember, TeamRow, TeamRule, rank_by_matches, rank_teams

from .duels import list_boards
from .grouping import group_pairs
from .idle_rounds import list_rested_rounds
from .phases import find_phase
from .played_tables import list_tournament_tables

Each = TypeVar("Each")
PLACE_ORDER = ("team_place", F("last_round").asc(nulls_last=True), "first_round", "pk")
"""The columns that sort a team's entries: by place, and in a place from who left it first to who holds it now."""


@dataclass(frozen=True)
class TeamStandings:
    """The standings of the teams, the best first. `teams`, `names`: the names of the teams and of the entries, by id;
    `leading`: the metric that ranks players first, which gives their points; `last`: how many players are ranked."""

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
    def matches(self) -> list[TeamMatch]:
        """All matches, the latest round first, in the order of their tables; the better placed team is named first."""
        found = {(-each.round, each.tables): each for row in reversed(self.rows) for each in row.matches}
        return [each for _key, each in sorted(found.items())]

    @property
    def all_names(self) -> list[str]:
        """The names of all teams, then of all players."""
        return [*self.teams.values(), *self.names.values()]

    def find(self, team: int) -> TeamRow | None:
        """Return the row of this team, or None."""
        return next((row for row in self.rows if row.team == team), None)


def read_team_standings(
    tournament: Tournament, names: Mapping[int, str], rows: Sequence[StandingsRow]
) -> TeamStandings | None:
    """Return the standings of the teams; None where there are none. `names`: of the entries; `rows`: the players'
    standings, in which whoever has not played waits. Two queries; five where teams meet."""
    if not tournament.team_score:
        return None
    leading = RankingOrder.from_json(tournament.ranking).leading
    rule = TeamRule(
        tournament.team_score == Tournament.TeamScore.RANKS, tournament.team_best, METRICS[leading].lower_is_better
    )
    last = sum(not row.waiting for row in rows)
    members = list_members(tournament, {row.tally.entry: row for row in rows}, leading)
    teams = dict(tournament.teams.values_list("pk", "name"))
    by_team = {team: members.get(team, []) for team in teams}
    if tournament.has_team_matches:
        rule, found = TeamRule(by_matches=True), _rank_by_matches(tournament, by_team)
    else:
        found = rank_teams(by_team, rule, last)
    return TeamStandings(found, rule, teams, names, leading, last)


def _rank_by_matches(tournament: Tournament, teams: Mapping[int, Sequence[TeamMember]]) -> tuple[TeamRow, ...]:
    """Return the teams ranked by the matches that they played. A round without an opponent counts in a Swiss; where
    every team meets every other it does not, as each has one in turn."""
    team_of = {each.entry: team for team, members in teams.items() for each in members}
    boards = list_boards(list_tournament_tables(tournament, 1, None, ()), team_of)
    rests = list_rested_rounds(tournament).items()
    byes = sorted({(team_of[entry], n) for entry, rounds in rests if entry in team_of for n in rounds})
    phases = ((team, n, find_phase(tournament, n)) for team, n in byes)
    counted = ((team, n) for team, n, phase in phases if phase and phase.format == Tournament.Format.SWISS)
    return rank_by_matches(teams, boards, group_pairs(counted))


def list_members(tournament: Tournament, rows: Mapping[int, StandingsRow], leading: str) -> dict[int, list[TeamMember]]:
    """Return the members of each team, by its id; of those who held one place, the earlier first. `leading`: the metric
    whose figure is their points."""
    held = tournament.entries.exclude(team=None).order_by(*PLACE_ORDER)
    members = []
    for team, place, entry in held.values_list("team", "team_place", "pk"):
        row = rows.get(entry)
        figure = row.figures.get(leading, 0) if row else 0
        members.append((team, TeamMember(entry, place or 0, figure, row.shown_rank if row else None)))
    return group_pairs(members)


def sum_points(row: TeamRow) -> int:
    """Return what all players of a team won."""
    return int(sum(each.points for place in row.places for each in place.members))


def list_team_tables(
    tournament: Tournament, standings: TeamStandings, row: TeamRow
) -> list[tuple[int, list[tuple[str, int]]]]:
    """Return where the team's players sit and sat: for each round that is not withdrawn, (round number, [(player's
    name, table number)]), in order of tables. One query."""
    members = [each.entry for place in row.places for each in place.members]
    seats = Seat.objects.filter(entry__in=members, table__round__in=tournament.rounds.in_force())
    sat = seats.order_by("table__round__n", "table__n").values_list("table__round__n", "table__n", "entry")
    return list(group_pairs((n, (standings.names[entry], table)) for n, table, entry in sat).items())


def group_by_club(known: Iterable[tuple[str, Each]]) -> dict[str, list[Each]]:
    """Return the values by the name of their club of origin, accents aside. `known`: (club, value); values whose club
    is "" are left out."""
    of_clubs = [(club, each) for club, each in known if club]
    spelled = {fold_letters(club): club for club, _each in reversed(of_clubs)}
    return group_pairs((spelled[fold_letters(club)], each) for club, each in of_clubs)
