"""What happened in a club, to be asked for: the messages that receivers are sent, in the order of the chain, in which
everything has its number. A message says what is so when it is read, under the names of the public pages.

Standings and sign-ups have no link of their own there: whoever wants them asks for them, by their ETag.
"""

import datetime
import json
from collections.abc import Iterator
from itertools import takewhile
from typing import Annotated, Any

from django.db.models import Max, Q
from django.utils import timezone
from ninja import Query, Router, Schema
from pydantic import Field

from tournaments.models import ChainLink, OutboxEntry, Round, Table, Tournament
from tournaments.models.elapsed import is_within

from .callers import CallRequest
from .club_reading import find_club
from .cursors import LARGEST_ID
from .lookups import Id
from .routes import read
from .schemas import EventsOut
from .webhooks.messages import MessageMaker

router = Router(tags=["events"])
HELD_BACK = datetime.timedelta(seconds=2)
"""So long a record is not told: one with a lower number may not be committed yet. One from a time to come, as a file or
a clock that was put back has it, holds up nothing."""
Source = OutboxEntry.SourceKind


class EventsQuery(Schema):
    """Which events: those after a number; without it none, but the number to begin with."""

    after: Annotated[int, Field(ge=0, le=LARGEST_ID)] | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 100


@read(router, "/clubs/{club_id}/events", EventsOut)
def list_events(request: CallRequest, club_id: Id, query: Query[EventsQuery]) -> dict[str, Any]:
    """Read what happened after a number, the earliest first: what webhooks send, for whoever asks instead. Ask again
    with the `last` of the answer; without `after`, it is where to begin. One event may be told twice."""
    club = find_club(request, club_id)
    if query.after is None:
        return {"items": [], "last": ChainLink.objects.aggregate(last=Max("pk"))["last"] or 0}
    tables, public = Table.objects.filter(round__tournament__club=club), Tournament.objects.filter(club=club)
    told = Q(record__isnull=False, table__in=tables) | Q(tournament__in=public, part__in=("log", "round"))
    links = ChainLink.objects.filter(told, pk__gt=query.after).select_related("record__table__round").order_by("pk")
    now = timezone.now()
    page = list(
        takewhile(lambda link: not (link.record and is_within(link.record.at, HELD_BACK, now)), links[: query.limit])
    )
    makers: dict[int, MessageMaker] = {}
    items = [item for link in page for item in tell_link(link, makers)]
    return {"items": items, "last": page[-1].pk if page else query.after}


def tell_link(link: ChainLink, makers: dict[int, MessageMaker]) -> Iterator[dict[str, Any]]:
    """Yield what a link of the chain says to others. `makers`: by tournament, those that were needed so far."""
    pk = link.record.table.round.tournament_id if link.record else link.tournament_id
    assert pk is not None
    if pk not in makers:
        makers[pk] = MessageMaker(Tournament.objects.select_related("club").get(pk=pk))
    entry = find_source(link)
    for message in makers[pk].make_messages(entry) if entry else ():
        told = json.loads(message.write_body())
        if link.part == "round":  # of which the chain holds no time
            told["timestamp"] = None
        yield {"n": link.pk, "message": told}


def find_source(link: ChainLink) -> OutboxEntry | None:
    """Return the outbox entry that would have been written with this link; None where it says nothing."""
    if link.record is not None:
        return OutboxEntry(kind=Source.RECORD, subject=link.record.pk, at=link.record.at)
    assert link.subject is not None
    if link.part == "log":
        return OutboxEntry(kind=Source.AUDIT, subject=link.subject)
    current = Round.objects.filter(pk=link.subject).first()
    if current is None:
        return None
    earlier = ChainLink.objects.filter(part=link.part, subject=link.subject, pk__lt=link.pk)
    was_there = current.tables.exists() or earlier.exists()
    return OutboxEntry(kind=Source.TABLES, subject=current.n) if was_there else None
