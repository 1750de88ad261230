"""Check any draw independently: what must hold of every draw, computed again from the rounds alone; the least repeats,
by the bound and by trying every round."""

from collections import Counter
from functools import cache
from itertools import combinations

from tournaments.draws import bounds
from tournaments.draws.bounds import RoundShape
from tournaments.draws.divisions import divide


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
