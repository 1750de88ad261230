"""Bounds of a draw: never above what an exhaustive search finds, and as high as in the known cases."""

from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from tournaments.draws import bounds
from tournaments.draws.bounds import RoundShape
from tournaments.draws.divisions import divide
from tournaments.draws.model import DrawRound


def compute_bound(players, sizes, rounds, previous=(), forbidden=()):
    """Return the bound for so many rounds of all players, at the tables that `divide` chooses."""
    hall = frozenset(range(1, players + 1))
    met = Counter(tuple(sorted(p)) for one in previous for t in one.tables for p in combinations(t, 2))
    coming = [RoundShape(hall, divide(players, sizes).sizes)] * rounds
    return bounds.compute_lower_bound(coming, met, previous, forbidden)


@cache
def list_all_rounds(players, sizes):
    """Return every way to seat players 0, 1, … at tables of exactly these sizes, each way as a set of pairs."""

    def fill(left, sizes):
        """Return every way to seat the players `left` at tables of these sizes."""
        if not sizes:
            return {frozenset()}
        found = set()
        for table in combinations(sorted(left), sizes[0]):
            held = frozenset(combinations(table, 2))
            found |= {held | rest for rest in fill(left - frozenset(table), sizes[1:])}
        return found

    return fill(frozenset(range(players)), sizes)


def find_least_by_search(players, sizes, rounds):
    """Find the least repeats and the least pair cost by trying every round; the first round is fixed, by symmetry."""
    ways = sorted(list_all_rounds(players, sizes), key=sorted)
    least = [10**6, 10**6]

    def go(met, left):
        """Try every way for the `left` remaining rounds and note the least values."""
        if not left:
            least[0] = min(least[0], sum(t - 1 for t in met.values()))
            least[1] = min(least[1], sum(t * (t - 1) // 2 for t in met.values()))
            return
        for way in ways:
            go(met + Counter(way), left - 1)

    go(Counter(ways[0]), rounds - 1)
    return tuple(least)


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
