"""Any input ends in an answer or a list of problems, never in a traceback."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoring
from tests.scoring import brusquembille_deals
from tests.scoring.mutations import mutate_document
from tests.scoring.random_parties import rewrite_in_totals

SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.sampled_from(("Anne", "PEN-06", "A♠", "coup"))
)
ANY_JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4), max_leaves=12
)


def is_answer_or_problems(answer: dict[str, Any]) -> bool:
    """True for an answer or a list of problems. Raise AssertionError if a problem lacks a key or its message."""
    if "errors" in answer:
        assert all(set(each) == {"path", "rule", "message"} and each["message"] for each in answer["errors"])
        return bool(answer["errors"])
    return answer["format"] == "corbillon.decompte/1"


@given(ANY_JSON)
def test_any_json_value_gets_an_answer_or_problems(value: Any) -> None:
    assert is_answer_or_problems(scoring.score_partie(json.dumps(value)))


@given(st.binary())
def test_any_bytes_get_an_answer_or_problems(document: bytes) -> None:
    assert is_answer_or_problems(scoring.score_partie(document))


KEYS = st.sampled_from(
    [
        "type",
        "dealer",
        "points",
        "brusquembilles",
        "claimed",
        "short_pack",
        "retourne",
        "tricks",
        "rule",
        "player",
        "to",
        "fiches",
        "reason",
    ]
)
EVENT = st.dictionaries(KEYS, ANY_JSON, max_size=5)


@given(st.lists(EVENT | ANY_JSON, max_size=3), st.sampled_from(("coup", "penalty", "recave", "void", "leave", "end")))
def test_any_events_get_an_answer_or_problems(events: list[Any], kind: str) -> None:
    typed = [{**event, "type": kind} if isinstance(event, dict) else event for event in events]
    document = {"format": "corbillon.partie/1", "game": "brusquembille", "players": ["Anne", "Basile"]}
    assert is_answer_or_problems(scoring.score_partie({**document, "events": typed}))


@given(st.integers(0, 10**9), st.sampled_from(("fiches", "points")), st.integers(1, 4), st.booleans())
def test_any_mutated_partie_gets_an_answer_or_problems(seed: int, mode: str, changes: int, totals: bool) -> None:
    rng = random.Random(seed)
    document = brusquembille_deals.random_partie(rng, mode)
    changed = mutate_document(rng, rewrite_in_totals(document) if totals else document, changes)
    assert is_answer_or_problems(scoring.score_partie(changed))
    scoring.narrate_partie(changed)


def build_partie(**changes: Any) -> dict[str, Any]:
    """Return a small good partie with changes; the value DROP leaves a key out."""
    document = {
        "format": "corbillon.partie/1",
        "game": "brusquembille",
        "players": ["Anne", "Basile"],
        "events": [{"type": "coup", "points": {"Anne": 70, "Basile": 50}}],
    }
    return {key: value for key, value in (document | changes).items() if value is not DROP}


DROP = object()
GOOD = json.dumps(build_partie(), ensure_ascii=False)


def list_problems(document: Any) -> list[tuple[str, str | None]]:
    """Return (path, rule) of each problem of the document."""
    answer = scoring.score_partie(document)
    return [(each["path"], each["rule"]) for each in answer.get("errors", [])]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "3",
        '"partie"',
        GOOD.replace("70", "NaN"),
        GOOD.replace("70", "Infinity"),
        GOOD.replace("70", "9" * 4301),
        '{"a":' * 100_000,
        GOOD.replace('"Anne": 70', '"Anne": 70, "Anne": 70'),
        GOOD.encode("utf-16"),
        GOOD.encode() + b"\xff",
    ],
    ids=range(13),
)
def test_a_text_that_is_no_json_object_is_one_problem(text: str | bytes) -> None:
    assert list_problems(text) == [("", None)]


@pytest.mark.parametrize("text", ["\ufeff" + GOOD, b"\xef\xbb\xbf" + GOOD.encode(), GOOD, GOOD.encode()])
def test_a_byte_order_mark_is_skipped(text: str | bytes) -> None:
    assert list_problems(text) == []


@pytest.mark.parametrize("number", ["40.0", "1e2", "true", '"40"', "null", "[]", "-1"])
def test_a_number_must_be_an_integer_of_0_or_more(number: str) -> None:
    assert list_problems(GOOD.replace("70", number)) == [("events[0].points.Anne", None)]


def test_a_number_of_4300_digits_is_still_read() -> None:
    assert list_problems(GOOD.replace("70", "9" * 4300)) == [("events[0].points", "BRU-09")]


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "a\x07b", "\ud800", "pot", "bank", 3, None, "Basile", " Basile"])
def test_an_empty_long_reserved_or_repeated_name_is_refused(name: Any) -> None:
    problems = list_problems(build_partie(players=["Basile", name]))
    assert problems == [("players[1]", None)]


@pytest.mark.parametrize("name", ["x" * 80, " " * 90 + "Anne", "e\u0301", "🂡", "عمر", "<script>", "Pot"])
def test_names_are_trimmed_and_normalised(name: str) -> None:
    events = [{"type": "coup", "dealer": name, "points": {name: 70, "Basile": 50}}]
    answer = scoring.score_partie(build_partie(players=[name, "Basile"], events=events))
    clean = {"e\u0301": "é"}.get(name, name.strip())
    assert answer["events"][0]["dealer"] == clean


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        ({"format": "corbillon.partie/2"}, ["format"]),
        ({"format": DROP, "game": DROP, "players": DROP, "events": DROP}, ["format", "game", "players", "events"]),
        ({"game": "whist", "players": 3}, ["game"]),
        ({"game": None}, ["game"]),
        ({"preset": "2024"}, ["preset"]),
        ({"options": 3}, ["options"]),
        ({"options": {"tours": 0, "mode": "x", "coups": "3", "four": None, "surplus": 1, "follow_after_talon": 1}},
         ["options.tours", "options.coups", "options.mode", "options.follow_after_talon", "options.four",
          "options.surplus"]),
        ({"options": {"coups": None}, "preset": None, "sides": None}, []),
        ({"players": 3, "sides": 3}, ["players"]),
        ({"players": ["Anne"]}, ["players"]),
        ({"players": [*"ABCDEF"]}, ["players"]),
        ({"sides": 3}, ["sides"]),
        ({"sides": [["Anne"], 3]}, ["sides[1]"]),
        ({"sides": [["Anne"], ["Zoé", 3]]}, ["sides[1][0]", "sides[1][1]"]),
        ({"sides": [["Anne"], ["Basile"]]}, ["sides"]),
        ({"events": 3}, ["events"]),
        ({"events": []}, []),
        ({"events": [3, {}, {"type": 3}, {"type": "prise"}, {"type": "announcement"}]},
         ["events[0]", "events[1].type", "events[2].type", "events[3].type", "events[4].type"]),
        ({"surplus": 1}, ["surplus"]),
    ],
)  # fmt: skip
def test_each_problem_of_a_document_has_its_path(changes: dict[str, Any], problems: list[str]) -> None:
    assert [path for path, _ in list_problems(build_partie(**changes))] == problems


@pytest.mark.parametrize(
    ("event", "problems"),
    [
        ({"type": "coup"}, [("events[0].points", None)]),
        ({"type": "coup", "points": {"Anne": 120}}, [("events[0].points.Basile", None)]),
        ({"type": "coup", "points": {"Anne": 60, "Zoé": 60}},
         [("events[0].points.Zoé", None), ("events[0].points.Basile", None)]),
        ({"type": "coup", "points": {"Anne": 60, " Anne": 60, "Basile": 60}}, [("events[0].points. Anne", None)]),
        ({"type": "coup", "points": [60, 60]}, [("events[0].points", None)]),
        ({"type": "coup", "points": {"Anne": 60, "Basile": 60}, "dealer": 3, "surplus": 1, "short_pack": 3},
         [("events[0].dealer", None), ("events[0].surplus", None), ("events[0].short_pack", None)]),
        ({"type": "coup", "points": {"Anne": 60, "Basile": 60}, "retourne": "6♠", "claimed": {"Zoé": 1, "Anne": -1}},
         [("events[0].retourne", "BRU-01"), ("events[0].claimed.Zoé", None), ("events[0].claimed.Anne", None)]),
        ({"type": "coup", "points": {"Anne": 60, "Basile": 60}, "brusquembilles": {"Anne": {"aces": 1}}},
         [("events[0].brusquembilles.Anne.aces", None)]),
        ({"type": "void", "reason": None, "dealer": "Zoé", "surplus": 1},
         [("events[0].dealer", None), ("events[0].surplus", None), ("events[0].reason", None)]),
        ({"type": "leave"}, [("events[0].player", None)]),
        ({"type": "leave", "player": "Zoé"}, [("events[0].player", None)]),
        ({"type": "end", "surplus": 1}, [("events[0].surplus", None)]),
        ({"type": "penalty"}, [("events[0].rule", None), ("events[0].player", None)]),
        ({"type": "penalty", "rule": "PEN-06", "player": "Anne", "to": "Basile"}, [("events[0].to", None)]),
        ({"type": "penalty", "rule": "PEN-02", "player": "Anne", "to": "Basile"}, [("events[0].rule", None)]),
        ({"type": "recave"},
         [("events[0].type", "BRU-20"), ("events[0].player", None), ("events[0].fiches", None)]),
        ({"type": "recave", "player": "Anne", "fiches": 1001},
         [("events[0].type", "BRU-20"), ("events[0].fiches", None)]),
    ],
)  # fmt: skip
def test_each_problem_of_an_event_has_its_path_and_rule(
    event: dict[str, Any], problems: list[tuple[str, str | None]]
) -> None:
    assert list_problems(build_partie(events=[event])) == problems


def test_a_table_with_payments_needs_the_brusquembilles() -> None:
    event = {"type": "coup", "points": {"Anne": 70, "Basile": 50}}
    assert list_problems(build_partie(options={"payments": "on"}, events=[event])) == [
        ("events[0].brusquembilles", None)
    ]


@pytest.mark.parametrize("solo", [4.0, True, "4", 5, [4], None])
def test_a_choice_must_have_the_exact_value_and_type(solo: Any) -> None:
    document = {"game": "chiamata", "players": [*"ABCDE"], "events": [], "options": {"solo": solo}}
    assert list_problems(build_partie(**document)) == [("options.solo", None)]
