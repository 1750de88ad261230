"""How much time has passed since something began: by the clock, or by what the computer has counted since it was
switched on, whichever is more. So nothing lasts longer because the clock was set back, and the time that has passed is
never negative.

What the computer counts stands still while it sleeps, and begins anew when it is switched on: it never says more than
what has passed. Each computer reads what it noted itself.
"""

import datetime
from contextlib import suppress
from platform import node
from time import monotonic

from django.core.cache import cache

SLACK = datetime.timedelta(minutes=1)  # by which a clock is put right now and then
KEPT_SECONDS = 86_400
NOTHING = datetime.timedelta()


def note_beginning(name: str, at: datetime.datetime, passed: datetime.timedelta = NOTHING) -> None:
    """Note how long ago something began (`passed`), so that its age is known even if the clock is set. `name`: what
    began; `at`: when, by the clock of then. A full disk keeps no note: then the clock alone tells."""
    with suppress(OSError):
        cache.set(f"began:{node()}:{name}", (at, monotonic() - passed.total_seconds()), KEPT_SECONDS)


def find_beginning(name: str, at: datetime.datetime, now: datetime.datetime) -> datetime.datetime:
    """Return when something began, by the clock as it goes now, which may have been set since: never after `now`.
    `name`: what began; `at`: when, by the clock of then."""
    noted_at, noted = cache.get(f"began:{node()}:{name}") or (None, 0.0)
    counted = monotonic() - noted
    if noted_at == at and counted >= 0:
        begun = now - datetime.timedelta(seconds=counted)
        return begun if begun < at - SLACK else min(at, now)
    if at > now + SLACK:
        note_beginning(name, at)
    return min(at, now)


def is_within(at: datetime.datetime, length: datetime.timedelta, now: datetime.datetime) -> bool:
    """True if less than `length` has passed since the time `at`. False if the clock stands before that, as after it was
    set back: then nothing is known."""
    return -SLACK <= now - at < length
