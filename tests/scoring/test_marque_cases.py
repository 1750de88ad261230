"""The rule book's cases of a club's own game, and the fields of its coup."""

import pytest

import scoring
from tests.scoring.casebook import Case, check_case, read_cases


@pytest.mark.parametrize("case", [pytest.param(case, id=case.title) for case in read_cases("marque")])
def test_the_case_scores_as_it_says(case: Case) -> None:
    check_case(case)


def test_a_coup_is_the_same_by_its_fields_as_by_its_record() -> None:
    game = scoring.get_game("marque")
    marks = [
        {"key": "a", "name": "A", "points": 5, "who": "each"},
        {"key": "b", "name": "B", "points": 9, "who": "one"},
    ]
    setting = scoring.build_setting("marque", [*"ABCD"], None, {"play": "sides", "marks": marks})
    event = {
        "type": "coup",
        "points": {"1": 3, "2": 4},
        "marks": [{"mark": "b", "player": "4"}, {"mark": "a", "player": "3"}],
    }
    spread = game.spread_fields(setting, event)
    assert (spread["mark"], spread["marks"]) == ({"b": "4"}, {"1": {"a": True}})
    assert game.gather_fields(spread)["marks"] == [{"mark": "b", "player": "4"}, {"mark": "a", "player": "1"}]
    assert [field.path for field in game.list_fields(setting)][2:] == ["marks.A.a", "marks.B.a", "mark.b"]
