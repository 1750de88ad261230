"""Money from jetons: the sum stays zero, nobody is a whole cent off, and the hand-overs pay each his due."""

import random

from scoring import settle_balances
from scoring.settling import MOST_SPLIT
from tournaments.standings.jeton_money import settle_jetons


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
        assert all(each < jetons for each in off) and found.is_rounded == any(off)


def test_every_settlement_pays_each_his_due_and_says_whether_it_is_the_shortest():
    rng = random.Random(20)
    for size in (2, 5, 9, 15, 40, 200):
        balances = build_balances(rng, size)
        settled = settle_balances(balances)
        left = list(balances)
        for payer, payee, amount in settled.hand_overs:
            assert amount > 0 and balances[payer] < 0 < balances[payee]
            left[payer] += amount
            left[payee] -= amount
        assert not any(left) and len(settled.hand_overs) < size
        assert settled.is_shortest or size > MOST_SPLIT


def test_many_opposite_balances_settle_two_by_two_and_that_is_the_shortest():
    balances = [n for one in range(1, 31) for n in (one, -one)]
    settled = settle_balances(balances)
    assert len(settled.hand_overs) == 30 and settled.is_shortest
