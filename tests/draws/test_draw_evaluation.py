"""Evaluation of given rounds, partners, fixed places and waiting players, against counting everything on small
numbers."""

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.draws import draw_checks
from tests.fixtures.amounts import choose_amount
from tournaments.draws import partners, waiting
from tournaments.draws.evaluation import evaluate_rounds
from tournaments.draws.model import DrawRequest, DrawRound
from tournaments.draws.seating import draw_rounds

SIZES = ((2,), (3,), (4,), (5,), (3, 4), (2, 3, 4, 5))


def list_players(one):
    """Return all players of a round, seated or resting, sorted."""
    return sorted([*(p for table in one.tables for p in table), *one.resting])


# --- every number of players ---------------------------------------------------------------------------------


def draw_and_check_rounds(n, sizes):
    """Draw three rounds of n players beforehand and three by scores, and check each: nobody left out, rests in turn, no
    bound beaten, the proof's figures counted again."""
    if n < min(sizes):
        return
    request = DrawRequest(n, sizes, 3, seed=n, effort=0.02)
    drawn = draw_rounds(request)
    draw_checks.check_draw(request, drawn)
    check_rounds(request, drawn.rounds)
    played = ()
    for r in range(3):
        scores = tuple((p * 7919 + r) % 13 for p in range(n))
        request = DrawRequest(n, sizes, seed=n + r, previous=played, scores=scores, effort=0.02)
        drawn = draw_rounds(request).rounds
        check_rounds(request, drawn)
        played += drawn
    if len(played[0].tables) > 3 * sizes[-1]:
        assert evaluate_rounds(DrawRequest(n, sizes, 3), played).proof.repeats == 0


def check_rounds(request, rounds):
    """Assert that everybody is seated or rests in each round, and that the evaluation finds no bound beaten and no rest
    out of turn."""
    for one in rounds:
        assert list_players(one) == list(range(1, request.players + 1))
        assert all(len(table) in request.sizes for table in one.tables)
    found = evaluate_rounds(request, rounds)
    assert 0 <= found.proof.lower_bound <= found.proof.repeats
    assert 0 <= found.proof.pair_cost_bound <= found.proof.pair_cost
    assert found.rested_again == 0
    assert found.proof.forbidden_met == 0


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_draws_for_any_number_of_players_seat_everybody_and_beat_no_bound(sizes):
    """All numbers from 2 to 25, then some up to 200, different ones for each set of sizes. benchmarks/draws.py does
    every number."""
    for n in [*range(2, 26), *range(26 + SIZES.index(sizes), 201, choose_amount(27, 9) * len(SIZES)), 200]:
        draw_and_check_rounds(n, sizes)


def test_the_fairest_table_holds_its_size_and_who_waits_longest():
    for n in range(2, 201):
        line = list(range(n))
        met = waiting.count_pair_meetings(zip(line[::2], line[1::2], strict=False))
        for size in (2, 3, 4, 5) if n < 26 else (2 + n % 4,):
            if size <= n:
                chosen = waiting.choose_fairest_table(line, size, met)
                assert len(set(chosen)) == size
                assert chosen[0] == 0
                assert size > 4 or n < 2 * size or waiting.count_meetings_of(chosen, met) == 0


# --- rounds made by hand -------------------------------------------------------------------------------------


@settings(max_examples=choose_amount(20, 60), deadline=None)
@given(st.integers(4, 9), st.sampled_from([(2,), (3,), (2, 3)]), st.integers(1, 3), st.randoms(use_true_random=False))
def test_rounds_made_by_hand_are_evaluated_as_counted(n, sizes, rounds, rng):
    made = []
    for one in draw_rounds(DrawRequest(n, sizes, rounds, effort=0.01)).rounds:
        new = dict(zip(range(1, n + 1), rng.sample(range(1, n + 1), n), strict=True))
        made.append(DrawRound(tuple(tuple(new[p] for p in t) for t in one.tables), tuple(new[p] for p in one.resting)))
    request = DrawRequest(n, sizes, rounds, forbidden=frozenset({(1, 2)}), fixed=((3, 1),))
    found = evaluate_rounds(request, made)
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


