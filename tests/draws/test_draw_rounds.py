"""Rounds drawn beforehand: everyone seated or resting, no bound beaten, the known possible rounds reached."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.draws.draw_checks import check_draw, check_proof, count_seats, is_rest_in_turn
from tests.fixtures.amounts import choose_amount
from tournaments.draws.model import DrawRequest, DrawRound
from tournaments.draws.rests import RestHistory
from tournaments.draws.seating import MOVES, draw_rounds
from tournaments.draws.starters import Starter
from tournaments.draws.swaps import SwapSearch

TARGETS = {
    3: (3, [4, 4, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29]),
    4: (4, [5, 5, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19]),
    5: (5, [6, 6, 7, 8, 9, 9, 11, 12]),
    6: (6, [3, 7, 8, 9, 7]),
}
"""By table size: a number of tables, and the most rounds without a repeated pair for it and the next ones."""


@pytest.mark.parametrize(
    ("size", "tables", "rounds"),
    [(k, t, r) for k, (first, most) in TARGETS.items() for t, r in enumerate(most, first)],
)
def test_as_many_rounds_without_repeats_are_drawn_as_are_known(size, tables, rounds):
    request = DrawRequest(size * tables, (size,), rounds, seed=tables)
    drawn = draw_rounds(request)
    check_draw(request, drawn)
    assert drawn.proof.pair_cost == 0
    assert drawn.proof.optimal


@pytest.mark.parametrize(("players", "size", "rounds"), [(26, 4, 7), (32, 5, 6)])
def test_those_whom_full_tables_leave_over_cost_no_round(players, size, rounds):
    request = DrawRequest(players, (size,), rounds, effort=0.1)
    drawn = draw_rounds(request)
    check_draw(request, drawn)
    assert drawn.proof.pair_cost == 0


@settings(max_examples=choose_amount(20, 60), deadline=None)
@given(
    players=st.integers(1, 40),
    sizes=st.sets(st.integers(2, 7), min_size=1, max_size=4),
    rounds=st.integers(1, 9),
    seed=st.integers(0, 99),
)
def test_any_draw_keeps_its_promises_and_the_same_seed_draws_the_same(players, sizes, rounds, seed):
    request = DrawRequest(players, tuple(sorted(sizes)), rounds, seed=seed, effort=0.01)
    drawn = draw_rounds(request)
    check_draw(request, drawn)
    assert draw_rounds(request) == drawn, "the same seed, the same draw"


def test_another_seed_gives_another_draw():
    assert draw_rounds(DrawRequest(12, (3,), 3, seed=1)) != draw_rounds(DrawRequest(12, (3,), 3, seed=2))


@pytest.mark.parametrize(
    ("players", "sizes", "rounds", "cost"),
    [
        (16, (4,), 10, 120),  # the affine plane of order four twice: every pair twice
        (9, (3,), 8, 36),
        (7, (2,), 21, 63),  # three times the round robin
        (5, (3,), 3, 1),  # one table, two rest
        (7, (4,), 3, 2),
        (8, (4,), 7, 84),  # the affine space of order two
    ],
)
def test_rounds_that_must_repeat_pairs_reach_the_least_pair_cost(players, sizes, rounds, cost):
    drawn = draw_rounds(DrawRequest(players, sizes, rounds))
    assert drawn.proof.pair_cost == drawn.proof.pair_cost_bound == cost


@pytest.mark.parametrize(("players", "size", "rounds"), [(60, 3, 29), (28, 4, 9), (25, 5, 12), (23, 3, 7), (22, 5, 8)])
def test_seats_are_balanced_in_rounds_of_one_table_size(players, size, rounds):
    drawn = draw_rounds(DrawRequest(players, (size,), rounds, effort=0.1))
    for counts in count_seats(drawn.rounds).values():
        assert max(counts[s] for s in range(size)) - min(counts[s] for s in range(size)) <= 1
    assert drawn.proof.seat_gap <= 1


def test_first_deals_are_balanced_at_tables_of_several_sizes():
    drawn = draw_rounds(DrawRequest(23, (3, 4), 6))
    deals = [counts[0] for counts in count_seats(drawn.rounds).values()]
    assert max(deals) - min(deals) <= 1


def test_forbidden_neighbours_never_meet_even_where_that_costs_repetitions():
    couples = frozenset((p, p + 1) for p in range(1, 16, 2))
    drawn = draw_rounds(DrawRequest(16, (4,), 6, forbidden=couples, effort=0.3))
    assert drawn.proof.forbidden_met == 0
    check_proof(drawn)
    assert drawn.proof.pair_cost_bound > draw_rounds(DrawRequest(16, (4,), 5)).proof.pair_cost


def test_forbidden_neighbours_that_must_meet_are_counted():
    drawn = draw_rounds(DrawRequest(4, (4,), 2, forbidden=frozenset({(1, 2)})))
    assert drawn.proof.forbidden_met == 2
    check_proof(drawn)


def test_forbidden_couples_cost_no_repeat_where_a_design_leaves_pairs_unmet():
    couples = frozenset((p, p + 1) for p in range(1, 24, 2))
    assert draw_rounds(DrawRequest(24, (4,), 6, forbidden=couples)).proof.pair_cost == 0


def test_late_comers_and_early_leavers_are_seated_only_while_present():
    away = (frozenset({1, 2}), frozenset(), frozenset(), frozenset({9, 10, 11, 12}))
    drawn = draw_rounds(DrawRequest(22, (3, 4), 4, absent=away))
    rests = RestHistory()
    for one, gone in zip(drawn.rounds, away, strict=True):
        seated = [p for table in one.tables for p in table]
        assert sorted([*seated, *one.resting]) == sorted(set(range(1, 23)) - gone)
        rests.add_round(one.resting)
    assert drawn.proof.repeats == 0


def test_earlier_rounds_count_for_rests_and_repeats():
    before = draw_rounds(DrawRequest(19, (3,), 3)).rounds
    after = draw_rounds(DrawRequest(19, (3,), 3, previous=before))
    rests = dict.fromkeys(range(1, 20), 0)
    for one in (*before, *after.rounds):
        assert is_rest_in_turn(rests, one.resting)
        for p in one.resting:
            rests[p] += 1
    assert after.proof.repeats == 0


def test_a_locked_table_stays_with_its_number_and_its_seats():
    locked = (((2, (5, 1, 9)),), ())
    drawn = draw_rounds(DrawRequest(12, (3,), 2, locked=locked))
    assert drawn.rounds[0].tables[1] == (5, 1, 9)
    assert drawn.proof.repeats == 0


def test_players_with_a_fixed_table_sit_there_in_every_round():
    drawn = draw_rounds(DrawRequest(21, (3,), 5, fixed=((7, 4), (12, 1))))
    for one in drawn.rounds:
        at = {p: n for n, table in enumerate(one.tables, start=1) for p in table}
        assert at[7] == 4 or at[7] == at[12] == 1
        assert at[12] == 1 or at[7] == at[12] == 4


def test_a_single_player_rests_and_no_players_make_no_tables():
    assert draw_rounds(DrawRequest(1, (2, 3))).rounds == (DrawRound((), (1,)),)
    assert draw_rounds(DrawRequest(0, (3,), 2)).rounds == (DrawRound(()), DrawRound(()))


@pytest.mark.parametrize(
    "wrong",
    [
        {"sizes": ()},
        {"sizes": (1, 3)},
        {"rounds": -1},
        {"absent": (frozenset(),)},
        {"scores": (1, 2)},
        {"forbidden": frozenset({(1, 99)})},
    ],
)
def test_a_request_that_contradicts_itself_is_refused(wrong):
    with pytest.raises(ValueError, match=r"."):
        DrawRequest(**{"players": 9, "sizes": (3,), "rounds": 2} | wrong)


def test_ten_rounds_of_ten_thousand_players_repeat_nobody():
    drawn = draw_rounds(DrawRequest(10_000, (3,), 10))
    assert drawn.proof.repeats == 0
    assert len({p for one in drawn.rounds for p in one.resting}) == 10


def test_rounds_of_many_seats_are_searched_with_the_moves_of_three_searches(monkeypatch):
    given = []
    for kind in (SwapSearch, Starter):
        monkeypatch.setattr(
            kind, "search", lambda self, moves, *rest, do=kind.search: given.append(moves) or do(self, moves, *rest)
        )
    assert draw_rounds(DrawRequest(78, (4,), 25, effort=0.01)).proof.repeats > 0
    assert sum(given) <= 3 * 0.01 * MOVES
