"""Check any draw independently: what must hold of every draw, computed again from the rounds alone."""

from collections import Counter
from itertools import combinations


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
