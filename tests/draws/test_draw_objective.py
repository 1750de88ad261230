"""The next round of a small hall compared with every possible round: no level of the objective is traded for a lower
one. And how evenly seats are shared from round to round."""

import pytest

from tests.draws.draw_checks import invent_small_hall, judge_small_hall
from tournaments.draws.evaluation import evaluate_rounds
from tournaments.draws.model import DrawRequest
from tournaments.draws.seat_costs import SEAT_WEIGHT, SeatCosts
from tournaments.draws.seating import draw_rounds


@pytest.mark.parametrize("seed", [*range(40), 85, 213, 225, 271, 300, 439, 487, 501, 505])
def test_no_possible_round_is_better_at_any_level_of_the_objective(seed):
    """Nor, where nothing weightier is, in how evenly seats are shared out. `benchmarks/draws.py` tries many more."""
    reached, least = judge_small_hall(invent_small_hall(seed))
    assert reached == least


@pytest.mark.parametrize("seed", [*range(10), 193, 256, 273, 505, 675, 981, 1165, 1197])
def test_no_possible_round_is_better_at_any_level_where_mates_are_kept_apart(seed):
    reached, least = judge_small_hall(invent_small_hall(seed, mates=True))
    assert reached == least


@pytest.mark.parametrize(("players", "size", "rounds"), [(24, 3, 3), (32, 4, 4), (40, 5, 4), (20, 2, 2)])
def test_seats_are_shared_evenly_over_rounds_of_full_tables(players, size, rounds):
    before = ()
    for seed in range(rounds):
        drawn = draw_rounds(DrawRequest(players, (size,), seed=seed, previous=before, effort=0.2))
        before += drawn.rounds
        assert drawn.proof.repeats == 0
        assert drawn.proof.seat_gap <= 1


def test_earlier_rounds_may_have_had_larger_tables():
    before = draw_rounds(DrawRequest(24, (4, 5), 2)).rounds
    assert {len(table) for table in before[0].tables} == {4, 5}
    assert draw_rounds(DrawRequest(24, (3,), previous=before)).proof.repeats == 0


def test_a_first_round_by_scores_respects_fixed_tables():
    fixed = ((1, 1), (2, 2))
    request = DrawRequest(16, (4,), scores=(0,) * 16, fixed=fixed, seed=4)
    assert evaluate_rounds(request, draw_rounds(request).rounds).misplaced == 0


def test_a_table_is_seated_in_its_cheapest_order():
    """Player 1, who has dealt twice, has to have the middle seat. Player 2, who has not dealt yet, deals first. To seat
    player 1 first would make his seat counts differ by three (32² − 1), beside a first deal above his share (2)."""
    needs = SeatCosts({1: (2, 0, 1), 2: (0, 1, 1), 3: (1, 1, 0)}, 3)
    assert needs.find_seat_order((1, 2, 3)) == [2, 1, 3]
    assert needs.compute_table_cost((3, 1, 2)) == 0
    assert needs.get_player_costs(4) == (1, 0, 0)
    assert needs.get_player_costs(1) == (
        SEAT_WEIGHT * (32**2 - 1) + 2,
        0,
        SEAT_WEIGHT * 31,
    )
