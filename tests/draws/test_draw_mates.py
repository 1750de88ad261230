"""Mates in the draw: apart where that can be, as late and as little as can be elsewhere, and never at the cost of whose
turn it is to rest."""

import pytest

from tournaments.draws.evaluation import evaluate_rounds
from tournaments.draws.mates import bound_met_mates, count_met_mates
from tournaments.draws.model import Draw, DrawRequest
from tournaments.draws.pair_matching import draw_pairs
from tournaments.draws.seating import draw_rounds

TEAMS_OF_FOUR = tuple(tuple(range(first, first + 4)) for first in range(1, 17, 4))


def build_request(players: int, rounds: int, *groups: tuple[int, ...], **asked: object) -> DrawRequest:
    """Build a request for tables of four with these mates in every round."""
    given = {"sizes": (4,), "effort": 0.1, "mates": (groups,) * rounds} | asked
    return DrawRequest(players, rounds=rounds, **given)  # type: ignore[arg-type]


def draw_met(request: DrawRequest) -> tuple[Draw, list[int]]:
    """Return the draw, and how many mates sit together in each of its rounds."""
    drawn = draw_rounds(request)
    return drawn, count_met_mates(request, drawn.rounds)


@pytest.mark.parametrize("seed", range(3))
def test_four_teams_of_four_never_meet_their_mates_at_four_tables(seed: int) -> None:
    request = build_request(16, 4, *TEAMS_OF_FOUR, seed=seed)
    drawn, met = draw_met(request)
    assert met == [0, 0, 0, 0]
    assert drawn.proof.repeats == 0  # twelve strangers each, three a round


@pytest.mark.parametrize("scores", [None, tuple(range(16))])
def test_a_round_by_lot_and_one_by_scores_part_mates(scores: tuple[int, ...] | None) -> None:
    first = draw_rounds(build_request(16, 1, *TEAMS_OF_FOUR)).rounds
    _drawn, met = draw_met(build_request(16, 1, *TEAMS_OF_FOUR, previous=first, scores=scores))
    assert met == [0]


def test_what_cannot_be_avoided_is_the_least_and_told() -> None:
    request = build_request(8, 2, (1, 2, 3, 4), (5, 6, 7, 8))
    drawn, met = draw_met(request)
    assert met == [4, 4]  # two and two at each table
    found = evaluate_rounds(request, drawn.rounds)
    assert (found.mates_met, found.mates_bound) == (8, 8)


def test_mates_who_must_meet_meet_late() -> None:
    request = build_request(8, 6, (1, 2))  # everybody meets everybody once in seven rounds of two tables at the least
    _drawn, met = draw_met(request)
    assert met == sorted(met)


def test_clubs_are_apart_in_the_first_rounds_alone_and_count_no_longer() -> None:
    clubs = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))
    request = build_request(16, 4, mates=(clubs, clubs, (), ()))
    drawn, met = draw_met(request)
    assert met == [0, 0, 0, 0]
    assert len(drawn.rounds) == 4
    assert evaluate_rounds(request, drawn.rounds).mates_met == 0
    everybody = {p for table in drawn.rounds[3].tables for p in table}
    assert everybody == set(range(1, 17))


def test_nobody_rests_before_his_turn_for_his_mates_sake() -> None:
    rested = draw_rounds(build_request(9, 1)).rounds
    team = tuple(p for p in range(1, 10) if p not in rested[0].resting)[:3]
    request = build_request(9, 1, team, previous=rested)
    drawn, _met = draw_met(request)
    assert evaluate_rounds(request, drawn.rounds).rested_again == 0


def test_duels_of_a_swiss_part_mates() -> None:
    alone = draw_pairs(build_request(4, 1, sizes=(2,), scores=(4, 3, 2, 1)))
    assert {frozenset(table) for table in alone.tables} == {frozenset({1, 2}), frozenset({3, 4})}
    parted = draw_pairs(build_request(4, 1, (1, 2), (3, 4), sizes=(2,), scores=(4, 3, 2, 1)))
    assert {frozenset(table) for table in parted.tables}.isdisjoint({frozenset({1, 2}), frozenset({3, 4})})


def test_the_bound_counts_who_may_rest_and_no_group_twice() -> None:
    request = build_request(9, 1, (1, 2, 3, 4), (1, 2, 3))
    drawn = draw_rounds(request)
    assert bound_met_mates(request, drawn.rounds) == 1  # three of four at two tables, if one rests
