"""Draws by scores: neighbours in the ranking meet, but not again; nobody is left out or rests twice too soon."""

from random import Random

from tests.fixtures.amounts import choose_amount
from tournaments.draws.model import DrawRequest
from tournaments.draws.seating import draw_rounds
from tournaments.draws.swiss import compute_ranks


def test_players_with_equal_scores_meet():
    """The four leaders, none of whom has met another, sit together."""
    scores = tuple([3] * 4 + [0] * 12)
    drawn = draw_rounds(DrawRequest(16, (4,), scores=scores))
    assert {1, 2, 3, 4} in [set(table) for table in drawn.rounds[0].tables]


def test_neighbours_who_met_do_not_meet_again():
    first = draw_rounds(DrawRequest(16, (4,), scores=(0,) * 16)).rounds
    scores = [0] * 16
    for place, table in enumerate(first[0].tables):
        for p in table:
            scores[p - 1] = 10 - place
    drawn = draw_rounds(DrawRequest(16, (4,), previous=first, scores=tuple(scores)))
    assert drawn.proof.repeats == 0


def test_the_last_in_the_ranking_rests_but_not_twice():
    scores = tuple(range(10, 0, -1))
    first = draw_rounds(DrawRequest(10, (3,), scores=scores))
    assert first.rounds[0].resting == (10,)
    assert draw_rounds(DrawRequest(10, (3,), previous=first.rounds, scores=scores)).rounds[0].resting == (9,)


def test_forbidden_neighbours_stay_apart():
    scores = (9, 9, 5, 5, 1, 1, 0, 0)
    drawn = draw_rounds(DrawRequest(8, (2,), scores=scores, forbidden=frozenset({(1, 2), (3, 4)})))
    assert drawn.proof.forbidden_met == 0


def test_equal_scores_give_equal_ranks():
    assert compute_ranks([5, 9, 5, 1]) == [1, 0, 1, 3]


def test_round_ten_of_thousands_of_players_is_close_and_repeats_nobody():
    players = choose_amount(3_000, 10_000)
    played = draw_rounds(DrawRequest(players, (3,), 9)).rounds
    rng = Random(1)
    scores = tuple(rng.randrange(300) for _ in range(players))
    drawn = draw_rounds(DrawRequest(players, (3,), previous=played, scores=scores))
    assert drawn.proof.repeats == 0
    rank = compute_ranks(scores)
    far = [max(rank[p - 1] for p in t) - min(rank[p - 1] for p in t) for t in drawn.rounds[0].tables]
    assert sum(far) / len(far) < 20
