"""What happened in a club, for programs that ask: the same messages as webhooks send, in the order of the numbers of
the outbox. A message says what is so at the moment of reading, under the names of the public pages.

Who signed up is said to the club's own programs only: the public pages show how many wait, not who.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

from django.db import connection
from django.db.models import Max
from ninja import Query, Router, Schema
from pydantic import Field

from tournaments.models import OutboxEntry, Tournament
from tournaments.models.guards.outbox import FIRST_UNSETTLED_SQL
from tournaments.reading.shown_names import Viewer

from .callers import CallRequest
from .club_reading import find_club
from .cursors import LARGEST_ID
from .lookups import Id, get_viewer
from .routes import read
from .schemas import EventsOut
from .webhooks.messages import find_standings_touched, make_all

router = Router(tags=["events"])
MOST_TOURNAMENTS = 3  # of one answer: each costs its names and its standings
Source = OutboxEntry.SourceKind


class EventsQuery(Schema):
    """Which events: those after the number `after`; without it, none, only the number to begin with."""

    after: Annotated[int, Field(ge=0, le=LARGEST_ID)] | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 100


@read(router, "/clubs/{club_id}/events", EventsOut)
def list_events(request: CallRequest, club_id: Id, query: Query[EventsQuery]) -> dict[str, Any]:
    """Read what happened after a number, the earliest first: the messages that webhooks send. Ask again with the `last`
    of the answer until it stays the same; without `after`, `last` is where to begin. An event may come twice. Who signs
    up is said to programs of the club only."""
    club = find_club(request, club_id)
    last = OutboxEntry.objects.aggregate(last=Max("pk"))["last"] or 0
    settled = find_last_settled(last)
    if query.after is None:
        return {"items": [], "last": settled}
    after = query.after if query.after <= last else 0  # a restored database begins its numbers anew
    entries = OutboxEntry.objects.filter(tournament__club=club, pk__gt=after, pk__lte=settled)
    entries = entries.exclude(kind=Source.STANDINGS)
    if get_viewer(request, club.pk) is not Viewer.CLUB:
        entries = entries.exclude(kind=Source.SIGN_UP)
    page = cut_page(entries.order_by("pk")[: query.limit])
    return {"items": list(tell_entries(page)), "last": page[-1].pk if page else after}


def find_last_settled(last: int) -> int:
    """Return the highest number up to which every entry of the outbox is committed, so that none appears there later.
    `last`: the highest number of all; it must have been read before the call, when every lower number was already
    drawn."""
    if connection.vendor == "sqlite":
        return last
    with connection.cursor() as cursor:
        cursor.execute(FIRST_UNSETTLED_SQL)
        [first] = cursor.fetchone()
    return last if first is None else min(last, first)


def cut_page(entries: Iterable[OutboxEntry]) -> list[OutboxEntry]:
    """Return the first of these entries, up to the one with which they would concern more than MOST_TOURNAMENTS
    tournaments."""
    page: list[OutboxEntry] = []
    tournaments: set[int] = set()
    for entry in entries:
        tournaments.add(entry.tournament_id)
        if len(tournaments) > MOST_TOURNAMENTS:
            break
        page.append(entry)
    return page


def tell_entries(page: Sequence[OutboxEntry]) -> Iterator[dict[str, Any]]:
    """Yield {"n": the entry's number, "message": the JSON of a webhook} for each message that these entries of the
    outbox make, by number. Where they may have changed a tournament's standings, a message of its standings follows its
    last entry."""
    messages = []
    touched = find_standings_touched(page)
    tournaments = Tournament.objects.select_related("club").in_bulk({entry.tournament_id for entry in page})
    for pk, tournament in tournaments.items():
        its = [entry for entry in page if entry.tournament_id == pk]
        if pk in touched:
            its.append(OutboxEntry(pk=its[-1].pk, tournament_id=pk, kind=Source.STANDINGS, at=its[-1].at))
        messages += [(entry.pk, message.write_body()) for entry, message in make_all(its, tournament)]
    for n, body in sorted(messages, key=lambda each: each[0]):
        yield {"n": n, "message": json.loads(body)}
