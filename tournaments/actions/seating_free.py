"""Free tables: who is free waits, the fairest table of those who wait is proposed, and sits down.

A table that is over leaves its number to the next one. Each next table of somebody, or of a number, stands in a round
of its own, so that everybody has one place a round at the most.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.draws import waiting
from tournaments.models import Entry, Event, Round, Seat, Table

from .errors import NotNow
from .evenings import lock_event
from .seating_field import field_of


@dataclass(frozen=True)
class Proposed:
    """A table of those who wait: its people, and how often two of them have met already."""

    entries: tuple[Entry, ...]
    met: int

    @property
    def size(self) -> int:
        return len(self.entries)


def waiting_for(event: Event) -> list[Entry]:
    """Who is free, the longest first."""
    return list(event.entries.filter(free_since__isnull=False).order_by("free_since", "pk"))


def busy(event: Event) -> set[int]:
    """The entries that sit at a table which is not over."""
    return {seat.entry_id for sheet in Table.objects.for_event(event) if not sheet.over for seat in sheet.seats}


@transaction.atomic
def wait_for_table(event: Event, entries: Iterable[Entry]) -> int:
    """These people are free from now on; who waits already keeps his turn, who plays does not wait. Returns how many
    are new. Raises NotNow where tables are not free."""
    check_free(event)
    playing = busy(event)
    fresh = [entry.pk for entry in entries if entry.pk not in playing]
    return event.entries.filter(pk__in=fresh, free_since=None).update(free_since=timezone.now())


@transaction.atomic
def wait_no_more(event: Event, entry: Entry) -> None:
    """He goes home, or has a rest."""
    event.entries.filter(pk=entry.pk).update(free_since=None)


def check_free(event: Event) -> None:
    if event.format != Event.Format.FREE or event.status != Event.Status.OPEN:
        raise NotNow(_("On n’attend de table que dans une soirée ouverte, à tables libres."))


def proposals(event: Event) -> list[Proposed]:
    """The fairest table of each size, of those who wait: whoever waits longest is in it, with those whom all of them
    have met least, who wait longest among equals."""
    line = waiting_for(event)
    played, apart = met_so_far(event)
    found = []
    for size in scoring.game(event.game).sizes:
        if size <= len(line):
            chosen = waiting.fairest([entry.pk for entry in line], size, played, apart)
            of = {entry.pk: entry for entry in line}
            found.append(Proposed(tuple(of[pk] for pk in chosen), waiting.meetings_of(chosen, played)))
    return found


def met_so_far(event: Event) -> tuple[waiting.Met, frozenset[frozenset[int]]]:
    """By pair of entries, how often they sat together; and the pairs that are kept apart."""
    field = field_of(event, first=1 + max(event.rounds.values_list("n", flat=True), default=0))
    entry = {n: unit[0] for n, unit in enumerate(field.units, 1)}
    met = waiting.count([entry[p] for p in table] for one in field.previous for table in one.tables)
    return met, frozenset(frozenset((entry[a], entry[b])) for a, b in field.forbidden)


@transaction.atomic
def seat_waiting(event: Event, entries: Sequence[Entry]) -> Table:
    """These people, who wait, sit down at the first free table. Raises NotNow."""
    lock_event(event)
    check_free(event)
    there = {entry.pk for entry in waiting_for(event)}
    if len(entries) not in scoring.game(event.game).sizes or not {entry.pk for entry in entries} <= there:
        raise NotNow(_("Quelqu’un n’attend plus : regardez qui est libre à présent."))
    number, after = free_number(event)
    sat = Seat.objects.filter(entry__in=entries, table__round__event=event).values_list("table__round__n", flat=True)
    n = 1 + max([*sat, after])
    current, _made = Round.objects.get_or_create(event=event, n=n)
    table = Table.objects.create(round=current, n=number)
    Seat.objects.bulk_create(Seat(table=table, position=at, entry=entry) for at, entry in enumerate(entries, 1))
    event.entries.filter(pk__in=[entry.pk for entry in entries]).update(free_since=None)
    return table


def free_number(event: Event) -> tuple[int, int]:
    """The smallest number whose last table is over, or that none bears; and the last round that it was in."""
    last: dict[int, Any] = {}
    for sheet in Table.objects.for_event(event):
        last[sheet.table.n] = sheet
    for number in range(1, len(last) + 2):
        if number not in last or last[number].over:
            return number, last[number].table.round.n if number in last else 0
    raise AssertionError("one number more than there are tables is free")
