"""Whatever an answer says, it says in the language that the caller asks for: faults of the rules and of options too."""

from typing import Any

import pytest

from tests.web.api_programs import PLAYERS, TABLE, Program, build_named_coup
from tests.web.organiser_builders import create_open_evening, sign_in_organiser

pytestmark = pytest.mark.django_db
LANGUAGES = ("fr", "en", "it")
NEW = {"name": "Samedi", "date": "2026-11-21"}
RECORD = {"key": "coup-000001", "number": 1}
REFUSED: dict[str, tuple[str, dict[str, Any]]] = {
    "a rule of the game": (f"/tournaments/CODE{TABLE}/events", RECORD | {"event": build_named_coup(PLAYERS, 59)}),
    "a shape of the game": (f"/tournaments/CODE{TABLE}/events", RECORD | {"event": {"type": "coup"}}),
    "an option": ("/tournaments", NEW | {"options": {"tours": 0, "nothing": 1}}),
    "a preset": ("/tournaments", NEW | {"preset": "nothing"}),
    "a name": ("/tournaments/CODE/entries", {"names": [""]}),
    "an odd field": ("/tournaments", NEW | {"nothing": 1, "players": {}, "options": []}),
    "a choice": ("/tournaments/CODE/plan", {"format": "nothing"}),
    "a sheet that went on": (f"/tournaments/CODE{TABLE}/undo", RECORD | {"number": 7, "reason": "x"}),
    "not now": ("/tournaments/CODE/rounds/7/publish", {}),
}


@pytest.mark.parametrize("told", REFUSED)
def test_what_is_refused_is_told_in_the_language_asked_for(told: str):
    _client, club = sign_in_organiser()
    code = create_open_evening(club).code
    path, body = REFUSED[told]
    answers = []
    for language in LANGUAGES:
        answer = Program(club, **{"Accept-Language": language}).post(path.replace("CODE", code), body)
        assert answer.status_code in (409, 422)
        problem = answer.json()
        faults = [fault["message"] for fault in problem.get("errors", ())]
        assert problem["type"].endswith("malformed") or not faults or problem["detail"] == " ".join(faults)
        assert language != "fr" or " or " not in problem["detail"] + " ".join(faults)
        answers.append([problem["detail"], *faults])
    french, english, italian = answers
    assert not {*french} & {*english}, answers
    assert not {*english} & {*italian}, answers
    assert not {*french} & {*italian}, answers
    assert len(french) == len(english) == len(italian)
