"""Seats given out at the least cost, and bounds of how evenly that is possible, against counting everything."""

from collections import Counter
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.draws.draw_checks import count_seats
from tests.fixtures.amounts import choose_amount
from tournaments.draws import exhaustive, proofs
from tournaments.draws.allotment import allot
from tournaments.draws.bounds import RoundShape
from tournaments.draws.divisions import divide
from tournaments.draws.model import DrawRequest, DrawRound
from tournaments.draws.seating import draw_rounds


@settings(max_examples=choose_amount(26, 80), deadline=None)
@given(st.lists(st.integers(0, 2), min_size=1, max_size=6), st.data())
def test_allot_finds_the_cheapest_allotment(slots, data):
    rooms = [slots.count(thing) for thing in range(3)]
    kind = st.tuples(*[st.sampled_from([0, 0, 3, 15])] * 3)
    costs = {player: data.draw(kind) for player in range(len(slots))}
    given_out = allot(costs, rooms)
    assert [len(some) for some in given_out] == rooms
    assert sorted(p for some in given_out for p in some) == list(range(len(slots)))
    spent = sum(costs[p][thing] for thing, some in enumerate(given_out) for p in some)
    assert spent == min(sum(costs[p][t] for p, t in enumerate(order)) for order in permutations(slots))


def compute_gap(rounds):
    """Return the largest difference between a player's seat counts over these rounds."""
    size = max(len(table) for one in rounds for table in one.tables)
    return max(
        max(counts[s] for s in range(size)) - min(counts[s] for s in range(size))
        for counts in count_seats(rounds).values()
    )


def iterate_rounds(players, sizes):
    """Yield the rounds of every order of the players, cut into tables of these sizes, the others resting."""
    for order in permutations(range(1, players + 1)):
        line = iter(order)
        yield DrawRound(tuple(tuple(next(line) for _ in range(size)) for size in sizes), tuple(line))


@pytest.mark.parametrize(("players", "sizes"), [(4, (2,)), (5, (2,)), (5, (2, 3)), (6, (3,)), (5, (4,))])
@pytest.mark.parametrize("before", [1, 2, 3, 5])
def test_the_best_next_round_has_exactly_the_bound_of_the_seat_gap(players, sizes, before):
    """The earlier rounds are uneven: each player keeps his table, and only some are moved."""
    tables = divide(players, sizes).sizes
    ways = list(iterate_rounds(players, tables))
    played = tuple(ways[(7 * n) % len(ways)] for n in range(before))
    bound = proofs.compute_gap_bound([RoundShape(frozenset(range(1, players + 1)), tables)], played)
    assert bound == min(compute_gap([*played, one]) for one in ways)


@pytest.mark.parametrize(("players", "sizes", "rounds"), [(3, (2,), 2), (3, (2,), 3), (5, (2, 3), 2), (4, (3,), 3)])
def test_no_sequence_of_rounds_has_a_smaller_seat_gap_than_the_bound(players, sizes, rounds):
    """Compared with sequences in which players rest in turn, as in every draw."""
    tables = divide(players, sizes).sizes
    bound = proofs.compute_gap_bound([RoundShape(frozenset(range(1, players + 1)), tables)] * rounds, ())
    ways = list(iterate_rounds(players, tables))

    def in_turn(some):
        """True if the players' numbers of rests differ by one at most."""
        rests = Counter(p for one in some for p in one.resting)
        return max(rests.values(), default=0) <= min(rests[p] for p in range(1, players + 1)) + 1

    assert bound <= min(compute_gap(some) for some in product(ways[:1], *[ways] * (rounds - 1)) if in_turn(some))


@pytest.mark.parametrize(
    ("players", "sizes", "rounds", "least"),
    [(12, (3,), 3, 0), (12, (3,), 4, 1), (18, (3, 4), 5, 2), (11, (3, 4), 3, 1), (13, (3, 4), 12, 4)],
)
def test_rounds_drawn_beforehand_reach_the_least_seat_gap(players, sizes, rounds, least):
    """Eighteen players at five tables have fifteen fourth seats in five rounds: some players never have one, and have
    other seats twice."""
    proof = draw_rounds(DrawRequest(players, sizes, rounds, effort=0.1)).proof
    assert proof.seat_gap == proof.seat_gap_bound == least


def test_a_player_with_uneven_seats_needs_several_rounds_to_even_them():
    hall = frozenset(range(1, 4))
    played = (DrawRound(((1, 2, 3),)),) * 4
    assert proofs.compute_gap_bound([RoundShape(hall, (3,))], played) == 4
    assert proofs.compute_gap_bound([RoundShape(hall, (3,))] * 3, played) == 3
    assert proofs.compute_gap_bound([RoundShape(hall, (3,))] * 4, played) == 2


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([(3, 3), (2, 2, 2), (3, 2), (4, 2), (3, 2, 1)]), st.randoms(use_true_random=False))
def test_the_exhaustive_search_finds_the_lightest_tables(sizes, rng):
    players = rng.sample(range(20), sum(sizes))
    weights = {tuple(sorted(some)): rng.randrange(50) for size in set(sizes) for some in combinations(players, size)}
    search = exhaustive.ExhaustiveSearch(sizes, weights.__getitem__, 100_000)
    found = search.find_best(players)

    def weight(tables):
        return sum(weights[tuple(sorted(table))] for table in tables)

    least = min(weight(one.tables) for one in iterate_seatings(players, sizes))
    assert found is not None
    assert search.is_complete
    assert found[0] == weight(found[1]) == least
    assert sorted(p for table in found[1] for p in table) == sorted(players)
    assert search.find_best(players, least) is None
    assert search.find_best(players, least + 1) is not None


def iterate_seatings(players, sizes):
    """Yield every way to seat these players at tables of these sizes, as a round."""
    for one in iterate_rounds(len(players), sizes):
        yield DrawRound(tuple(tuple(players[p - 1] for p in table) for table in one.tables))
