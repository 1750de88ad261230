"""What rounds gave each player: the counts that a draw balances, and the walks between tables."""

from tournaments.draws.fairness import SeatedRound, build_fairness_rows

ROUNDS = (
    SeatedRound(1, {1: (1, 2, 3), 2: (4, 5)}, (6,)),
    SeatedRound(1, {1: (2, 4, 6), 2: (1, 5)}, (3,)),
    SeatedRound(2, {1: (1, 2, 3, 4, 5)}),
)


def test_each_player_has_his_deals_rests_small_tables_and_walks():
    rows = {row.player: row for row in build_fairness_rows(ROUNDS)}
    one, four, six = rows[1], rows[4], rows[6]
    assert (one.tables, one.first_deals, one.rests, one.small_tables, one.walks) == (3, 3, 0, 1, 1)
    assert (four.tables, four.first_deals, four.rests, four.small_tables, four.walks) == (3, 1, 0, 1, 1)
    assert (six.tables, six.first_deals, six.rests, six.small_tables, six.walks) == (1, 0, 1, 0, 0)


def test_an_evening_begins_at_any_table_without_a_walk():
    rounds = (SeatedRound(1, {1: (1, 2)}), SeatedRound(2, {2: (1, 2)}), SeatedRound(2, {1: (1, 2)}))
    assert [row.walks for row in build_fairness_rows(rounds)] == [1, 1]


def test_meetings_are_counted_both_ways_the_most_frequent_first():
    rows = {row.player: row.met for row in build_fairness_rows(ROUNDS)}
    assert rows[1] == {2: 2, 3: 2, 5: 2, 4: 1}
    assert list(rows[1])[-1] == 4
    assert all(rows[other][player] == times for player, met in rows.items() for other, times in met.items())


def test_who_only_rested_has_a_row():
    (row,) = build_fairness_rows([SeatedRound(1, {}, (7,))])
    assert (row.player, row.rests, row.tables, row.met) == (7, 1, 0, {})
