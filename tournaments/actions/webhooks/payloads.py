"""What messages look like: one example of the `data` of each type, for whoever writes a program that is told."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import pgettext

from tournaments.models import EventType

SATURDAY, ANNE_L = "Samedi", "Anne L."
TOURNAMENT = {"code": "ABC", "name": SATURDAY, "game": "brusquembille", "date": "2026-11-21", "status": "open"}
ANNE = {"position": 1, "entry": 11, "name": ANNE_L}
RECORD = {"round": 1, "table": 1, "number": 1, "change": "event", "event": 1}
COUP = {"type": "coup", "points": {"1": 58, "2": 37, "3": 25}}
DATA: Mapping[str, Mapping[str, Any]] = {
    EventType.ROUND_PUBLISHED: {"round": 1, "tables": [{"table": 1, "seats": [ANNE]}], "resting": []},
    EventType.ROUND_WITHDRAWN: {"round": 1},
    EventType.COUP_RECORDED: RECORD | {"body": COUP, "gains": [ANNE | {"gain": 42}]},
    EventType.COUP_CORRECTED: RECORD
    | {"number": 2, "change": "correction", "body": COUP, "gains": [ANNE | {"gain": -5}]},
    EventType.STANDINGS_CHANGED: {"players": 3, "leaders": [{"entry": 11, "name": ANNE_L, "rank": 1, "total": 42}]},
    EventType.TOURNAMENT_OPENED: {},
    EventType.TOURNAMENT_CLOSED: {},
    EventType.SIGN_UP_CHANGED: {"sign_up": {"id": 7, "state": "entered", "entry": 11, "name": ANNE_L}},
}
"""By type, what stands in `data` beside `tournament`. Of seats, gains and leaders one is shown."""


def build_example(kind: str) -> dict[str, Any]:
    """Return one message of a type as it is sent, with names as the reader's language has them."""
    names = {SATURDAY: pgettext("exemple", "Samedi"), ANNE_L: pgettext("exemple", "Anne L.")}
    data: dict[str, Any] = replace_names({"tournament": TOURNAMENT, **DATA[kind]}, names)
    return {"type": kind, "timestamp": "2026-11-21T20:41:07.113Z", "data": data}


def replace_names(value: Any, names: Mapping[str, str]) -> Any:
    """Return the value with each text that is one of the names replaced, however deep it stands."""
    if isinstance(value, Mapping):
        return {key: replace_names(part, names) for key, part in value.items()}
    if isinstance(value, list):
        return [replace_names(part, names) for part in value]
    return names.get(value, value) if isinstance(value, str) else value
