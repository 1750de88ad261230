"""Rank teams by their places: by the points or by the ranks of the players who hold them, at all places or at the best
ones; or rank teams by their matches (`team_matches`). Pure: knows no database and no language.

Two who followed each other at one place are one: their points are added up, the better of their ranks counts. Nobody
gains by being fewer. A place that a smaller team lacks, or whose holder has not played, has the rank after the last;
where points count, it has 0, or what the worst place has if that is worse than 0 (with places of 30, 12 and −20: −20).
Level teams are parted by the best rank of one of their players; teams that this leaves level share the rank.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from .scores import HALF, Number
from .team_matches import DRAW, Board, TeamMatch, collect_matches


class TeamMember(NamedTuple):
    """A player of a team. `place`: which of its places he holds; `points`: his figure in the metric that ranks players
    first; `rank`: his rank among all players (None: not played yet)."""

    entry: int
    place: int
    points: Number
    rank: int | None


@dataclass(frozen=True)
class TeamPlace:
    """A place of a team. `members`: who held it, one after the other; empty where this team has fewer places than
    others. `figure`: its holders' points, or their best rank; `counts`: whether it counts for the team."""

    members: tuple[TeamMember, ...]
    figure: Number
    counts: bool = False

    @property
    def best_rank(self) -> int | None:
        """The best rank of one of its holders; None if nobody has played."""
        return min((each.rank for each in self.members if each.rank is not None), default=None)


@dataclass(frozen=True)
class TeamRule:
    """How teams are ranked. `by_ranks`: by their players' ranks, not their points; `best`: how many places of each
    count (None: all); `fewer_first`: fewer points are better. `by_matches`: by their matches, and nothing else."""

    by_ranks: bool = False
    best: int | None = None
    fewer_first: bool = False
    by_matches: bool = False


class TeamRow(NamedTuple):
    """A team in its standings. `rank`: from 1; `tied`: another team has the same; `figure`: what ranks it; `parted_by`:
    the best rank of one of its players, where that alone parts it from a team with the same figure; `places`: the best
    first. By matches: `figure` are match points, `boards` the points at boards, `places` in their order, `matches` with
    this team first, `byes` the rounds that counted as a level match."""

    team: int
    rank: int
    tied: bool
    figure: Number
    places: tuple[TeamPlace, ...]
    parted_by: int | None = None
    boards: Number = 0
    matches: tuple[TeamMatch, ...] = ()
    byes: tuple[int, ...] = ()


def rank_teams(teams: Mapping[int, Sequence[TeamMember]], rule: TeamRule, last: int) -> tuple[TeamRow, ...]:
    """Return the teams, by their id, the best first. `last`: how many players are ranked."""
    size = max((len({each.place for each in some}) for some in teams.values()), default=0)
    empty = _compute_empty_figure(teams.values(), rule, last)
    sign = 1 if rule.by_ranks or rule.fewer_first else -1
    ranked = []
    for team, members in teams.items():
        places = _build_places(members, rule, size, empty)
        figure = sum(place.figure for place in places if place.counts)
        best = min((each for place in places if (each := place.best_rank) is not None), default=last + 1)
        ranked.append(((sign * figure, best), team, figure, places))
    keys = [key for key, *_rest in ranked]
    rows = [
        TeamRow(
            team,
            rank=1 + sum(other < key for other in keys),
            tied=keys.count(key) > 1,
            figure=figure,
            places=places,
            parted_by=key[1] if any(other[0] == key[0] and other[1] != key[1] for other in keys) else None,
        )
        for key, team, figure, places in ranked
    ]
    return tuple(sorted(rows, key=attrgetter("rank")))


def rank_by_matches(
    teams: Mapping[int, Sequence[TeamMember]], boards: Sequence[Board], byes: Mapping[int, Sequence[int]]
) -> tuple[TeamRow, ...]:
    """Return the teams, by their id, the best first: by match points, then by points at boards; teams level in both
    share the rank. `byes`: by team, the rounds without an opponent that count as a level match."""
    matches, won = collect_matches(boards), Counter[int]()
    for board in boards:
        won.update({player: board.get_points(team) for team, player in board.players.items()})
    rows = []
    for team, members in teams.items():
        places = [TeamPlace(tuple(some), sum(won[each.entry] for each in some), True) for some in _list_places(members)]
        mine, free = [each.turn_to(team) for each in matches if team in each.teams], tuple(byes.get(team, ()))
        figure = DRAW * len(free) + sum(each.match_points for each in mine)
        at_boards = HALF * len(free) * len(places) + sum(each.points[0] for each in mine)
        rows.append(TeamRow(team, 0, False, figure, tuple(places), None, at_boards, tuple(mine), free))
    keys = [(row.figure, row.boards) for row in rows]
    ranked = [
        row._replace(rank=1 + sum(other > key for other in keys), tied=keys.count(key) > 1)
        for row, key in zip(rows, keys, strict=True)
    ]
    return tuple(sorted(ranked, key=attrgetter("rank")))


def _compute_empty_figure(teams: Iterable[Sequence[TeamMember]], rule: TeamRule, last: int) -> Number:
    """Return the figure of a place that nobody holds or whose holder has not played: as bad as the worst. `last`: how
    many players are ranked."""
    if rule.by_ranks:
        return last + 1
    played = (_compute_figure(members, rule, 0) for some in teams for members in _list_places(some))
    return (max if rule.fewer_first else min)((0, *played))


def _list_places(members: Iterable[TeamMember]) -> list[list[TeamMember]]:
    """Return these members of one team place by place: a list of the holders of each."""
    by_place: dict[int, list[TeamMember]] = {}
    for each in members:
        by_place.setdefault(each.place, []).append(each)
    return list(by_place.values())


def _build_places(members: Iterable[TeamMember], rule: TeamRule, size: int, empty: Number) -> tuple[TeamPlace, ...]:
    """Return a team's places, the best first. `size`: how many the largest team has; `empty`: the figure of an empty
    place."""
    places = [TeamPlace(tuple(some), _compute_figure(some, rule, empty)) for some in _list_places(members)]
    places += [TeamPlace((), empty)] * (size - len(places) if empty else 0)
    places.sort(key=attrgetter("figure"), reverse=not (rule.by_ranks or rule.fewer_first))
    most = len(places) if rule.best is None else rule.best
    return tuple(TeamPlace(each.members, each.figure, n < most) for n, each in enumerate(places))


def _compute_figure(members: Sequence[TeamMember], rule: TeamRule, empty: Number) -> Number:
    """Return the figure of one place: its holders' points, or their best rank; `empty`, if none of them has played."""
    ranks = [each.rank for each in members if each.rank is not None]
    if not ranks:
        return empty
    return min(ranks) if rule.by_ranks else sum(each.points for each in members)
