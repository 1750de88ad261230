"""Swiss for tables of two: nobody left out, nobody met twice while it can be helped, opponents close in the ranking."""

import sys
from collections import Counter
from random import Random

import pytest

from benchmarks.swiss import describe_rival
from tests.draws.draw_checks import is_rest_in_turn
from tournaments.draws import meetings, pair_matching
from tournaments.draws.model import DrawRequest, DrawRound
from tournaments.draws.swiss import compute_ranks

TWO = (2,)


def compute_levels(request, one):
    """Compute the cost of a round from scratch: (forbidden pairs, rests out of turn, repeated meetings, distance in the
    ranking, its squares)."""
    rank, met = compute_ranks(request.scores), meetings.count_meetings(request.previous)
    rests = Counter(p for each in request.previous for p in each.resting)
    least = min(rests[p] for p in request.list_present(0))
    pairs = [(min(table), max(table)) for table in one.tables]
    last = max(rank[p - 1] for p in request.list_present(0))
    apart = [rank[b - 1] - rank[a - 1] for a, b in pairs] + [last - rank[p - 1] for p in one.resting]
    return (
        sum(pair in request.forbidden for pair in pairs),
        sum(rests[p] - least for p in one.resting),
        sum(met[pair] for pair in pairs),
        sum(map(abs, apart)),
        sum(each**2 for each in apart),
    )


def iterate_rounds(players):
    """Yield every way to pair these players as (pairs, resting), one of them resting if they are odd."""
    if len(players) < 2:
        yield (), tuple(players)
        return
    first, *others = players
    for other in others:
        for pairs, out in iterate_rounds([p for p in others if p != other]):
            yield ((first, other), *pairs), out
    if len(players) % 2:
        for pairs, _out in iterate_rounds(others):
            yield pairs, (first,)


def play_tournament(players, rounds, seed, drawn=pair_matching.draw_pairs):
    """Play a tournament in which one of each pair, by lot, wins two points. Yield each round's request and the
    round."""
    rng, scores, played = Random(seed), [0] * players, ()
    for n in range(rounds):
        request = DrawRequest(players, TWO, seed=seed + n, previous=played, scores=tuple(scores))
        one = drawn(request)
        yield request, one
        played += (one,)
        for winner in [rng.choice(table) for table in one.tables] + list(one.resting):
            scores[winner - 1] += 2


@pytest.mark.parametrize("players", range(2, 9))
def test_no_possible_round_costs_less(players):
    """With more rounds than there are opponents, so that some must meet again."""
    for request, one in play_tournament(players, players + 1, seed=players):
        best = min(compute_levels(request, DrawRound(*each)) for each in iterate_rounds(request.list_present(0)))
        assert compute_levels(request, one) == best


def test_no_possible_round_of_ten_players_costs_less():
    played = tuple(one for _request, one in play_tournament(10, 5, seed=10))
    scores = tuple(Random(4).choices(range(0, 10, 2), k=10))
    request = DrawRequest(10, TWO, previous=played, scores=scores, forbidden=frozenset({(1, 2), (3, 4), (1, 9)}))
    one = pair_matching.draw_pairs(request)
    assert compute_levels(request, one) == min(
        compute_levels(request, DrawRound(*each)) for each in iterate_rounds(request.list_present(0))
    )


@pytest.mark.parametrize("players", [*range(2, 21), 37, 64, 101, 200])
def test_everybody_rests_in_turn_or_plays_a_new_opponent(players):
    rests = dict.fromkeys(range(1, players + 1), 0)
    rounds = min(5, players - 1 if players % 2 == 0 else players)
    played = []
    for _request, one in play_tournament(players, rounds, seed=1):
        played.append(one)
        assert sorted([p for table in one.tables for p in table] + list(one.resting)) == list(range(1, players + 1))
        assert is_rest_in_turn(rests, one.resting)
        for p in one.resting:
            rests[p] += 1
    if players > 10:
        assert meetings.count_repeats(meetings.count_meetings(played)) == 0


def test_pairing_within_a_window_costs_no_more_than_pairing_among_all():
    """In a large field each player is compared with the players nearest to him in the ranking only. The distances are
    those of a comparison with all."""
    for request, one in play_tournament(101, 4, seed=2):
        board = pair_matching.MatchingProblem.from_request(request, Random(0))
        pairs, out = board._to_players(board._match_vertices(board._iter_all_edges(), range(102)))
        assert compute_levels(request, one) == compute_levels(request, DrawRound(tuple(pairs), out))


