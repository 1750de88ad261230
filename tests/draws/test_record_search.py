"""The search for records can be stopped and taken up again, and goes on with one round more than it found."""

import json

from benchmarks._record_search import MOVES, begin_state, choose_target, list_frames, note_result, save_state


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
