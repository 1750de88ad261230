"""What changes with anything that an evening's pages show, so that an unchanged page answers 304.

The database itself notes every change of an event (`guards.beats`): asking costs the same whatever the event's size.
A newer program draws other pages, so its fingerprint is part of it.
"""

import hashlib
import json
from typing import Any

from tournaments.models import Event
from tournaments.views.program import program

LAST = 50  # beats looked at: one that was committed late stands among them


def stamp(event: Event, *more: Any) -> str:
    """32 hexadecimal digits from one small query. `more`: what else a page depends on, such as the language."""
    told = [getattr(event, field.attname) for field in event._meta.concrete_fields]
    beats = list(event.beats.order_by("-pk").values_list("mark", flat=True)[:LAST])
    seen = [program(), told, event.club.name, event.club.initials, beats, more]
    return hashlib.sha256(json.dumps(seen, default=str).encode()).hexdigest()[:32]