@pytest.mark.parametrize("players", [200, 241])
def test_a_large_field_is_paired_block_by_block_as_closely_as_can_be(monkeypatch, players):
    """The sum of distances is that of the whole field paired at once, and is known to be the least."""
    monkeypatch.setattr(pair_matching, "BLOCK", 60)
    for request, one in play_tournament(players, 4, seed=6):
        board = pair_matching.MatchingProblem.from_request(request, Random(request.seed))
        pairs, out = board._to_players(board._match_everybody())
        assert len(board._cut_blocks()) > 1
        assert compute_levels(request, one)[:4] == compute_levels(request, DrawRound(tuple(pairs), out))[:4]
        if players % 2 == 0:
            assert pair_matching.find_least_spread(request) == compute_levels(request, one)[3]


def test_a_block_without_new_opponents_falls_back_on_the_whole_field(monkeypatch):
    """The leaders have all met: no block of theirs alone can part them."""
    monkeypatch.setattr(pair_matching, "BLOCK", 40)
    players, first = 120, 40
    met = DrawRound((tuple(range(1, first + 1)),))
    request = DrawRequest(players, TWO, previous=(met,), scores=tuple(1000 - p for p in range(players)))
    one = pair_matching.draw_pairs(request)
    assert sorted(p for table in one.tables for p in table) == list(range(1, players + 1))
    assert not any(max(table) <= first for table in one.tables)


def test_the_window_grows_where_it_leaves_somebody_without_opponent():
    """The leaders have met all of their neighbours: they find new opponents far down the ranking, and nobody meets
    again."""
    players, first = 120, 40
    previous = tuple(
        DrawRound(tuple((a, b) for a, b in zip(range(1, first + 1), turned, strict=True) if a < b))
        for step in range(first)
        for turned in [[(step - p) % first + 1 for p in range(first)]]
    )
    scores = tuple(1000 - p for p in range(players))
    one = pair_matching.draw_pairs(DrawRequest(players, TWO, previous=previous, scores=scores))
    met = meetings.count_meetings(previous)
    assert len(one.tables) == players // 2
    assert not any(met[min(table), max(table)] for table in one.tables)


def test_first_deals_are_shared_evenly_over_seven_rounds():
    rounds = [one for _request, one in play_tournament(40, 7, seed=3)]
    assert max(map(abs, pair_matching.count_first_deal_surplus(rounds).values())) <= 3


def test_locked_tables_absences_and_fixed_tables_are_respected():
    request = DrawRequest(
        9, TWO, scores=tuple(range(9)), absent=(frozenset({9}),), locked=(((2, (1, 8)),),), fixed=((3, 1),)
    )
    one = pair_matching.draw_pairs(request)
    assert one.tables[1] == (1, 8)
    assert 3 in one.tables[0]
    assert not one.resting
    assert sorted(p for table in one.tables for p in table) == list(range(1, 9))


def test_the_same_seed_draws_the_same():
    scores = tuple(Random(1).choices(range(4), k=30))
    draws = [pair_matching.draw_pairs(DrawRequest(30, TWO, seed=seed, scores=scores)) for seed in (1, 1, 2)]
    assert draws[0] == draws[1] != draws[2]


def test_the_round_reaches_the_least_spread_where_it_is_known():
    for request, one in play_tournament(24, 6, seed=5):
        assert pair_matching.find_least_spread(request) == sum(
            abs(compute_ranks(request.scores)[a - 1] - compute_ranks(request.scores)[b - 1]) for a, b in one.tables
        )
    assert pair_matching.find_least_spread(DrawRequest(81, TWO, scores=(0,) * 81)) is None
    assert pair_matching.find_least_spread(DrawRequest(82, TWO, scores=(0,) * 81 + (1,))) == 1


@pytest.mark.parametrize(
    ("program", "time"), [("pass", False), ("import sys; open(sys.argv[1], 'w').write('1 2')", True)]
)
def test_a_rival_that_writes_no_pairs_gets_no_time(program, time, tmp_path):
    pairs = tmp_path / "pairs.txt"
    result = describe_rival("json", [sys.executable, "-c", program, str(pairs)], 1, 60, pairs)
    assert ("times as long" in result) is time
