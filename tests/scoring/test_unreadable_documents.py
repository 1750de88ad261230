"""Documents that cannot be read: each problem has its path and message, and none hides the others."""

import json
from typing import Any

import pytest

import scoring
from scoring.reading import shorten_value
from tests.scoring.good_documents import COUPS, build_document, list_problems

LITTERAL = {
    "quinte": {"A": 300, "R": 200, "D": 150, "V": 100},
    "quatrieme": {"A": 100, "R": 100, "D": 100, "V": 100, "10": 100},
    "tierce": {"A": 60, "R": 50, "D": 40, "V": 30, "10": 20, "9": 10},
}


@pytest.mark.parametrize(
    "text",
    [
        b"\xff\xfe{",
        "{",
        "[" * 100_000,
        '{"n": NaN}',
        '{"n": -Infinity}',
        '{"format": 1, "format": 1}',
        '{"n": ' + "9" * 5_000 + "}",
    ],
)
def test_a_text_that_is_no_json_is_one_problem(text: bytes | str) -> None:
    assert [(each["path"], each["rule"]) for each in scoring.score_partie(text)["errors"]] == [("", None)]


@pytest.mark.parametrize("text", ["[]", "null", "3", '"partie"'])
def test_json_that_is_no_object_is_one_problem(text: str) -> None:
    assert [each["path"] for each in scoring.score_partie(text)["errors"]] == [""]


def test_a_byte_order_mark_is_no_problem() -> None:
    assert "errors" not in scoring.score_partie("\ufeff" + json.dumps(build_document("briscola")))


@pytest.mark.parametrize(
    ("players", "wrong"),
    [
        ("Anne", {"players"}),
        (["Anne"], {"players"}),
        (["Anne", 3], {"players[1]"}),
        (["Anne", "  "], {"players[1]"}),
        (["Anne", "B" * 81], {"players[1]"}),
        (["Anne", "Ba\u0007sile"], {"players[1]"}),
        (["pot", "bank"], {"players[0]", "players[1]"}),
        (["Anne", " Anne "], {"players[1]"}),
        (["É", "E\u0301"], {"players[1]"}),
    ],
)
def test_each_wrong_player_name_has_its_path(players: Any, wrong: set[str]) -> None:
    assert {path for path, _rule in list_problems({**build_document("briscola"), "players": players})} == wrong


@pytest.mark.parametrize(
    ("sides", "wrong"),
    [
        ("AB", {"sides"}),
        ([["Anne", "Basile"]], {"sides"}),
        ([["Anne", "Basile"], "Chloé"], {"sides[1]"}),
        ([["Anne", "Basile"], ["Chloé", "Zoé"]], {"sides[1][1]"}),
        ([["Anne", 3], ["Chloé", "Denis"]], {"sides[0][1]"}),
    ],
)
def test_each_wrong_side_has_its_path(sides: Any, wrong: set[str]) -> None:
    four = {**build_document("briscola"), "players": ["Anne", "Basile", "Chloé", "Denis"], "events": [], "sides": sides}
    assert {path for path, _rule in list_problems(four)} == wrong


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        (3, {"options.sequence_values"}),
        ({}, {f"options.sequence_values.{row}" for row in LITTERAL}),
        (LITTERAL | {"sixte": {}}, {"options.sequence_values.sixte"}),
        (LITTERAL | {"tierce": []}, {"options.sequence_values.tierce"}),
        (LITTERAL | {"quinte": {"A": 300, "R": 200, "D": 150}}, {"options.sequence_values.quinte.V"}),
        (LITTERAL | {"quinte": LITTERAL["quinte"] | {"10": 2}}, {"options.sequence_values.quinte.10"}),
        (LITTERAL | {"quinte": LITTERAL["quinte"] | {"A": 301}}, {"options.sequence_values.quinte.A"}),
        (LITTERAL | {"quinte": LITTERAL["quinte"] | {"A": -2}}, {"options.sequence_values.quinte.A"}),
        (LITTERAL, set()),
    ],
)
def test_BRC_06_each_wrong_value_of_the_clubs_own_has_its_path(values: Any, wrong: set[str]) -> None:
    options = {"sequences": "libre", "sequence_values": values}
    assert {path for path, _rule in list_problems({**build_document("briscan"), "options": options})} == wrong


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"format": "corbillon.partie/2"}, "format"),
        ({"game": "whist"}, "game"),
        ({"game": ["briscola"]}, "game"),
        ({"events": {}}, "events"),
        ({"events": [{"type": "void", "reason": 3}]}, "events[0].reason"),
        ({"events": [COUPS["briscola"] | {"points": {"Anne": 60, " Anne": 60}}]}, "events[0].points. Anne"),
        ({"events": [COUPS["briscola"] | {"points": {"Anne": 60, "Zoé": 60}}]}, "events[0].points.Zoé"),
    ],
)
def test_each_single_problem_has_its_path(change: dict[str, Any], path: str) -> None:
    assert path in {place for place, _rule in list_problems({**build_document("briscola"), **change})}


def test_a_message_shows_a_value_short_and_of_a_list_what_it_is() -> None:
    assert [shorten_value(value) for value in ("x" * 50, 3, ["x"])] == [f"{'x' * 39}…", "3", "list"]
