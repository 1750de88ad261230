"""The laws of the standings of teams: sums, the best k, ranks, places taken over, what parts level teams."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.teams import TeamMember, TeamRow, TeamRule, rank_teams

MEMBERS = st.lists(st.integers(-50, 50), min_size=1, max_size=8)
FIELDS = st.lists(MEMBERS, min_size=1, max_size=6)
RULES = st.builds(TeamRule, st.booleans(), st.none() | st.integers(1, 8))
EVERY_RULE = st.builds(TeamRule, st.booleans(), st.none() | st.integers(1, 8), st.booleans())


def build_teams(field: list[list[int]]) -> tuple[dict[int, list[TeamMember]], int]:
    """Return these teams, each a list of points, and how many players are ranked: by points, equals sharing a rank."""
    everybody = [points for team in field for points in team]
    rank = {points: 1 + sum(other > points for other in everybody) for points in everybody}
    numbers = iter(range(1, len(everybody) + 1))
    teams = {
        team: [TeamMember(next(numbers), place, points, rank[points]) for place, points in enumerate(members, 1)]
        for team, members in enumerate(field, 1)
    }
    return teams, len(everybody)


def by_team(rows: tuple[TeamRow, ...]) -> dict[int, tuple[object, ...]]:
    """Return rank, figure and tie of each team."""
    return {row.team: (row.rank, row.tied, row.figure, row.parted_by) for row in rows}


@given(FIELDS, RULES)
def test_the_best_places_count_and_no_others_would_be_better(field: list[list[int]], rule: TeamRule) -> None:
    teams, last = build_teams(field)
    for row in rank_teams(teams, rule, last):
        figures = [place.figure for place in row.places]
        count = min(len(figures), rule.best or len(figures))
        sums = [sum(some) for some in combinations(figures, count)]
        assert row.figure == (min(sums) if rule.by_ranks else max(sums))
        assert sum(place.figure for place in row.places if place.counts) == row.figure


@given(FIELDS, EVERY_RULE)
def test_an_empty_place_is_no_better_than_any_that_was_played(field: list[list[int]], rule: TeamRule) -> None:
    teams, last = build_teams(field)
    size = max(map(len, field))
    absent = {team: [*members, TeamMember(99 + team, size + 1, 0, None)] for team, members in teams.items()}
    for some in (teams, absent):
        rows = rank_teams(some, rule, last)
        places = [place for row in rows for place in row.places]
        played = [place.figure for place in places if place.best_rank is not None]
        empty = {place.figure for place in places if place.best_rank is None}
        worst = max(played) if rule.by_ranks or rule.fewer_first else min(played)
        assert all(each >= worst if rule.by_ranks or rule.fewer_first else each <= worst for each in empty)
        assert not any(empty) or len({len(row.places) for row in rows}) == 1


@given(FIELDS, RULES, st.randoms())
def test_the_order_of_teams_and_members_changes_nothing(field: list[list[int]], rule: TeamRule, rng: object) -> None:
    teams, last = build_teams(field)
    turned = {team: members[::-1] for team, members in reversed(teams.items())}
    assert by_team(rank_teams(teams, rule, last)) == by_team(rank_teams(turned, rule, last))


@given(FIELDS, RULES)
def test_ranks_go_by_figures_and_level_teams_by_their_best_player(field: list[list[int]], rule: TeamRule) -> None:
    teams, last = build_teams(field)
    rows = rank_teams(teams, rule, last)
    sign = 1 if rule.by_ranks else -1
    keys = [(sign * row.figure, min(each.rank or 0 for each in teams[row.team])) for row in rows]
    assert keys == sorted(keys)
    assert [row.rank for row in rows] == [1 + sum(other < key for other in keys) for key in keys]
    assert [row.tied for row in rows] == [keys.count(key) > 1 for key in keys]


@given(FIELDS, st.integers(-50, 50))
def test_points_of_two_who_followed_each_other_are_those_of_one(field: list[list[int]], before: int) -> None:
    teams, last = build_teams(field)
    first, *others = teams[1]
    split = [first._replace(points=before), first._replace(entry=99, points=first.points - before)]
    for best in (None, 1, 2):
        rule = TeamRule(best=best)
        assert by_team(rank_teams(teams, rule, last)) == by_team(
            rank_teams({**teams, 1: [*split, *others]}, rule, last)
        )


def test_a_place_that_a_smaller_team_lacks_has_the_rank_after_the_last() -> None:
    teams, last = build_teams([[9, 1], [5]])
    rows = rank_teams(teams, TeamRule(by_ranks=True), last)
    assert [(row.team, row.figure, len(row.places)) for row in rows] == [(1, 4, 2), (2, 6, 2)]


def test_the_better_rank_of_two_at_one_place_counts_and_who_has_not_played_is_last() -> None:
    members = [TeamMember(1, 1, 0, 7), TeamMember(2, 1, 5, 3), TeamMember(3, 2, 0, None)]
    [row] = rank_teams({1: members}, TeamRule(by_ranks=True), 9)
    assert [place.figure for place in row.places] == [3, 10]
