"""Check any draw independently: what must hold of every draw, computed again from the rounds alone; the least repeats,
by the bound and by trying every round."""

from collections import Counter
from functools import cache
from itertools import combinations, permutations
from random import Random

from tournaments.draws import bounds
from tournaments.draws.bounds import RoundShape
from tournaments.draws.divisions import divide
from tournaments.draws.evaluation import evaluate_rounds
from tournaments.draws.model import DrawRequest, DrawRound
from tournaments.draws.seating import draw_rounds

SIZES = ((2,), (3,), (4,), (2, 3), (3, 4))


def check_draw(request, drawn):
    """Assert everything that is promised of a draw without previous rounds, absences or locked tables."""
    everyone = set(range(1, request.players + 1))
    rests = Counter(dict.fromkeys(everyone, 0))
    for one in drawn.rounds:
        assert sorted([p for table in one.tables for p in table] + list(one.resting)) == sorted(everyone)
        assert all(len(table) in request.sizes for table in one.tables)
        assert is_rest_in_turn(rests, one.resting)
        rests.update(one.resting)
    assert len(drawn.rounds) == request.rounds
    assert max(rests.values(), default=0) - min(rests.values(), default=0) <= 1
    check_proof(drawn)


def is_rest_in_turn(rests, resting):
    """True if nobody rests for the (k+1)-th time while somebody with fewer rests plays. `rests`: earlier rests by
    player; `resting`: who rests in this round."""
    playing = [times for p, times in rests.items() if p not in resting]
    return max((rests[p] for p in resting), default=0) <= min(playing, default=10**9)


def check_proof(drawn):
    """Assert that the proof's figures are those of the rounds, and that no bound is above its figure."""
    met = Counter(frozenset(pair) for one in drawn.rounds for t in one.tables for pair in combinations(t, 2))
    proof = drawn.proof
    assert proof.repeats == sum(times - 1 for times in met.values())
    assert proof.pair_cost == sum(times * (times - 1) // 2 for times in met.values())
    assert 0 <= proof.lower_bound <= proof.repeats
    assert 0 <= proof.pair_cost_bound <= proof.pair_cost
    assert proof.optimal is (proof.repeats == proof.lower_bound)


def count_seats(rounds):
    """Return how often each player sat in each seat: {player: Counter({seat from 0: times})}."""
    counts = {}
    for one in rounds:
        for table in one.tables:
            for seat, player in enumerate(table):
                counts.setdefault(player, Counter())[seat] += 1
    return counts


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


def iterate_rounds(request):
    """Yield all rounds of the division that is drawn, with every choice of resting players."""
    division = divide(request.players, request.sizes)
    everybody = range(1, request.players + 1)
    for out in combinations(everybody, division.resting):
        for tables in iterate_seatings([p for p in everybody if p not in out], list(division.sizes)):
            yield DrawRound(tables, out)


def iterate_seatings(people, sizes):
    """Yield every way to seat these people at tables of these sizes, as a tuple of tables."""
    if not sizes:
        yield ()
        return
    for size in dict.fromkeys(sizes):
        left = list(sizes)
        left.remove(size)
        for others in combinations(people[1:], size - 1):
            table = (people[0], *others)
            for more in iterate_seatings([p for p in people if p not in table], left):
                yield (table, *more)


def compute_least_gap(before, one):
    """Return the smallest possible seat gap after this round: the largest difference between a player's seat counts,
    with the best order of each table."""
    size = max(len(table) for each in (*before, one) for table in each.tables)
    seen = Counter((p, seat) for each in before for table in each.tables for seat, p in enumerate(table))

    def gap(player, seat=None):
        """Return the gap of one player's seat counts, after sitting in `seat` (None: after a rest)."""
        counts = [seen[player, n] + (n == seat) for n in range(size)]
        return max(counts) - min(counts)

    orders = [min(max(map(gap, order, range(size))) for order in permutations(table)) for table in one.tables]
    return max([*orders, *map(gap, one.resting)])


def invent_small_hall(seed, mates=False):
    """Return the request for the next round of a small hall, by lot: with earlier rounds, pairs to be kept apart and
    scores, or not; and with mates."""
    rng = Random(seed)
    sizes = rng.choice(SIZES)
    n = rng.randrange(max(4, min(sizes)), 9 if max(sizes) > 2 else 8)
    before = draw_rounds(DrawRequest(n, sizes, rng.randrange(5), seed=seed, effort=0.05)).rounds
    asked = {"seed": seed, "previous": before, "effort": 0.2}
    if seed % 3 == 0:
        asked["forbidden"] = frozenset({tuple(sorted(rng.sample(range(1, n + 1), 2)))})
    if seed % 2:
        asked["scores"] = tuple(rng.randrange(4) for _ in range(n))
    if mates:
        line, group = rng.sample(range(1, n + 1), n), rng.choice((2, 2, 3))
        groups = [line[i : i + group] for i in range(0, rng.choice((group, 2 * group)), group)]
        asked["mates"] = (tuple(tuple(sorted(one)) for one in groups if len(one) == group),)
    return DrawRequest(n, sizes, **asked)


def judge_small_hall(request):
    """Draw the round. Return its levels and the gap of its seats, and the least that any possible round has."""
    drawn = draw_rounds(request)
    ways = [(evaluate_rounds(request, (one,)).meeting_levels, one) for one in iterate_rounds(request)]
    least = min(merit for merit, _one in ways)
    gaps = [compute_least_gap(request.previous, one) for merit, one in ways if merit == least and request.previous]
    reached = evaluate_rounds(request, drawn.rounds).meeting_levels, drawn.proof.seat_gap
    return reached, (least, min(gaps, default=drawn.proof.seat_gap))
