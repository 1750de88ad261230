"""A stamp that changes with anything that a tournament's pages show, so that an unchanged page answers 304.

Database triggers (in `guards`) note every change of a tournament as a ChangeMark, so that the query costs the same
whatever the tournament's size. The program's fingerprint is part of the stamp, since a newer program draws other pages.
"""

import hashlib
import json
from typing import Any

from django.forms import model_to_dict
from django.utils.translation import get_language

from tournaments.models import Tournament
from tournaments.reading.hall_messages import find_hall_message
from tournaments.reading.tombola import find_tombola
from tournaments.views.program_version import compute_fingerprint

LATEST_MARKS = 50  # latest marks read: one that was committed late is still among them


def compute_stamp(tournament: Tournament, *more: Any) -> str:
    """Return a hash, 32 hexadecimal digits, that changes whenever the tournament does; one small query. `more`: what
    else a page depends on, such as the language."""
    sentences = [getattr(tournament, field.attname) for field in tournament._meta.concrete_fields]
    beats = list(tournament.change_marks.order_by("-pk").values_list("mark", flat=True)[:LATEST_MARKS])
    seen = [
        compute_fingerprint(),
        sentences,
        tournament.club.name,
        tournament.club.initials,
        tournament.club.face,
        beats,
        more,
    ]
    return hashlib.sha256(json.dumps(seen, default=str).encode()).hexdigest()[:32]


def compute_page_stamp(tournament: Tournament) -> str:
    """Return the hash of a tournament's public pages in the active language, which also changes with the message in the
    hall and with the tombola."""
    message, tombola = find_hall_message(tournament), find_tombola(tournament)
    more = (message.words, message.ends_at) if message else ()
    tombola_fields = model_to_dict(tombola) if tombola else ()
    return compute_stamp(tournament, get_language(), *more, tombola_fields)
