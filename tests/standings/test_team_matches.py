"""The laws of matches between teams: what boards make a match, what matches make of the standings."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournaments.draws.berger import build_berger_table
from tournaments.standings.team_matches import Board, collect_matches
from tournaments.standings.teams import TeamMember, TeamRow, rank_by_matches

WON, LEVEL, LOST, RUNNING, NOBODY_CAME = "won", "level", "lost", "running", "nobody"
RESULTS = st.sampled_from((WON, LEVEL, LOST, RUNNING, NOBODY_CAME))


def build_board(n: int, table: int, teams: tuple[int, int], place: int, result: str) -> Board:
    """Return a board of round n: the place of both teams meets there. `result`: that of the team named first."""
    winner = {WON: teams[0], LOST: teams[1]}.get(result)
    players = {team: 10 * team + place for team in teams}
    return Board(n, table, teams, winner, result != RUNNING, result not in (RUNNING, NOBODY_CAME), players)


@st.composite
def round_robins(draw: st.DrawFn) -> tuple[dict[int, list[TeamMember]], list[Board]]:
    """Return teams that all meet, and the boards of their matches."""
    count, size = draw(st.integers(2, 7)), draw(st.integers(2, 4))
    teams = {team: [TeamMember(10 * team + n, n, 0, None) for n in range(1, size + 1)] for team in range(1, count + 1)}
    boards = []
    for n, one in enumerate(build_berger_table(range(1, count + 1)), 1):
        pairs = [(first, second, place) for first, second in one.tables for place in range(1, size + 1)]
        for table, (first, second, place) in enumerate(pairs, 1):
            boards.append(build_board(n, table, (first, second), place, draw(RESULTS)))
    return teams, boards


@given(round_robins())
def test_each_meets_each_once_and_a_match_shares_out_two_points(field: tuple[dict, list[Board]]) -> None:
    teams, boards = field
    matches = collect_matches(boards)
    assert len({frozenset(each.teams) for each in matches}) == len(matches) == len(teams) * (len(teams) - 1) // 2
    rows = rank_by_matches(teams, boards, {})
    assert sum(row.figure for row in rows) == 2 * sum(each.over and each.played for each in matches)
    assert sum(row.boards for row in rows) == sum(each.over and each.played for each in boards)


@given(round_robins())
def test_the_boards_are_what_the_places_won_and_ranks_follow(field: tuple[dict, list[Board]]) -> None:
    teams, boards = field
    rows = rank_by_matches(teams, boards, {})
    assert [sum(place.figure for place in row.places) for row in rows] == [row.boards for row in rows]
    keys = [(row.figure, row.boards) for row in rows]
    assert keys == sorted(keys, reverse=True)
    assert [row.rank for row in rows] == [1 + sum(other > key for other in keys) for key in keys]
    assert [row.tied for row in rows] == [keys.count(key) > 1 for key in keys]


@given(round_robins(), st.randoms())
def test_the_order_of_teams_and_of_boards_changes_nothing(field: tuple[dict, list[Board]], rng: object) -> None:
    teams, boards = field
    before = {row.team: row for row in rank_by_matches(teams, boards, {})}
    names, mixed = list(teams), list(boards)
    rng.shuffle(names)
    rng.shuffle(mixed)
    assert {row.team: row for row in rank_by_matches({team: teams[team] for team in names}, mixed, {})} == before


def rank_two(*results: str, byes: dict[int, list[int]] | None = None) -> dict[int, TeamRow]:
    """Return the rows of two teams that met at boards with these results of the first."""
    teams = {team: [TeamMember(10 * team + n, n, 0, None) for n in range(1, len(results) + 1)] for team in (1, 2)}
    boards = [build_board(1, n, (1, 2), n, each) for n, each in enumerate(results, 1)]
    return {row.team: row for row in rank_by_matches(teams, boards, byes or {})}


def test_more_points_at_boards_win_the_match_whatever_their_number() -> None:
    found = rank_two(WON, LEVEL, LEVEL)
    assert [(found[team].figure, found[team].boards, found[team].rank) for team in (1, 2)] == [(2, 2, 1), (0, 1, 2)]
    assert found[2].matches[0].points == (1, 2)


def test_a_level_match_parts_nobody_and_one_that_goes_on_brings_nothing_yet() -> None:
    level, running = rank_two(WON, LOST), rank_two(WON, RUNNING)
    assert [(row.figure, row.rank, row.tied) for row in level.values()] == [(1, 1, True)] * 2
    assert [(running[team].figure, running[team].boards) for team in (1, 2)] == [(0, 1), (0, 0)]


def test_a_bye_counts_as_a_level_match_with_half_of_its_boards() -> None:
    found = rank_two(LOST, LOST, LOST, byes={1: [2]})[1]
    assert (found.figure, found.boards, found.byes) == (1, Fraction(3, 2), (2,))
