"""Movements known from duplicate bridge: everybody goes on by one rule, and nobody meets twice."""

from dataclasses import replace

import pytest

from benchmarks._schedule_checker import check_rounds, count_meetings, measure
from tournaments.draws.model import DrawRequest, DrawRound
from tournaments.draws.movements import draw_movement, find_next_places, name_movement
from tournaments.draws.partners import OPPOSITE, build_whist_rounds


@pytest.mark.parametrize(
    ("players", "size", "rounds", "name"),
    [
        (8, 2, 4, "mitchell"),
        (12, 2, 5, "mitchell"),
        (8, 2, 7, "howell"),
        (14, 2, 13, "howell"),
        (14, 2, 9, "howell"),
        (9, 2, 9, "howell"),
        (5, 2, 3, "howell"),
        (20, 4, 5, "rainbow"),
        (28, 4, 3, "rainbow"),
        (15, 3, 5, "rainbow"),
    ],
)
def test_everybody_goes_on_by_one_rule_and_nobody_meets_twice(players, size, rounds, name):
    found = draw_movement(DrawRequest(players, (size,), rounds, seed=3))
    assert len(found) == rounds
    assert check_rounds([one.tables for one in found], [one.resting for one in found], players) == []
    assert measure(count_meetings([one.tables for one in found], players)) == (0, 0)
    assert find_next_places(found)
    assert name_movement(found, players, None) == name_movement(found, players, OPPOSITE) == name
    assert found != draw_movement(DrawRequest(players, (size,), rounds, seed=4))


@pytest.mark.parametrize(
    ("players", "size", "rounds"),
    [(8, 2, 8), (16, 4, 3), (24, 4, 3), (20, 4, 6), (9, 2, 10), (3, 2, 3), (9, 4, 2), (8, 2, 1)],
)
def test_no_movement_is_made_up_where_none_fits(players, size, rounds):
    assert draw_movement(DrawRequest(players, (size,), rounds)) == ()


@pytest.mark.parametrize("asked", [{"fixed": ((1, 1),)}, {"forbidden": frozenset({(1, 2)})}, {"sizes": (2, 3)}])
def test_no_movement_is_offered_to_people_who_are_not_alike(asked):
    assert draw_movement(replace(DrawRequest(8, (2,), 4), **asked)) == ()


def test_what_follows_no_one_rule_has_no_name():
    found = draw_movement(DrawRequest(8, (2,), 4))
    turned = [found[0], DrawRound((found[1].tables[0][::-1], *found[1].tables[1:])), *found[2:]]
    assert find_next_places(turned) is None
    assert name_movement(turned, 8, None) == ""
    assert name_movement([found[0], found[0]], 8, None) == "", "nobody goes anywhere"
    assert name_movement(found[:1], 8, None) == ""
    assert name_movement(build_whist_rounds(9, OPPOSITE), 9, OPPOSITE) == "whist"