def test_the_bound_is_the_repeats_of_the_best_second_round():
    """After one round of six at tables of three, all second rounds are tried."""
    first = DrawRound(((1, 2, 3), (4, 5, 6)))
    costs = []
    for order in permutations(range(1, 7)):
        second = DrawRound((order[:3], order[3:]))
        costs.append(evaluate_rounds(DrawRequest(6, (3,), previous=(first,)), (second,)).proof)
    assert min(proof.repeats for proof in costs) == costs[0].lower_bound == 2


def test_rounds_before_his_arrival_are_no_rests_of_a_late_comer():
    before = (DrawRound(((1, 2, 3),), (4,)),)
    request = DrawRequest(5, (4,), previous=before)
    assert evaluate_rounds(request, (DrawRound(((1, 2, 3, 4),), (5,)),)).rested_again == 0
    assert evaluate_rounds(request, (DrawRound(((1, 2, 3, 5),), (4,)),)).rested_again == 1


# --- partners ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pattern", [partners.BESIDE, partners.OPPOSITE])
def test_three_rounds_of_one_table_give_everybody_each_partner_once(pattern):
    rounds = (DrawRound(((1, 2, 3, 4),)),) * 3
    found = partners.choose_partners(rounds, (), pattern)
    assert partners.count_partner_repeats(found, pattern) == 0
    fourth = partners.choose_partners(rounds[:1], found, pattern)
    assert partners.count_partner_repeats([*found, *fourth], pattern) == 2
    assert all(sorted(one.tables[0]) == [1, 2, 3, 4] for one in found)


def test_partners_stay_as_they_are_at_a_locked_table():
    been = (DrawRound(((1, 2, 3, 4),)),)
    assert partners.choose_partners(been, been, partners.BESIDE, [{(1, 2, 3, 4)}]) == been
    assert partners.choose_partners(been, been, partners.BESIDE) != been


# --- fixed places --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sizes", [(4,), (3, 4), (2, 3, 4, 5)])
@pytest.mark.parametrize("n", [16, 24, 37])
def test_players_with_a_fixed_table_sit_there_at_no_cost_of_repeats(sizes, n):
    fixed = ((1, 1), (2, 2), (3, 3))
    drawn = draw_rounds(DrawRequest(n, sizes, 3, seed=n, fixed=fixed, effort=0.1))
    assert evaluate_rounds(DrawRequest(n, sizes, 3, fixed=fixed), drawn.rounds).misplaced == 0
    assert drawn.proof.repeats == draw_rounds(DrawRequest(n, sizes, 3, seed=n, effort=0.1)).proof.repeats


# --- waiting players -----------------------------------------------------------------------------------------


@settings(max_examples=choose_amount(20, 60), deadline=None)
@given(st.integers(2, 7), st.integers(2, 4), st.randoms(use_true_random=False))
def test_the_fairest_table_costs_the_least_of_all_possible_ones(n, size, rng):
    if size > n:
        with pytest.raises(ValueError, match="not so many"):
            waiting.choose_fairest_table(range(n), size, Counter())
        return
    met = Counter({frozenset(p): rng.randrange(4) for p in combinations(range(n), 2)})
    apart = {frozenset((0, 1))}
    chosen = waiting.choose_fairest_table(range(n), size, met, apart)

    def cost(table):
        """Return (excluded pairs, cost of meetings) of a table."""
        pairs = [frozenset(p) for p in combinations(table, 2)]
        return sum(p in apart for p in pairs), sum(met[p] * (met[p] + 1) // 2 for p in pairs)

    assert chosen[0] == 0
    assert cost(chosen) == min(cost(table) for table in combinations(range(n), size) if 0 in table)
