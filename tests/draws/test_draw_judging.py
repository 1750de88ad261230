"""Rounds judged as they stand, partners, fixed places, who waits: against counting everything on small numbers."""

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.draws import draw_checks
from tournaments.draws import partners, waiting
from tournaments.draws.judging import judge
from tournaments.draws.model import Request, Round
from tournaments.draws.seating import draw

SIZES = ((2,), (3,), (4,), (5,), (3, 4), (2, 3, 4, 5))


def everybody(one):
    return sorted([*(p for table in one.tables for p in table), *one.resting])


# --- every hall ----------------------------------------------------------------------------------------------


def walk(n, sizes):
    """Three rounds of n drawn beforehand, and three by standing, as a page would draw them: nobody left out, rests in
    turn, the bounds never beaten, each hand-counted."""
    if n < min(sizes):
        return
    request = Request(n, sizes, 3, seed=n, effort=0.02)
    drawn = draw(request)
    draw_checks.check(request, drawn)
    check(request, drawn.rounds)
    played = ()
    for r in range(3):
        scores = tuple((p * 7919 + r) % 13 for p in range(n))
        request = Request(n, sizes, seed=n + r, previous=played, standing=scores, effort=0.02)
        drawn = draw(request).rounds
        check(request, drawn)
        played += drawn
    if len(played[0].tables) > 3 * sizes[-1]:
        assert judge(Request(n, sizes, 3), played).proof.repeats == 0


def check(request, rounds):
    for one in rounds:
        assert everybody(one) == list(range(1, request.players + 1))
        assert all(len(table) in request.sizes for table in one.tables)
    found = judge(request, rounds)
    assert 0 <= found.proof.lower_bound <= found.proof.repeats
    assert 0 <= found.proof.pair_cost_bound <= found.proof.pair_cost
    assert found.rested_again == 0 and found.proof.forbidden_met == 0


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_every_hall_seats_everybody_and_beats_no_bound(sizes):
    """All of 2 to 25, then some up to 200, others for other sizes. Every number at all of them: benchmarks/draws.py."""
    for n in [*range(2, 26), *range(26 + SIZES.index(sizes), 201, 3 * len(SIZES)), 200]:
        walk(n, sizes)


def test_free_tables_seat_as_many_as_sit_down():
    for n in range(2, 201):
        line = list(range(n))
        met = waiting.count(zip(line[::2], line[1::2], strict=False))
        for size in (2, 3, 4, 5) if n < 26 else (2 + n % 4,):
            if size <= n:
                chosen = waiting.fairest(line, size, met)
                assert len(set(chosen)) == size and chosen[0] == 0
                assert size > 4 or n < 2 * size or waiting.meetings_of(chosen, met) == 0


# --- judged by hand ------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 9), st.sampled_from([(2,), (3,), (2, 3)]), st.integers(1, 3), st.randoms(use_true_random=False))
def test_hand_made_rounds_are_judged_as_counted(n, sizes, rounds, rng):
    made = []
    for one in draw(Request(n, sizes, rounds, effort=0.01)).rounds:
        new = dict(zip(range(1, n + 1), rng.sample(range(1, n + 1), n), strict=True))
        made.append(Round(tuple(tuple(new[p] for p in t) for t in one.tables), tuple(new[p] for p in one.resting)))
    request = Request(n, sizes, rounds, forbidden=frozenset({(1, 2)}), fixed=((3, 1),))
    found = judge(request, made)
    met = Counter(frozenset(pair) for one in made for table in one.tables for pair in combinations(table, 2))
    assert found.proof.repeats == sum(times - 1 for times in met.values()) >= found.proof.lower_bound
    assert found.proof.forbidden_met == met[frozenset({1, 2})]
    assert found.misplaced == sum(3 in table for one in made for table in one.tables[1:])
    again, times = 0, Counter()
    for one in made:
        seated = set(range(1, n + 1)) - set(one.resting)
        again += sum(any(times[q] < times[p] for q in seated) for p in one.resting)
        times.update(one.resting)
    assert found.rested_again == again


def test_the_bound_of_two_rounds_is_that_of_every_second_round():
    """All second rounds of six at tables of three, after one round: the best of them is the bound."""
    first = Round(((1, 2, 3), (4, 5, 6)))
    costs = []
    for order in permutations(range(1, 7)):
        second = Round((order[:3], order[3:]))
        costs.append(judge(Request(6, (3,), previous=(first,)), (second,)).proof)
    assert min(proof.repeats for proof in costs) == costs[0].lower_bound == 2


def test_a_late_comer_is_not_punished_for_his_rest():
    before = (Round(((1, 2, 3),), (4,)),)
    request = Request(5, (4,), previous=before)
    assert judge(request, (Round(((1, 2, 3, 4),), (5,)),)).rested_again == 0
    assert judge(request, (Round(((1, 2, 3, 5),), (4,)),)).rested_again == 1


# --- partners ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pattern", [partners.BESIDE, partners.OPPOSITE])
def test_three_rounds_of_one_table_give_everybody_each_partner_once(pattern):
    rounds = (Round(((1, 2, 3, 4),)),) * 3
    found = partners.split(rounds, (), pattern)
    assert partners.repeats(found, pattern) == 0
    fourth = partners.split(rounds[:1], found, pattern)
    assert partners.repeats([*found, *fourth], pattern) == 2
    assert all(sorted(one.tables[0]) == [1, 2, 3, 4] for one in found)


def test_a_table_that_is_kept_keeps_its_order():
    been = (Round(((1, 2, 3, 4),)),)
    assert partners.split(been, been, partners.BESIDE, [{(1, 2, 3, 4)}]) == been
    assert partners.split(been, been, partners.BESIDE) != been


# --- fixed places --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sizes", [(4,), (3, 4), (2, 3, 4, 5)])
@pytest.mark.parametrize("n", [16, 24, 37])
def test_those_who_keep_their_table_have_it(sizes, n):
    fixed = ((1, 1), (2, 2), (3, 3))
    drawn = draw(Request(n, sizes, 3, seed=n, fixed=fixed, effort=0.1))
    assert judge(Request(n, sizes, 3, fixed=fixed), drawn.rounds).misplaced == 0
    assert drawn.proof.repeats == draw(Request(n, sizes, 3, seed=n, effort=0.1)).proof.repeats


# --- who waits -----------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 7), st.integers(2, 4), st.randoms(use_true_random=False))
def test_the_fairest_table_is_the_best_of_all(n, size, rng):
    if size > n:
        with pytest.raises(ValueError, match="not so many"):
            waiting.fairest(range(n), size, Counter())
        return
    met = Counter({frozenset(p): rng.randrange(4) for p in combinations(range(n), 2)})
    apart = {frozenset((0, 1))}
    chosen = waiting.fairest(range(n), size, met, apart)

    def cost(table):
        pairs = [frozenset(p) for p in combinations(table, 2)]
        return sum(p in apart for p in pairs), sum(met[p] * (met[p] + 1) // 2 for p in pairs)

    assert chosen[0] == 0
    assert cost(chosen) == min(cost(table) for table in combinations(range(n), size) if 0 in table)
