"""The search for records can be stopped and taken up again, and goes on with one round more than it found."""

import json
import re
from itertools import combinations

from benchmarks._known_rounds import PAGE
from benchmarks._record_search import (
    MIXED,
    MOVES,
    ProductFrame,
    begin_state,
    choose_target,
    list_frames,
    note_result,
    read_sizes,
    save_state,
    search_once,
)


def test_what_was_tried_and_found_stands_when_the_search_is_taken_up_again(tmp_path):
    state = begin_state({})
    key = choose_target(state, set())
    rounds = state[key]["rounds"]
    assert list_frames(key, rounds), "there is room for such rounds"
    note_result(state, key, rounds, None)
    assert choose_target(state, set()) != key, "the least tried comes next"
    save_state(tmp_path / "records.json", state)
    again = begin_state(json.loads((tmp_path / "records.json").read_text(encoding="utf-8")))
    assert (again[key]["tries"], again[key]["moves"]) == (1, MOVES)
    note_result(again, key, rounds, [[1, 2, 3], ["0 1, 2 3"]])
    assert (again[key]["rounds"], again[key]["tries"]) == (rounds + 1, 0)
    assert list(again[key]["found"]) == [str(rounds)]


def test_what_cannot_be_bettered_is_not_looked_for():
    assert not {"5×5", "5×6", "5×13", "6×6"} & begin_state({}).keys()


def test_a_product_of_groups_turns_pairs_of_one_kind_into_each_other():
    frame = ProductFrame(9, 2, 1, (3, 3))
    kinds, used = frame.list_kinds()
    assert used == {}, "no difference is its own opposite"
    images = [{frozenset((frame.shift(p, by), frame.shift(q, by))) for by in range(9)} for p, q in ((0, 4), (0, 13))]
    found = [{frozenset((p, q)) for p, q in combinations(range(19), 2) if kinds[p][q] == kinds[0][k]} for k in (4, 13)]
    assert images == found
    assert len(images[0]) == 9


def test_products_of_groups_are_tried_too():
    assert (3, 3) in {getattr(trial.frame, "orders", None) for trial in list_frames("5×8", 9)}


def test_one_round_more_is_looked_for_in_each_hall_that_the_page_calls_open():
    rows = re.findall(r"^\| (\d+) \|.*\| (\d+) \| \d+, open \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert {(int(players), int(drawn) + 1) for players, drawn in rows} == {
        (sum(read_sizes(key)), rounds) for key, rounds in MIXED.items()
    }
    assert all(list_frames(key, rounds) for key, rounds in MIXED.items()), "there is room for such rounds"


def test_rounds_of_a_mixed_hall_are_found_as_words():
    _frame, words = search_once("4×5 + 1×2", 6, 1)
    assert [len(word) for word in words] == [6] * 22
    assert "".join(words).count("-") == 12
