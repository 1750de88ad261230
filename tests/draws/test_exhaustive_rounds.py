"""Small halls of which every draw was tried: the search, the figures that it proved, the rounds that it found."""

import pytest

from benchmarks._exhaustive_rounds import find_words, list_first_two_rounds
from benchmarks._schedule_checker import check_rounds, count_meetings, measure
from tests.draws.draw_checks import check_draw, compute_bound, find_least_by_search
from tournaments.draws.bounds import TRIED_IN_FULL
from tournaments.draws.design_library import WORDS
from tournaments.draws.model import DrawRequest
from tournaments.draws.seating import draw_rounds


@pytest.mark.parametrize("sizes", [sizes for sizes in TRIED_IN_FULL if len(sizes) == 4])
def test_a_proved_figure_is_proved_again(sizes):
    assert find_words(sizes, 0, TRIED_IN_FULL[sizes]) is not None
    assert find_words(sizes, 0, TRIED_IN_FULL[sizes] + 1) is None


@pytest.mark.parametrize("sizes", TRIED_IN_FULL)
def test_each_round_more_than_can_be_adds_a_repeat_to_the_bound(sizes):
    assert compute_bound(sum(sizes), set(sizes), TRIED_IN_FULL[sizes]).repeats == 0
    assert compute_bound(sum(sizes), set(sizes), TRIED_IN_FULL[sizes] + 1).repeats >= 1


@pytest.mark.parametrize("sizes", TRIED_IN_FULL)
def test_as_many_rounds_are_drawn_as_can_be(sizes):
    assert draw_rounds(DrawRequest(sum(sizes), tuple(set(sizes)), TRIED_IN_FULL[sizes])).proof.repeats == 0


def test_a_table_too_few_parts_nobody():
    assert find_words((3, 3), 0, 2) is None
    assert find_least_by_search(6, (3, 3), 2) == (2, 2)


@pytest.mark.parametrize(("sizes", "resting", "rounds"), [((4, 4, 4, 4), 2, 5), ((3, 3, 3), 1, 3), ((3, 3, 2), 0, 3)])
def test_words_are_rounds_in_which_nobody_meets_twice(sizes, resting, rounds):
    words = find_words(sizes, resting, rounds)
    drawn = [[[p for p, word in enumerate(words, 1) if word[r] == t] for t in range(len(sizes))] for r in range(rounds)]
    out = [[p for p, word in enumerate(words, 1) if word[r] < 0] for r in range(rounds)]
    assert all(sorted(map(len, tables), reverse=True) == list(sizes) for tables in drawn)
    assert check_rounds(drawn, out, len(words)) == []
    assert measure(count_meetings(drawn, len(words))) == (0, 0)


def test_two_rounds_are_the_same_but_for_the_names_of_tables():
    assert len(list_first_two_rounds((4, 3, 3, 3), 0)) == 1
    assert len(list_first_two_rounds((4, 4, 3, 3, 3), 0)) == 8


@pytest.mark.parametrize(("players", "size", "rounds"), [(27, 4, 9), (39, 4, 13), (14, 3, 7), (64, 5, 16)])
def test_the_table_of_an_empty_chair_rests_where_one_player_more_would_fill_a_table(players, size, rounds):
    drawn = draw_rounds(DrawRequest(players, (size,), rounds))
    assert drawn.proof.repeats == 0
    assert sorted(p for one in drawn.rounds for p in one.resting) == list(range(1, players + 1))


@pytest.mark.parametrize("hall", WORDS)
def test_stored_words_are_drawn_without_a_repeat(hall):
    sizes, resting = hall
    rounds = len(WORDS[hall].split()[0])
    request = DrawRequest(sum(sizes) + resting, tuple(set(sizes)), rounds)
    drawn = draw_rounds(request)
    check_draw(request, drawn)
    assert [sorted(map(len, one.tables), reverse=True) for one in drawn.rounds] == [list(sizes)] * rounds
    assert drawn.proof.repeats == 0
