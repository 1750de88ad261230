"""What messages look like: one example of the `data` of each type, for whoever writes a program that is told."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import pgettext

from scoring import FIRST_GAME
from tournaments.models import EventType

RECORD = {"round": 1, "table": 1, "number": 1, "change": "event", "event": 1}
RESTING = {"entry": 12, "name": "B. O."}
COUP = {"type": "coup", "points": {"1": 58, "2": 37, "3": 25}}


def build_example(kind: str) -> dict[str, Any]:
    """Return one message of the type `kind` as it is sent, with invented names of the active language."""
    evening = pgettext("exemple", "Samedi")
    tournament = {"code": "ABC", "name": evening, "game": FIRST_GAME.key, "date": "2026-11-21", "status": "open"}
    data = {"tournament": tournament, **build_data(kind, pgettext("exemple", "Anne L."))}
    return {"type": kind, "timestamp": "2026-11-21T20:41:07.113Z", "data": data}


def build_data(kind: str, name: str) -> Mapping[str, Any]:
    """Return an example of what stands in `data` beside `tournament` in a message of this type (`kind`), for a player
    of this name. Of seats, gains and leaders one is shown."""
    seat = {"position": 1, "entry": 11, "name": name}
    by_type: Mapping[str, Mapping[str, Any]] = {
        EventType.ROUND_PUBLISHED: {"round": 1, "tables": [{"table": 1, "seats": [seat]}], "resting": [RESTING]},
        EventType.ROUND_WITHDRAWN: {"round": 1},
        EventType.COUP_RECORDED: RECORD | {"body": COUP, "gains": [seat | {"gain": 42}]},
        EventType.COUP_CORRECTED: RECORD
        | {"number": 2, "change": "correction", "body": COUP, "gains": [seat | {"gain": -5}]},
        EventType.STANDINGS_CHANGED: {"players": 3, "leaders": [{"entry": 11, "name": name, "rank": 1, "total": 42}]},
        EventType.TOURNAMENT_OPENED: {},
        EventType.TOURNAMENT_CLOSED: {},
        EventType.SIGN_UP_CHANGED: {"sign_up": {"id": 7, "state": "entered", "entry": 11, "name": name}},
    }
    return by_type[kind]
