"""Whist tournaments: everybody once the partner of everybody, twice his opponent; and what is none."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from benchmarks._schedule_checker import check_rounds
from tests.draws.draw_checks import count_seats
from tournaments.draws.model import DrawRequest, DrawRound
from tournaments.draws.partners import BESIDE, OPPOSITE, WHIST, build_whist_rounds, draw_whist_rounds, name_whist


@pytest.mark.parametrize("pattern", [BESIDE, OPPOSITE])
@pytest.mark.parametrize("players", [5, 9, 13, 17, 25, 29, *WHIST])
def test_everybody_is_once_the_partner_and_twice_the_opponent_of_everybody(players, pattern):
    rounds = build_whist_rounds(players, pattern)
    assert check_rounds([one.tables for one in rounds], [one.resting for one in rounds], players) == []
    partners = Counter(frozenset((table[a], table[b])) for one in rounds for table in one.tables for a, b in pattern)
    met = Counter(frozenset(pair) for one in rounds for table in one.tables for pair in combinations(table, 2))
    assert len(rounds) == players - 1 + players % 4
    assert set(partners.values()) == {1}
    assert len(partners) == players * (players - 1) // 2
    assert set(met.values()) == {3}
    assert name_whist(rounds, players, pattern) == ("triple whist" if players in (8, 16, 20, 21, 24, 28) else "whist")
    assert name_whist(rounds[1:], players, pattern) == ""


@pytest.mark.parametrize("players", [0, 1, 4, 6, 7, 10, 11, 45, 85])
def test_other_numbers_have_none_here(players):
    assert build_whist_rounds(players, OPPOSITE) == ()


def test_whoever_changes_partners_within_one_table_makes_no_whist_tournament_of_more():
    same = DrawRound(((1, 2, 3, 4), (5, 6, 7, 8)))
    assert name_whist([same] * 7, 8, OPPOSITE) == ""
    three = [DrawRound((table,)) for table in ((1, 2, 3, 4), (1, 3, 2, 4), (1, 2, 4, 3))]
    assert name_whist(three, 4, OPPOSITE) == "whist"


def test_a_whist_tournament_is_drawn_by_lot_where_nothing_was_played_before():
    request = DrawRequest(8, (4,), 7, seed=3)
    rounds = draw_whist_rounds(request, OPPOSITE)
    assert name_whist(rounds, 8, OPPOSITE) == "triple whist"
    assert rounds == draw_whist_rounds(request, OPPOSITE) != draw_whist_rounds(replace(request, seed=4), OPPOSITE)
    assert draw_whist_rounds(replace(request, rounds=8), OPPOSITE) == ()
    assert draw_whist_rounds(replace(request, previous=rounds[:1]), OPPOSITE) == ()


@pytest.mark.parametrize(("players", "gap"), [(8, 1), (9, 0), (12, 2), (13, 0)])
def test_seats_are_shared_out_in_a_whist_tournament_though_one_player_stays(players, gap):
    rounds = draw_whist_rounds(DrawRequest(players, (4,), players - 1 + players % 4), OPPOSITE)
    sat = count_seats(rounds)
    assert (
        max(max(mine[seat] for seat in range(4)) - min(mine[seat] for seat in range(4)) for mine in sat.values()) <= gap
    )
