"""An event brought in from elsewhere, whole: its people, its tables, every coup scored here again."""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from tournaments.models import Club, Entry, Event, Round, Seat, Table
from tournaments.sheets import Sheet

from .asking import Asked
from .corrections import drafts as correction_drafts
from .corrections import plan
from .entries import add_entries
from .errors import NotNow, Refused
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
class Corrected:
    """The event at `position` put right; `change` says when, by whom and why."""

    position: int
    event: Written
    change: Annulled


Step = Written | Annulled | Corrected


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
    history: tuple[Step, ...]


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


def drafts(sheet: Sheet, history: Iterable[Step]) -> Iterator[Draft]:
    left_out: list[Written] = []
    for step in history:
        try:
            made, sheet = written(sheet, step) if not is_left_out(step, left_out) else ([], sheet)
        except (Refused, NotNow):
            if isinstance(step, Written) and step.stands:
                raise
            left_out.append(event_of(step))
        else:
            yield from made


def event_of(step: Step) -> Written:
    return step if isinstance(step, Written) else step.event


def is_left_out(step: Step, left_out: list[Written]) -> bool:
    return isinstance(step, Annulled) and step.event in left_out


def written(sheet: Sheet, step: Step) -> tuple[list[Draft], Sheet]:
    """The records of one step, and the sheet after them."""
    if isinstance(step, Written):
        draft, after = event_draft(sheet, sheet.to_names(step.body), asked(sheet, "table"))
        return [draft], after
    change = step if isinstance(step, Annulled) else step.change
    if isinstance(step, Annulled):
        made, steps = [undo_draft(sheet, asked(sheet, change.by, change.reason))], sheet.steps[:-1]
    else:
        correction = plan(sheet, step.position, step.event.body)
        if correction.blocked:
            raise Refused(correction.problems)
        made, steps = list(correction_drafts(correction, asked(sheet, change.by, change.reason))), correction.steps
    for draft in made:
        draft.record.at = change.at
    return made, sheet.with_steps([draft.record for draft in made], steps)


def asked(sheet: Sheet, by: str, reason: str = "") -> Asked:
    """No phone retries it: its id only has to differ from the others of the table."""
    return Asked(key=f"bulk-{sheet.number:08d}", digest="", number=sheet.number, by=by[:KEPT_BY], reason=reason)
