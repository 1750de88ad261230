"""An event brought in from elsewhere, whole: its people, its tables, every coup scored here again."""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from tournaments.models import Club, Entry, Event, Round, Seat, Table
from tournaments.sheets import Sheet

from .asking import Asked
from .entries import add_entries
from .errors import Refused
from .evenings import create_event
from .recording import event_draft, undo_draft
from .writing import Draft, seal

KEPT_BY = 40  # characters of who wrote a record


@dataclass(frozen=True)
class Written:
    """One event of a table, its players "1"…"n". Where it does not stand in the end, `annulled` later takes it back."""

    body: dict[str, Any]
    stands: bool = True


@dataclass(frozen=True)
class Annulled:
    """The last event taken back: when, by whom and why."""

    event: Written
    at: datetime.datetime
    by: str
    reason: str


@dataclass(frozen=True)
class Sitting:
    """`player` (from 0 in the event's list) sits at the place from the table's event `since` on."""

    position: int
    since: int
    player: int


@dataclass(frozen=True)
class Brought:
    """One table: its number, who sits there, what was written in its order."""

    n: int
    sides: bool
    sittings: tuple[Sitting, ...]
    history: tuple[Written | Annulled, ...]


@dataclass(frozen=True)
class Whole:
    """An event: `names` of its players, and its tables by round."""

    name: str
    date: datetime.date
    time_zone: str
    game: str
    preset: str
    options: Mapping[str, Any]
    names: tuple[str, ...]
    rounds: Mapping[int, Sequence[Brought]]


@transaction.atomic
def bring_in(club: Club, whole: Whole) -> Event:
    """A closed event that holds all this. What did not stand in the end and cannot be written here at its place is left
    out. Raises Refused with what the rules find wrong in what stands."""
    event = create_event(
        club, name=whole.name, date=whole.date, game=whole.game, preset=whole.preset, options=whole.options
    )
    entries = add_entries(event, whole.names)
    event.rounds.exclude(n__in=whole.rounds).delete()
    for n, tables in whole.rounds.items():
        current, _made = Round.objects.get_or_create(event=event, n=n)
        for table in tables:
            write_table(current, table, entries)
    event.status = Event.Status.CLOSED
    event.save(update_fields=["status"])
    return event


def write_table(current: Round, brought: Brought, entries: Sequence[Entry]) -> None:
    table = Table.objects.create(round=current, n=brought.n, sides=brought.sides)
    Seat.objects.bulk_create(
        Seat(table=table, position=each.position, since=each.since, entry=entries[each.player])
        for each in brought.sittings
    )
    sheet = Table.objects.for_sheet(table.pk)
    if brought.history and sheet.state is None:
        raise Refused(sheet.problems)
    seal(list(drafts(sheet, brought.history)))


def drafts(sheet: Sheet, history: Iterable[Written | Annulled]) -> Iterator[Draft]:
    left_out: list[Written] = []
    for each in history:
        if isinstance(each, Written):
            try:
                draft, sheet = event_draft(sheet, sheet.to_names(each.body), asked(sheet, "table"))
            except Refused:
                if each.stands:
                    raise
                left_out.append(each)
                continue
            yield draft
        elif each.event not in left_out:
            draft = undo_draft(sheet, asked(sheet, each.by, each.reason))
            draft.record.at = each.at
            yield draft
            sheet = sheet.without_last(draft.record)


def asked(sheet: Sheet, by: str, reason: str = "") -> Asked:
    """No phone retries it: its id only has to differ from the others of the table."""
    return Asked(key=f"bulk-{sheet.number:08d}", digest="", number=sheet.number, by=by[:KEPT_BY], reason=reason)
