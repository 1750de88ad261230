"""Money from jetons: the sum stays zero, nobody is a whole cent off, and the hand-overs pay each his due."""

import random

from scoring import settle_balances
from scoring.settling import MOST_SPLIT
from tournaments.standings.jeton_money import join_circles, settle_jetons


def build_balances(rng, size, most=400):
    """Return random balances whose sum is zero."""
    found = [rng.randint(-most, most) for _ in range(size - 1)]
    return [*found, -sum(found)]


def test_rounding_keeps_the_sum_and_moves_nobody_by_a_whole_unit():
    rng = random.Random(20)
    for _ in range(200):
        gains, minor, jetons = build_balances(rng, rng.randint(2, 12)), rng.randint(1, 50), rng.choice([1, 20])
        found = settle_jetons(gains, minor, jetons)
        assert sum(found.amounts) == 0
        off = [abs(amount * jetons - gain * minor) for amount, gain in zip(found.amounts, gains, strict=True)]
        assert all(each < jetons for each in off)
        assert found.is_rounded == any(off)


def test_every_settlement_pays_each_his_due_and_says_whether_it_is_the_shortest():
    rng = random.Random(20)
    for size in (2, 5, 9, 15, 40, 200):
        balances = build_balances(rng, size)
        settled = settle_balances(balances)
        left = list(balances)
        for payer, payee, amount in settled.hand_overs:
            assert amount > 0
            assert balances[payer] < 0 < balances[payee]
            left[payer] += amount
            left[payee] -= amount
        assert not any(left)
        assert len(settled.hand_overs) < size
        assert settled.is_shortest or size > MOST_SPLIT


def count_fewest(balances):
    """Return the fewest hand-overs, by the most groups that sum to zero: slowly, and in another way."""
    sums, most = [0] * (1 << len(balances)), [0] * (1 << len(balances))
    for mask in range(1, len(sums)):
        bits = [n for n in range(len(balances)) if mask >> n & 1]
        sums[mask] = sum(balances[n] for n in bits)
        most[mask] = max(most[mask ^ (1 << n)] for n in bits) + (not sums[mask])
    return len(balances) - most[-1]


def test_the_shortest_settlement_is_the_shortest():
    rng = random.Random(3)
    for most in (2, 5, 12, 60) * 6:
        balances = build_balances(rng, rng.randint(2, 11), most)
        settled = settle_balances(balances)
        assert settled.is_shortest
        assert len(settled.hand_overs) == count_fewest(balances)
    first_is_not_best = [10, -1, 8, 12, 6, -5, -4, 11, -9, 7, 6, -41]
    assert len(settle_balances(first_is_not_best).hand_overs) == count_fewest(first_is_not_best)


def test_twenty_players_of_four_tables_settle_by_the_fewest_hand_overs():
    """The balances of an evening of 20 players, whose tables need 16 hand-overs when each settles for itself."""
    tables = [build_balances(random.Random(n), 5, 90) for n in range(4)]
    settled = settle_balances([one for table in tables for one in table])
    assert settled.is_shortest
    assert len(settled.hand_overs) <= 16


def test_more_players_never_need_more_hand_overs_than_their_tables_do():
    rng = random.Random(7)
    for _ in range(10):
        gains = [one for _table in range(9) for one in build_balances(rng, 5)]
        tables = [range(5 * n, 5 * n + 5) for n in range(9)]
        settled = settle_jetons(gains, 5, 1, tables)
        assert not settled.is_shortest
        assert len(settled.hand_overs) <= 36
        assert settle_jetons(gains, 5, 1, [*tables, range(45)]).amounts == settled.amounts


def test_tables_that_share_a_player_are_one_circle():
    assert join_circles([[4, 5], [0, 1], [1, 2], [6]]) == [[0, 1, 2], [4, 5], [6]]


def test_many_opposite_balances_settle_two_by_two_and_that_is_the_shortest():
    balances = [n for one in range(1, 31) for n in (one, -one)]
    settled = settle_balances(balances)
    assert len(settled.hand_overs) == 30
    assert settled.is_shortest
