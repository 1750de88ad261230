"""What a table's records add up to: the events in force, and every earlier form of each. Reads records, no database."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tournaments.models import Agreement, Record

Body = dict[str, Any]


@dataclass(frozen=True)
class Revision:
    """One change of an event already written: by which record, what it was before, what it became (None: annulled)."""

    record: "Record"
    was: Body
    now: Body | None


def in_force(records: Iterable["Record"]) -> tuple[Body, ...]:
    """The bodies of the events that stand after these records, in order; players are seats."""
    return walk(records)[0]


def revisions(records: Iterable["Record"]) -> tuple[Revision, ...]:
    """Every correction and undo among these records, the first one first; players are seats."""
    return walk(records)[1]


def walk(records: Iterable["Record"]) -> tuple[tuple[Body, ...], tuple[Revision, ...]]:
    """The bodies that stand after these records, and each change on the way; players are seats."""
    events: list[Body] = []
    changes: list[Revision] = []
    for record in records:
        body: Body = record.body or {}
        if record.kind == "event":
            events.append(body)
        elif record.kind == "correction":
            changes.append(Revision(record, events[record.position - 1], body))
            events[record.position - 1] = body
        elif record.kind == "undo":
            changes.append(Revision(record, events.pop(), None))
    return tuple(events), tuple(changes)


def last_about(records: Iterable["Record"], line: int) -> "Record | None":
    """The record that last said something of the event at this position; None where none does."""
    return next((record for record in reversed(tuple(records)) if record.position == line), None)


def scorer(records: Iterable["Record"]) -> str | None:
    """Who wrote last from a phone at the table: "table:2", or "table" where the phone did not say; None where the
    organiser wrote all of it."""
    return next((record.by for record in reversed(tuple(records)) if record.by.startswith("table")), None)


def agreed(records: Iterable["Record"], agreements: Iterable["Agreement"]) -> dict[int, tuple[int, ...]]:
    """By event position, the places whose players agree to it as it stands now: what was agreed to before a later
    record about it no longer counts."""
    last = {record.position: record.number for record in records}
    found: dict[int, tuple[int, ...]] = {}
    for each in agreements:
        if each.line in last and last[each.line] <= each.number and each.position not in found.get(each.line, ()):
            found[each.line] = (*found.get(each.line, ()), each.position)
    return found
