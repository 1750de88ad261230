"""Bounds of a draw: never above what an exhaustive search finds, and as high as in the known cases."""

from collections import Counter

import pytest

from tests.draws.draw_checks import compute_bound, find_least_by_search
from tournaments.draws import bounds
from tournaments.draws.bounds import RoundShape
from tournaments.draws.divisions import divide
from tournaments.draws.model import DrawRound


@pytest.mark.parametrize(
    ("players", "sizes", "rounds"),
    [
        (4, (2,), 4), (5, (2,), 3), (5, (3,), 3), (5, (3,), 4), (5, (2, 3), 3), (6, (3,), 3), (6, (3,), 4),
        (6, (4,), 3), (6, (2,), 3), (7, (3,), 3), (7, (4,), 3), (7, (5,), 3), (7, (3, 4), 3), (8, (4,), 3),
        (9, (3,), 2), (6, (5,), 4),
    ],
)  # fmt: skip
def test_a_bound_is_never_above_the_best_of_all_draws(players, sizes, rounds):
    least = find_least_by_search(players, divide(players, sizes).sizes, rounds)
    bound = compute_bound(players, sizes, rounds)
    assert bound.repeats <= least[0]
    assert bound.pair_cost <= least[1]


@pytest.mark.parametrize(
    ("players", "sizes", "rounds", "repeats", "cost"),
    [
        (16, (4,), 6, 24, 24),  # pairs: 144 meetings among 120 pairs
        (10, (3,), 5, 3, 3),  # players: five of them play five times and have ten meetings with nine others
        (8, (4,), 7, 56, 84),  # rounds: two tables of four cannot be mixed better than two and two
        (7, (4,), 3, 2, 2),  # all rounds: three tables of four have twelve seats for seven players
        (12, (3,), 5, 0, 0),
        (11, (3,), 6, 1, 1),  # pairs left: one, but whoever lacks somebody lacks two others at least
        (19, (4,), 7, 1, 1),
    ],
)
def test_bounds_are_as_high_as_in_the_known_cases(players, sizes, rounds, repeats, cost):
    bound = compute_bound(players, sizes, rounds)
    assert (bound.repeats, bound.pair_cost) == (repeats, cost)


def test_a_bound_counts_the_meetings_of_earlier_rounds():
    played = DrawRound(((1, 2, 3), (4, 5, 6)))
    assert compute_bound(6, (3,), 1, (played,)).pair_cost == 2
    assert compute_bound(6, (3,), 0, (played, played)).pair_cost == 6


def test_forbidden_pairs_raise_the_bound():
    assert compute_bound(4, (2,), 3).repeats == 0
    assert compute_bound(4, (2,), 3, forbidden=[(1, 2)]).repeats > 0


def test_a_late_comer_lowers_the_bound_of_pair_cost():
    """Player 4 comes for the third round: unlike the others, he has met nobody before."""
    hall = frozenset(range(1, 4))
    coming = [RoundShape(hall, (3,)), RoundShape(hall, (3,)), RoundShape(hall | {4}, (3,))]
    assert bounds.compute_lower_bound(coming, Counter(), ()).pair_cost == 5


def test_the_bound_of_no_rounds_is_0():
    assert compute_bound(5, (3,), 0) == bounds.Bound(0, 0)
