"""The answer as JSON text: compact, with any characters in names and any number of transfers."""

import json

import pytest

import scoring
from scoring.document import MAX_CACHED_TRANSFERS

NAMES = ["50 %d", 'l’« autre » "\\', "Ève"]
COUP = {"type": "coup", "points": dict(zip(NAMES, (58, 37, 25), strict=True))}


def build_partie(events: list[dict], **options: object) -> dict:
    """Return a partie of three players with names full of special characters."""
    return {
        "format": "corbillon.partie/1",
        "game": "brusquembille",
        "players": NAMES,
        "options": {"payments": "off", **options},
        "events": events,
    }


@pytest.mark.parametrize("mode", ["fiches", "points"])
def test_names_with_special_characters_come_back_unchanged(mode: str) -> None:
    document = build_partie([COUP, {"type": "leave", "player": NAMES[0]}], mode=mode)
    text, right = scoring.write_answer(document)
    answer = json.loads(text)
    assert right
    assert answer == scoring.score_partie(document)
    first, last = answer["events"]
    assert first["points"] == COUP["points"]
    assert last["player"] == NAMES[0]
    assert list(answer["totals"]) == list(first["net"]) == NAMES
    assert {row["player"] for row in answer["ranking"]} == set(NAMES)


def test_the_answer_is_compact_json() -> None:
    text, _ = scoring.write_answer(build_partie([COUP]))
    assert text == json.dumps(scoring.score_partie(build_partie([COUP])), ensure_ascii=False, separators=(",", ":"))
    text, right = scoring.write_answer("{")
    assert (json.loads(text), right) == (scoring.score_partie("{"), False)


def test_bru_20_transfers_stay_right_when_the_cache_of_their_texts_overflows() -> None:
    fiches = range(1, 2 * MAX_CACHED_TRANSFERS)
    bought = [{"type": "recave", "player": NAMES[number % 3], "fiches": number} for number in fiches]
    answer = scoring.score_partie(build_partie(bought, exhausted="recave"))
    assert [event["transfers"] for event in answer["events"]] == [
        [{"from": "bank", "to": NAMES[number % 3], "jetons": 20 * number, "rule": "BRU-20"}] for number in fiches
    ]
