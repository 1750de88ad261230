"""What organisers do to an event beside its book, kept in the same transaction as the deed itself; never changed.

The keys of `before` and `after`: "status"; "name" and "date" (the event's); "preset" and "options" (with "since": of
the part that begins with that round); "entry" (an id); "round", "table" and "place" (numbers), "since" (the table's
event from which a substitute plays), "generation"; "kind" of a table that is not played ("": it is) with "absent" (ids
of who forfeit). No name of anybody's: a deed is never changed, and a name may have to be forgotten.
"""

from collections.abc import Mapping
from typing import Any

from tournaments.models import Deed, Event, Table

from .errors import Fault, Refused

NO_WORDS: Mapping[str, Any] = {}


def keep(
    event: Event,
    what: Deed.What,
    *,
    by: str,
    reason: str = "",
    before: Mapping[str, Any] = NO_WORDS,
    after: Mapping[str, Any] = NO_WORDS,
) -> Deed:
    """Write it down, with what it changed from and to."""
    return Deed.objects.create(event=event, what=what, by=by, reason=reason, before=dict(before), after=dict(after))


def given(reason: str, refusal: Fault) -> str:
    """The reason, trimmed to what is kept. Raises Refused with `refusal` where it says nothing."""
    kept = reason.strip()[: Deed._meta.get_field("reason").max_length]
    if not kept:
        raise Refused([refusal])
    return kept


def where(table: Table) -> dict[str, int]:
    """Which table of the event."""
    return {"round": table.round.n, "table": table.n}
