"""The rule book's cases of a club's own game, and laws that hold whatever a club declares."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import scoring
from tests.scoring.casebook import Case, check_case, read_cases
from tests.scoring.plain.parties.marque import random_table
from tests.scoring.plain.reading import normalise_name

SEEDS = range(60)
BELOTE = [*"ABCD"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case.title) for case in read_cases("marque")])
def test_the_case_scores_as_it_says(case: Case) -> None:
    check_case(case)


def play(document: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a document that has no problem."""
    answer = scoring.score_partie(document)
    assert "errors" not in answer, answer["errors"]
    return answer


@pytest.mark.parametrize("seed", SEEDS)
def test_a_total_is_the_sum_of_the_points_and_of_the_marks(seed: int) -> None:
    table = random_table(Random(seed))
    answer, worth = play(table.document), {each["key"]: each["points"] for each in table.setting["options"]["marks"]}
    for name, total in answer["totals"].items():
        side = next((side for side in table.setting["sides"] or [] if name in side), [name])
        marks = [each for event in table.document["events"] for each in event.get("marks", [])]
        mine = sum(worth[each["mark"]] for each in marks if normalise_name(each["player"]) in side)
        assert total == mine + sum(event.get("points", {}).get(name, 0) for event in answer["events"])


@pytest.mark.parametrize("change", [list, lambda marks: marks[::-1]])
def test_reordered_marks_change_no_recorded_coup(change: Callable[[Any], Any]) -> None:
    marks = scoring.get_game("marque").presets[1].sets["marks"]
    coup = {"type": "coup", "points": {"A": 162, "B": 0}, "marks": [{"mark": "belote", "player": "A"}]}
    document = {
        "format": "corbillon.partie/1",
        "game": "marque",
        "preset": "belote",
        "players": BELOTE,
        "events": [coup],
    }
    answer = play(document | {"options": {"marks": change(marks)}})
    assert answer["totals"] == {"A": 182, "B": 0, "C": 182, "D": 0}


def test_a_coup_is_the_same_by_its_fields_as_by_its_record() -> None:
    game = scoring.get_game("marque")
    marks = [
        {"key": "a", "name": "A", "points": 5, "who": "each"},
        {"key": "b", "name": "B", "points": 9, "who": "one"},
    ]
    setting = scoring.build_setting("marque", BELOTE, None, {"play": "sides", "marks": marks})
    event = {
        "type": "coup",
        "points": {"1": 3, "2": 4},
        "marks": [{"mark": "b", "player": "4"}, {"mark": "a", "player": "3"}],
    }
    spread = game.spread_fields(setting, event)
    assert (spread["mark"], spread["marks"]) == ({"b": "4"}, {"1": {"a": True}})
    assert game.gather_fields(spread)["marks"] == [{"mark": "b", "player": "4"}, {"mark": "a", "player": "1"}]
    assert [field.path for field in game.list_fields(setting)][2:] == ["marks.A.a", "marks.B.a", "mark.b"]


def test_what_the_coups_left_can_bring_is_bounded_by_what_was_declared() -> None:
    game, marks = scoring.get_game("marque"), [{"key": "x", "name": "X", "points": 20, "who": "one"}]

    def bound(coups: int | None, **options: Any) -> Any:
        setting = scoring.build_setting("marque", BELOTE, None, options)
        return game.bound_gains(setting, [0] * 4, coups)

    assert bound(2, play="sides", sum=162, marks=marks).seats[0] == (0, 364)
    assert bound(2, play="sides", sum=162, marks=marks).total == (0, 808)
    assert bound(3, most=50).seats[0] == (0, 150)
    assert bound(3).seats[0] == (0, None)
    assert bound(None, sum=0, least=-100).total == (0, 0)
    assert bound(1, sum=0, least=-100).seats[0] == (-100, 300)
    assert bound(None, least=-100).seats[0] == (None, None)
