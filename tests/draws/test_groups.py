"""Groups: dealt out like a snake, ranked by their games; the first ones and the best of the others qualify."""

from itertools import pairwise
from random import Random

import pytest

from tournaments.draws import groups
from tournaments.draws.groups import GroupGame
from tournaments.presentation.group_tables import describe_parting

SIZES = [*range(2, 21), 37, 64, 101, 200]


def test_the_snake_deals_seeds_out_there_and_back():
    assert groups.deal_into_groups(range(1, 11), 3) == ((1, 6, 7), (2, 5, 8), (3, 4, 9, 10))


@pytest.mark.parametrize("players", SIZES)
def test_group_sizes_differ_by_one_at_most(players):
    for n in range(1, min(players, 9) + 1):
        dealt = groups.deal_into_groups(range(1, players + 1), n)
        sizes = [len(one) for one in dealt]
        assert sorted(p for one in dealt for p in one) == [*range(1, players + 1)]
        assert max(sizes) - min(sizes) <= 1
        assert {one[0] for one in dealt} == set(range(1, n + 1))


def read_games(text):
    """Read games from text: `1-2 +5` means the first has won by five, `=` neither has won."""
    games = []
    for line in filter(None, text.split(",")):
        pair, margin = line.split()
        first, second = map(int, pair.split("-"))
        by = 0 if margin == "=" else int(margin)
        games.append(GroupGame(first, second, None if not by else first if by > 0 else second, by))
    return games


def rank_group(text, players="1234"):
    """Rank a group from its games as text. `players`: the numbers of the group's players in seed order."""
    return groups.rank_group([int(p) for p in players], read_games(text))


@pytest.mark.parametrize(
    ("games", "order"),
    [
        ("", "1234"),  # nothing played: in seed order
        ("1-2 -1, 3-4 -1, 1-3 +1, 2-4 +1", "2143"),  # by points; 1 and 4 are level and have not met: margin, then seed
        ("1-2 +9, 2-3 +9, 1-3 -1, 4-1 -1, 4-2 -1, 4-3 -1", "1234"),  # three beat each other in a ring: by margin
        ("1-2 -1, 1-3 +90, 2-4 -1, 3-4 +1", "1243"),
        ("1-2 =, 3-4 =, 1-3 +2, 2-4 +5", "2134"),
        ("1-2 +1, 1-9 -50", "1342"),  # games against players of other groups count for nothing
    ],
)
def test_a_group_is_ranked_by_points_then_margin_then_seed(games, order):
    found = rank_group(games)
    assert [line.place for line in found] == [1, 2, 3, 4]
    assert "".join(str(line.player) for line in found) == order, found


def test_what_parts_two_rows_of_a_group_is_told_and_what_each_game_brought():
    found = rank_group("2-1 +1, 1-3 +50, 2-3 -1, 1-4 +1, 2-4 +1, 3-4 -1")
    assert [groups.find_parting(*two).key for two in pairwise(found)] == [groups.AMONG, groups.POINTS, groups.AMONG]
    found = rank_group("1-2 +9, 2-3 +9, 3-1 +1, 1-4 -1, 2-4 -1, 3-4 -1")
    assert [groups.find_parting(*two).key for two in pairwise(found)] == [groups.POINTS, groups.MARGIN, groups.MARGIN]
    assert groups.find_parting(*rank_group("")[:2]).key == groups.SEED
    games = [GroupGame(1, 2, None), GroupGame(2, 1, 2, 7)]
    assert groups.list_meetings(games) == {(1, 2): [(1, 0), (0, -7)], (2, 1): [(1, 0), (2, 7)]}


def test_the_game_between_two_tied_players_decides_before_the_margin():
    found = rank_group("2-1 +1, 1-3 +50, 2-3 -1, 1-4 +1, 2-4 +1, 3-4 -1")
    assert [line.player for line in found][:2] == [2, 1]
    assert found[0].points == found[1].points == 4


def test_those_whom_their_games_leave_level_are_compared_again_among_themselves():
    """Four have beaten three others each, two and two are level among the four, and the margins are against them."""
    found = rank_group(
        "1-6 +1, 2-5 +40, 3-4 +1, 4-6 +40, 3-5 +1, 1-2 +1, 2-6 -1, 1-3 +1, 4-5 +40, 5-6 +1, 1-4 -40, 2-3 +40, 3-6 +1, "
        "2-4 +1, 1-5 -1",
        "432165",
    )
    assert [(row.player, dict(row.ties)[groups.AMONG]) for row in found[:4]] == [
        (1, (4, 2)),
        (2, (4, 0)),
        (3, (2, 2)),
        (4, (2, 0)),
    ]
    assert describe_parting(found[0], found[1]) == "entre ex æquo, 2 contre 0"


