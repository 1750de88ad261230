"""What changes with anything that an evening's public pages show, so that an unchanged page answers 304."""

import hashlib
import json
from typing import Any

from django.db.models import Count, F, Max, Q, Sum

from tournaments.models import Confirmation, Deed, Entry, Event, Record, Seat, Table

CLOCK = ("minutes", "started_at", "paused_at", "paused_seconds")


def stamp(event: Event, *more: Any) -> str:
    """32 hexadecimal digits from a few small queries, whatever the event's size. `more`: what else a page depends on,
    such as the language."""
    tables = Table.objects.filter(round__event=event)
    unplayed = Max("event__deeds", filter=Q(event__deeds__what=Deed.What.UNPLAYED))
    seats = Seat.objects.filter(table__round__event=event)
    seen = [
        [event.pk, event.name, event.status, event.date, event.preset, event.options, event.ranking, event.phases],
        [event.stages, event.planned_rounds, event.club.name, event.club.initials],
        tables.aggregate(
            count=Count("pk"),
            last=Max("pk"),
            sides=Sum("pk", filter=Q(sides=True)),
            called=Max("auction__at"),
            extra=Sum(F("pk") * F("extra_minutes")),
        ),
        list(event.rounds.annotate(said=unplayed).values_list("n", *CLOCK, "said")),
        seats.aggregate(count=Count("pk"), last=Max("pk"), sitters=Sum(F("pk") * F("entry_id"))),
        Record.objects.filter(table__round__event=event).aggregate(count=Count("pk"), last=Max("pk")),
        Confirmation.objects.filter(table__round__event=event).aggregate(count=Count("pk"), last=Max("pk")),
        list(Entry.objects.filter(event=event).values_list("pk", "shown_name", "presence", "last_round")),
        more,
    ]
    return hashlib.sha256(json.dumps(seen, default=str).encode()).hexdigest()[:32]
