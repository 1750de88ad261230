"""Round robin: exactly Berger's tables; everybody meets everybody, also when players come or leave later."""

from collections import Counter

import pytest

from tournaments.draws import berger, meetings

SIZES = [*range(2, 21), 37, 64, 101, 200]
# FIDE Handbook C.05, annex 1.
STANDARD = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / 3-8 4-2 5-1 6-7"
    " / 8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1",
}


@pytest.mark.parametrize("players", STANDARD)
def test_rounds_are_those_of_the_fide_berger_tables(players):
    written = [
        tuple(tuple(map(int, couple.split("-"))) for couple in row.split()) for row in STANDARD[players].split(" / ")
    ]
    assert [one.tables for one in berger.build_berger_table(range(1, players + 1))] == written


@pytest.mark.parametrize("players", SIZES)
def test_everybody_meets_everybody_once(players):
    rounds = berger.build_berger_table(range(1, players + 1))
    met = meetings.count_meetings(rounds)
    assert len(rounds) == players - 1 + players % 2
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {1}
    rests = Counter(p for one in rounds for p in one.resting)
    assert all(rests[p] == players % 2 for p in range(1, players + 1))
    first = Counter(each[0] for one in rounds for each in one.tables)
    assert max(first.values()) - min(first[p] for p in range(1, players + 1)) <= 1


@pytest.mark.parametrize("players", [2, 3, 4, 7, 10])
def test_in_a_double_round_robin_each_sits_first_once_against_each(players):
    rounds = berger.build_berger_table(range(1, players + 1), double=True)
    pairs = Counter(each for one in rounds for each in one.tables)
    assert len(pairs) == players * (players - 1)
    assert set(pairs.values()) == {1}
    for p in range(1, players + 1):
        seats = "".join("1" if p == each[0] else "2" for one in rounds for each in one.tables if p in each)
        assert "111" not in seats
        assert "222" not in seats


@pytest.mark.parametrize("double", [False, True])
def test_while_nobody_comes_or_leaves_the_remaining_rounds_follow_the_table(double):
    whole = berger.build_berger_table(range(1, 8), double)
    for n in range(len(whole) + 1):
        assert berger.list_rounds_left(range(1, 8), double, whole[:n]) == whole[n:]


@pytest.mark.parametrize(("players", "before", "after"), [(8, 8, 10), (8, 8, 7), (9, 9, 8), (12, 10, 12), (6, 6, 3)])
@pytest.mark.parametrize("double", [False, True])
def test_after_arrivals_or_departures_those_present_still_all_meet(players, before, after, double):
    """Some players come or leave after two rounds. The remaining games take as many rounds as the busiest player has
    games, or at most two more."""
    played = berger.build_berger_table(range(1, before + 1), double)[:2]
    there = range(1, after + 1)
    rounds = berger.list_rounds_left(there, double, played)
    met = meetings.count_meetings((*played, *rounds))
    assert all(met[pair] == 1 + double for pair in meetings.list_pairs(there))
    most = max(sum(p in each for one in rounds for each in one.tables) for p in there)
    assert most <= len(rounds) <= most + 2
    for one in rounds:
        assert sorted([p for each in one.tables for p in each] + list(one.resting)) == list(there)


def test_no_player_or_a_single_one_has_no_rounds():
    assert (
        berger.build_berger_table([]) == berger.build_berger_table([3]) == () == berger.list_rounds_left([3], False, ())
    )