@pytest.mark.parametrize(
    ("ties", "order", "parting"),
    [
        ((groups.AMONG, groups.MARGIN), "2143", groups.AMONG),  # 2 beat 1
        ((groups.MARGIN, groups.AMONG), "1243", groups.MARGIN),  # 1 won by 50
        ((groups.MARGIN_AMONG, groups.MARGIN), "2143", groups.MARGIN_AMONG),
        ((groups.WON, groups.MARGIN), "1243", groups.MARGIN),
        ((), "1234", groups.SEED),
    ],
)
def test_those_of_equal_points_are_parted_in_the_order_that_is_chosen(ties, order, parting):
    found = groups.rank_group([1, 2, 3, 4], read_games("2-1 +1, 1-3 +50, 2-3 -1, 1-4 +1, 2-4 +1, 3-4 -1"), ties)
    assert ("".join(str(row.player) for row in found), groups.find_parting(*found[:2]).key) == (order, parting)


def test_margins_among_those_who_are_level_are_compared_again_among_the_fewer():
    """Of three who are level, two have as much among the three; the game of these two decides."""
    level = read_games("1-2 +6, 2-3 +8, 3-1 +4")
    found = groups.part_level([1, 2, 3], level, (groups.MARGIN_AMONG,))
    assert found == {
        player: ((groups.MARGIN_AMONG, figures),) for player, figures in {1: (2, 6), 2: (2, -6), 3: (-4,)}.items()
    }


def test_the_first_of_each_group_and_the_best_others_qualify():
    first = rank_group("1-2 +3, 1-3 +3, 2-3 +3", "123")
    second = groups.rank_group([4, 5, 6, 7], [GroupGame(4, 5, 4, 2), GroupGame(5, 6, 5, 1), GroupGame(6, 7, 6, 1)])
    assert groups.list_qualified([first, second], 1) == (1, 4)
    assert groups.list_qualified([first, second], 1, best_others=1) == (1, 4, 2)
    assert groups.list_qualified([first, second], 2, best_others=1) == (1, 4, 2, 5, 6)
    assert groups.list_unqualified([first, second], (1, 4, 2)) == (5, 6, 3, 7)
    assert groups.list_qualified([first, second], 9, best_others=9) == (1, 4, 2, 5, 6, 3, 7)


@pytest.mark.parametrize("players", [n for n in SIZES if n >= 6])
def test_the_first_stage_of_the_finals_keeps_group_mates_apart(players):
    """The first two of each group qualify; nobody's first opponent comes from his own group."""
    rng = Random(players)
    dealt = groups.deal_into_groups(range(1, players + 1), max(3, players // 5))
    tables = [groups.rank_group(rng.sample(one, len(one)), []) for one in dealt]
    seeds = groups.list_qualified(tables, 2)
    group = {p: n for n, one in enumerate(dealt) for p in one}
    found = groups.separate_groups(seeds, group)
    assert sorted(found) == sorted(seeds)
    assert groups.count_clashes(found, group) == 0
    assert found[: len(found) // 2] == seeds[: len(seeds) // 2]


def test_more_groups_than_players_are_refused():
    with pytest.raises(ValueError):
        groups.deal_into_groups([1, 2], 3)


ONE_OF_THREE = ("12", "13", "23", "34")  # each game's winner stands first; player 4 leaves
TWO_OF_THREE = ("12", "13", "23", "43", "24")
ALL_THREE = ("12", "13", "23", "43", "24", "14")


@pytest.mark.parametrize(
    ("games", "leavers", "played", "won"),
    [
        (ONE_OF_THREE, groups.KEPT, "2231", "2110"),
        (ONE_OF_THREE, groups.HALF, "2220", "2100"),
        (ONE_OF_THREE, groups.STRUCK, "2220", "2100"),
        (TWO_OF_THREE, groups.KEPT, "2332", "2201"),
        (TWO_OF_THREE, groups.HALF, "3333", "3201"),
        (TWO_OF_THREE, groups.STRUCK, "2220", "2100"),
        (ALL_THREE, groups.STRUCK, "3333", "3201"),
        (ALL_THREE, groups.HALF, "3333", "3201"),
    ],
)
def test_games_of_an_early_leaver_count_as_the_option_says(games, leavers, played, won):
    """FIDE's rule for round robins: if he has played less than half, no game counts; else he loses the remaining ones.
    A player who has met everybody has not left early."""
    found = [GroupGame(int(first), int(second), int(first)) for first, second in games]
    group = (1, 2, 3, 4)
    table = groups.rank_group(group, groups.list_counted_games(group, found, {4}, 1, leavers))
    lines = sorted(table, key=lambda line: line.player)
    assert ("".join(str(line.played) for line in lines), "".join(str(line.won) for line in lines)) == (played, won)
