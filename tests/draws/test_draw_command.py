"""The output and the errors of `manage.py seat`, as other programs call it."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

KEYS = [
    "rounds", "resting", "repeats", "lower_bound", "optimal", "pair_cost", "pair_cost_bound", "seconds",
]  # fmt: skip


def run_seat(*arguments):
    """Run the command. Return what it printed."""
    out = io.StringIO()
    call_command("seat", *arguments, stdout=out)
    return out.getvalue()


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
    ],
)
def test_impossible_arguments_are_refused(asked):
    with pytest.raises(CommandError):
        run_seat(*asked)
