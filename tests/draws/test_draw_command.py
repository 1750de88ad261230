"""The output and the errors of `manage.py seat`, as other programs call it."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from benchmarks._schedule_checker import check_answer

KEYS = [
    "rounds", "resting", "repeats", "lower_bound", "optimal", "pair_cost", "pair_cost_bound", "seconds",
]  # fmt: skip


def run_seat(*arguments):
    """Run the command. Return what it printed."""
    out = io.StringIO()
    call_command("seat", *arguments, stdout=out)
    return out.getvalue()


def judge(tmp_path, document):
    """Judge a draw that somebody else made. Return the answer."""
    (tmp_path / "draw.json").write_text(
        document if isinstance(document, str) else json.dumps(document), encoding="utf-8"
    )
    return json.loads(run_seat("--judge", str(tmp_path / "draw.json")))


def test_seat_answers_json_with_rounds_and_proof():
    answer = json.loads(run_seat("--players", "11", "--table-size", "3", "--rounds", "3", "--seed", "5"))
    assert list(answer) == KEYS
    assert [len(one) for one in answer["rounds"]] == [3, 3, 3]
    assert [len(out) for out in answer["resting"]] == [2, 2, 2]
    assert (answer["repeats"], answer["lower_bound"], answer["optimal"]) == (0, 0, True)
    assert answer["pair_cost"] == answer["pair_cost_bound"] == 0
    assert 0 <= answer["seconds"] < 20


def test_seat_takes_several_table_sizes_and_the_same_seed_draws_the_same():
    asked = ("--players", "23", "--table-sizes", "3,4", "--rounds", "4", "--seed", "7", "--format", "json")
    first, second = json.loads(run_seat(*asked)), json.loads(run_seat(*asked))
    assert first["rounds"] == second["rounds"]
    assert sorted(map(len, first["rounds"][0])) == [3, 4, 4, 4, 4, 4]
    assert first["resting"] == [[], [], [], []]


def test_seat_answers_text_on_request():
    told = run_seat("--players", "6", "--table-size", "3", "--rounds", "1", "--format", "text")
    assert told.startswith("round 1\n  table 1: ")
    assert "optimal True" in told


@pytest.mark.parametrize(
    "asked",
    [
        ("--players", "9", "--rounds", "2"),
        ("--players", "9", "--rounds", "2", "--table-size", "3", "--table-sizes", "3,4"),
        ("--players", "0", "--rounds", "2", "--table-size", "3"),
        ("--players", "9", "--rounds", "2", "--table-size", "1"),
        ("--players", "9", "--rounds", "2", "--table-sizes", "3,x"),
        ("--players", "9", "--rounds", "-1", "--table-size", "3"),
        ("--players", "9", "--table-size", "3"),
        ("--players", "9", "--judge", "draw.json"),
    ],
)
def test_impossible_arguments_are_refused(asked):
    with pytest.raises(CommandError):
        run_seat(*asked)


@pytest.mark.parametrize(
    "asked",
    [
        ("--players", "9", "--table-size", "3", "--rounds", "6"),
        ("--players", "11", "--table-size", "3", "--rounds", "4"),
        ("--players", "14", "--table-sizes", "2,3,4,5", "--rounds", "5"),
        ("--players", "29", "--table-sizes", "3,4", "--rounds", "3"),
    ],
    ids=" ".join,
)
def test_an_answer_holds_before_a_checker_that_shares_no_code_and_is_judged_as_it_says(asked, tmp_path):
    answer = json.loads(run_seat(*asked))
    assert check_answer(answer) == []
    del answer["seconds"]
    assert judge(tmp_path, {"rounds": answer["rounds"]}) == answer


def test_the_checker_finds_what_is_wrong_with_an_answer():
    answer = json.loads(run_seat("--players", "9", "--table-size", "3", "--rounds", "5"))
    assert check_answer(answer | {"repeats": 3, "pair_cost_bound": 0, "optimal": True}) == [
        "repeats is 9, not 3",
        "pair_cost_bound is 0: not from 9 to 9",
        "optimal is not what repeats and lower_bound say",
    ]
    first, second = answer["rounds"][0][0], answer["rounds"][0][1]
    lost, first[0] = first[0], second[0]
    assert check_answer(answer) == [
        f"round 1: player {min(lost, second[0])} is there {2 * (second[0] < lost)} times",
        f"round 1: player {max(lost, second[0])} is there {2 * (second[0] > lost)} times",
    ]


def test_a_foreign_draw_is_judged_with_its_rests_and_its_own_order(tmp_path):
    answer = judge(tmp_path, {"rounds": [[[3, 1], [7, 4, 2]], [[1, 3], [5, 6]]], "by": "hand"})
    assert list(answer) == KEYS[:-1]
    assert answer["rounds"] == [[[3, 1], [7, 4, 2]], [[1, 3], [5, 6]]]
    assert answer["resting"] == [[5, 6], [2, 4, 7]]
    assert (answer["repeats"], answer["lower_bound"], answer["optimal"]) == (1, 0, False)
    assert (answer["pair_cost"], answer["pair_cost_bound"]) == (1, 0)


def test_text_tells_of_rests_and_seats_too(tmp_path):
    (tmp_path / "draw.json").write_text('{"rounds": [[[1, 2]], [[2, 1]], [[1, 3]]]}', encoding="utf-8")
    told = run_seat("--judge", str(tmp_path / "draw.json"), "--format", "text")
    assert told.startswith("round 1  resting: 3\n  table 1: 1 2\n")
    assert told.endswith("pair_cost_bound 0, rested_again 1, seat_gap 1\n")


def test_text_says_what_is_known_without_repeats_and_by_whom(tmp_path):
    told = run_seat("--players", "25", "--table-size", "5", "--rounds", "7", "--format", "text")
    assert told.endswith("\nwithout repeats: 6 rounds here, 6 known (Miller, Valkov & Abel 2026)\n")
    told = run_seat("--players", "85", "--table-size", "5", "--rounds", "22", "--format", "text")
    assert told.endswith("21 rounds here, 21 known (Miller, Valkov & Abel 2026)\n"), "who published as many"
    told = run_seat("--players", "8", "--table-size", "3", "--rounds", "9", "--format", "text")
    assert "known" not in told, "somebody rests: another question"


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ({"rounds": [[[1, 2], [2, 3]]]}, "ronde 1 : le joueur 2 est placé deux fois"),
        ({"rounds": [[[1, 2]], [[1]]]}, "ronde 2 : à une table, on est deux ou plus"),
        ({"rounds": [[[0, 2]]]}, "ronde 1 : les joueurs sont des nombres entiers"),
        ({"rounds": [[[1, 2.0]]]}, "ronde 1 : les joueurs sont des nombres entiers"),
        ({"rounds": [[[1, 10**9]]]}, "ronde 1 : les joueurs sont des nombres entiers"),
        ({"rounds": [[1, 2]]}, "n’est pas un tirage"),
        ({"tables": []}, "n’est pas un tirage"),
        ("[" * 100_000, "n’est pas un tirage"),
        ("", "n’est pas un tirage"),
    ],
)
def test_what_is_no_draw_is_refused_in_one_sentence(document, why, tmp_path):
    with pytest.raises(CommandError, match=why):
        judge(tmp_path, document)


def test_no_rounds_are_judged_as_none(tmp_path):
    assert judge(tmp_path, {"rounds": []})["optimal"] is True


def test_a_draw_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(CommandError, match="ne se lit pas"):
        run_seat("--judge", str(tmp_path / "none.json"))
