"""The answer as it is written: one compact text, whatever the names hold and however many transfers there are."""

import json

import pytest

import scoring
from scoring.decompte import MOST_KEPT

NAMES = ["50 %d", 'l’« autre » "\\', "Ève"]
COUP = {"type": "coup", "points": dict(zip(NAMES, (58, 37, 25), strict=True))}


def partie(events: list[dict], **options: object) -> dict:
    return {
        "format": "corbillon.partie/1",
        "game": "brusquembille",
        "players": NAMES,
        "options": {"payments": "off", **options},
        "events": events,
    }


@pytest.mark.parametrize("mode", ["fiches", "points"])
def test_names_of_any_signs_come_back_as_they_are(mode: str) -> None:
    document = partie([COUP, {"type": "leave", "player": NAMES[0]}], mode=mode)
    text, right = scoring.answer(document)
    answer = json.loads(text)
    assert right and answer == scoring.score(document)
    first, last = answer["events"]
    assert first["points"] == COUP["points"] and last["player"] == NAMES[0]
    assert list(answer["totals"]) == list(first["net"]) == NAMES
    assert {row["player"] for row in answer["ranking"]} == set(NAMES)


def test_it_is_compact() -> None:
    text, _ = scoring.answer(partie([COUP]))
    assert text == json.dumps(scoring.score(partie([COUP])), ensure_ascii=False, separators=(",", ":"))
    text, right = scoring.answer("{")
    assert (json.loads(text), right) == (scoring.score("{"), False)


def test_bru_20_more_transfers_than_are_kept() -> None:
    fiches = range(1, 2 * MOST_KEPT)
    bought = [{"type": "recave", "player": NAMES[number % 3], "fiches": number} for number in fiches]
    answer = scoring.score(partie(bought, exhausted="recave"))
    assert [event["transfers"] for event in answer["events"]] == [
        [{"from": "bank", "to": NAMES[number % 3], "jetons": 20 * number, "rule": "BRU-20"}] for number in fiches
    ]
