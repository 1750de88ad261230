"""An event brought in from elsewhere, whole: its people, its tables, every coup scored here again."""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club, Entry, Event, Rest, Round, Seat, Table, Unplayed
from tournaments.sheets import Sheet

from .asking import Asked
from .corrections import drafts as correction_drafts
from .corrections import plan
from .entries import add_entries
from .errors import Fault, NotNow, Refused
from .evenings import checked_rules, create_event
from .recording import event_draft, undo_draft
from .recounting import Recount
from .rules import drafts as rules_drafts
from .rules import under
from .writing import Draft, seal

KEPT_BY = 40  # characters of who wrote a record


@dataclass(frozen=True)
class Written:
    """One event of a table, its players "1"…"n"; `path`: where the document says it."""

    path: str
    body: dict[str, Any]


@dataclass(frozen=True)
class Change:
    """When something written was changed, by whom and why."""

    path: str
    at: datetime.datetime
    by: str
    reason: str


@dataclass(frozen=True)
class Annulled:
    """The last event taken back."""

    change: Change


@dataclass(frozen=True)
class Corrected:
    """The event at `position` put right."""

    position: int
    event: Written
    change: Change


@dataclass(frozen=True)
class Ruled:
    """The whole table scored under other rules from here on."""

    preset: str
    options: Mapping[str, Any]
    change: Change


Step = Written | Annulled | Corrected | Ruled


@dataclass(frozen=True)
class Sitting:
    """`player` (from 0 in the event's list) sits at the place from the table's event `since` on."""

    position: int
    since: int
    player: int


@dataclass(frozen=True)
class Brought:
    """One table: its number, who sits there, what was written in its order; `began`: the rules that it began under,
    where they are no longer the event's; `unplayed`: what became of it where it was not played, and who forfeits."""

    n: int
    sides: bool
    sittings: tuple[Sitting, ...]
    history: tuple[Step, ...]
    began: tuple[str, Mapping[str, Any]] | None = None
    unplayed: tuple[str, Sequence[int]] | None = None


@dataclass(frozen=True)
class Whole:
    """An event: `names` of its players, and its tables by round; `stages`, `phases` and `ranking` as `Event` keeps
    them, but for the sides, which are players (from 0 in `names`; None: somebody who is not there any more); `rested`:
    by round, who had no place in it though he was there."""

    name: str
    date: datetime.date
    time_zone: str
    game: str
    preset: str
    options: Mapping[str, Any]
    names: tuple[str, ...]
    rounds: Mapping[int, Sequence[Brought]]
    stages: Sequence[Mapping[str, Any]] = ()
    phases: Sequence[Mapping[str, Any]] = ()
    ranking: Mapping[str, Any] = field(default_factory=dict)
    rested: Mapping[int, Sequence[int]] = field(default_factory=dict)


@transaction.atomic
def bring_in(club: Club, whole: Whole) -> Event:
    """A closed event that holds all this. Raises Refused with the first thing that cannot be scored at its place, be it
    one that did not stand in the end."""
    event = create_event(
        club, name=whole.name, date=whole.date, game=whole.game, preset=whole.preset, options=whole.options
    )
    entries = add_entries(event, whole.names)
    keep_parts(event, whole, entries)
    event.rounds.exclude(n__in=whole.rounds).delete()
    for n, tables in whole.rounds.items():
        current, _made = Round.objects.get_or_create(event=event, n=n)
        Rest.objects.bulk_create(Rest(round=current, entry=entries[player]) for player in whole.rested.get(n, ()))
        for table in tables:
            write_table(current, table, entries)
    event.status = Event.Status.CLOSED
    event.save(update_fields=["status"])
    return event


def keep_parts(event: Event, whole: Whole, entries: Sequence[Entry]) -> None:
    """Its rules from later rounds on, and its phases: the last one's format is the event's, its pairs are the pairs."""
    for stage in whole.stages:
        checked_rules(event.game, stage["preset"], stage["options"])
    event.stages = [dict(stage) for stage in whole.stages]
    event.ranking = dict(whole.ranking)
    ids = {None: 0} | {n: entry.pk for n, entry in enumerate(entries)}
    event.phases = [
        {**phase, "sides": [[ids[player] for player in side] for side in phase["sides"]]} for phase in whole.phases
    ]
    if whole.phases:
        event.format = whole.phases[-1]["format"]
        for number, side in enumerate(whole.phases[-1]["sides"], 1):
            if len(side) == 2:
                event.pairing = Event.Pairing.FIXED
                Entry.objects.filter(pk__in=[ids[player] for player in side]).update(pair=number)
    event.planned_rounds = max([1, *whole.rounds])
    event.save(update_fields=["stages", "ranking", "phases", "format", "pairing", "planned_rounds"])


def write_table(current: Round, brought: Brought, entries: Sequence[Entry]) -> None:
    """The table, who sat there, its whole history in order. Raises Refused, each fault with its place in the file."""
    table = Table.objects.create(round=current, n=brought.n, sides=brought.sides)
    Seat.objects.bulk_create(
        Seat(table=table, position=each.position, since=each.since, entry=entries[each.player])
        for each in brought.sittings
    )
    sheet = Table.objects.for_sheet(table.pk)
    if brought.began:
        sheet = sheet.under(*brought.began)
    if brought.history and sheet.state is None:
        raise Refused([Fault(each.path, CANNOT % {"why": each.message}) for each in sheet.problems])
    seal(list(drafts(sheet, brought.history)))
    if brought.unplayed:
        kind, absent = brought.unplayed
        Unplayed.objects.create(table=table, kind=kind, absent=list(absent))


def drafts(sheet: Sheet, history: Iterable[Step]) -> Iterator[Draft]:
    for step in history:
        try:
            made, sheet = written(sheet, step)
        except (Refused, NotNow) as refused:
            path = step.path if isinstance(step, Written) else step.change.path
            raise Refused([Fault(path, CANNOT % {"why": refused})]) from None
        yield from made


CANNOT = _("Rien n’est importé, car ceci ne peut pas être compté à sa place : %(why)s")


def written(sheet: Sheet, step: Step) -> tuple[list[Draft], Sheet]:
    """The records of one step, and the sheet after them."""
    if isinstance(step, Written):
        draft, after = event_draft(sheet, sheet.to_names(step.body), asked(sheet, "table"))
        return [draft], after
    change = asked(sheet, step.change.by, step.change.reason)
    if isinstance(step, Annulled):
        made, after = [undo_draft(sheet, change)], sheet.with_steps((), sheet.steps[:-1])
    elif isinstance(step, Corrected):
        correction = plan(sheet, step.position, step.event.body)
        check_stands(correction)
        made, after = list(correction_drafts(correction, change)), correction.after
    else:
        ruled = under(sheet, step.preset, step.options)
        check_stands(ruled)
        made, after = list(rules_drafts(ruled, change)), ruled.after
    for draft in made:
        draft.record.at = step.change.at
    return made, replace(after, records=(*sheet.records, *(draft.record for draft in made)))


def check_stands(change: Recount) -> None:
    """Raises Refused where an event could not stand after it."""
    for _position, problems in change.blocked:
        raise Refused(problems)


def asked(sheet: Sheet, by: str, reason: str = "") -> Asked:
    """No phone retries it: its id only has to differ from the others of the table."""
    return Asked(key=f"bulk-{sheet.number:08d}", digest="", number=sheet.number, by=by[:KEPT_BY], reason=reason)
