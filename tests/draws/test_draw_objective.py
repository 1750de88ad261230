"""The next round of a small hall against every round that there is: no level of the objective is traded for a lower
one; and seats shared from round to round."""

from itertools import combinations
from random import Random

import pytest

from tournaments.draws.divisions import divide
from tournaments.draws.judging import judge
from tournaments.draws.model import Request, Round
from tournaments.draws.needs import Needs
from tournaments.draws.seating import draw

SIZES = ((2,), (3,), (4,), (2, 3), (3, 4))


def every_round(request):
    """All rounds of the division that is drawn, whoever rests."""
    division = divide(request.players, request.sizes)
    everybody = range(1, request.players + 1)
    for out in combinations(everybody, division.resting):
        for tables in every_seating([p for p in everybody if p not in out], list(division.sizes)):
            yield Round(tables, out)


def every_seating(people, sizes):
    if not sizes:
        yield ()
        return
    for size in dict.fromkeys(sizes):
        left = list(sizes)
        left.remove(size)
        for others in combinations(people[1:], size - 1):
            table = (people[0], *others)
            for more in every_seating([p for p in people if p not in table], left):
                yield (table, *more)


@pytest.mark.parametrize("seed", range(40))
def test_no_round_is_better_by_who_must_not_meet_who_rests_and_who_meets_again(seed):
    rng = Random(seed)
    sizes = rng.choice(SIZES)
    n = rng.randrange(max(4, min(sizes)), 8)
    before = draw(Request(n, sizes, rng.randrange(4), seed=seed, effort=0.05)).rounds
    asked = {"seed": seed, "previous": before, "effort": 0.2}
    if seed % 3 == 0:
        asked["forbidden"] = frozenset({tuple(sorted(rng.sample(range(1, n + 1), 2)))})
    if seed % 2:
        asked["standing"] = tuple(rng.randrange(4) for _ in range(n))
    request = Request(n, sizes, **asked)
    assert judge(request, draw(request).rounds).merit[:3] == min(
        judge(request, (one,)).merit[:3] for one in every_round(request)
    )


@pytest.mark.parametrize(("players", "size", "rounds"), [(24, 3, 3), (32, 4, 4), (40, 5, 4), (20, 2, 2)])
def test_seats_are_shared_from_round_to_round_where_tables_are_full(players, size, rounds):
    before = ()
    for seed in range(rounds):
        drawn = draw(Request(players, (size,), seed=seed, previous=before, effort=0.2))
        before += drawn.rounds
        assert drawn.proof.repeats == 0 and drawn.proof.seat_gap <= 1


def test_by_standing_in_the_first_round_those_who_keep_their_tables_lose_nothing():
    fixed = ((1, 1), (2, 2))
    request = Request(16, (4,), standing=(0,) * 16, fixed=fixed, seed=4)
    assert judge(request, draw(request).rounds).misplaced == 0


def test_a_table_is_seated_as_cheaply_as_any_order_of_it():
    needs = Needs({1: (2, 0, 1), 2: (0, 1, 1), 3: (1, 1, 0)}, 3)
    assert needs.order((1, 2, 3)) == [2, 1, 3] and needs.cost((3, 1, 2)) == 0
    assert needs.cost((1, 1, 1)) == 4**2 - 1 + 4**1 - 1
