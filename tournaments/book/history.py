"""The events in force after a table's records, and every earlier form of each. Reads records, not the database."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tournaments.models import Agreement, Record

EventBody = dict[str, Any]


@dataclass(frozen=True)
class Revision:
    """A change to an event already written: the record that made it, the body before and after (None: annulled), how
    many `events` were in force until then."""

    record: "Record"
    was: EventBody
    now: EventBody | None
    events: int


def list_events_in_force(records: Iterable["Record"]) -> tuple[EventBody, ...]:
    """Return the bodies of the events in force after these records, in order; players are seats ("1"…"n")."""
    return replay_records(records)[0]


def list_revisions(records: Iterable["Record"]) -> tuple[Revision, ...]:
    """Return every correction and undo among these records, the first one first; players are seats ("1"…"n")."""
    return replay_records(records)[1]


def replay_records(records: Iterable["Record"]) -> tuple[tuple[EventBody, ...], tuple[Revision, ...]]:
    """Return (the bodies of the events in force after these records, each correction and undo among them); players are
    seats ("1"…"n")."""
    events: list[EventBody] = []
    changes: list[Revision] = []
    for record in records:
        body: EventBody = record.body or {}
        if record.kind == "event":
            events.append(body)
        elif record.kind == "correction":
            changes.append(Revision(record, events[record.position - 1], body, len(events)))
            events[record.position - 1] = body
        elif record.kind == "undo":
            changes.append(Revision(record, events[-1], None, len(events)))
            events.pop()
    return tuple(events), tuple(changes)


def find_record_in_force(records: Iterable["Record"], position: int) -> "Record | None":
    """Return the record that gave the event at `position` its present form: its own, or its last correction; None if
    there is none."""
    written = [record for record in records if record.position == position and record.kind in ("event", "correction")]
    return written[-1] if written else None


def find_last_record_about(records: Iterable["Record"], line: int) -> "Record | None":
    """Return the last record about the event at position `line`; None if there is none."""
    return next((record for record in reversed(tuple(records)) if record.position == line), None)


def find_digest_up_to(records: Iterable["Record"], line: int) -> str:
    """Return the digest of the last link about an event at position `line` or before: it changes with whatever changes
    what that event is or did. "" without one."""
    return next((each.link.digest for each in reversed(tuple(records)) if each.position <= line), "")


def find_scorer(records: Iterable["Record"]) -> str | None:
    """Return the actor of the last record written from a phone at the table; None if organisers wrote all of them.

    "table:2" for the phone at position 2, "table" if the phone did not say whose it is.
    """
    return next((record.actor for record in reversed(tuple(records)) if record.actor.startswith("table")), None)


def find_agreed_positions(records: Iterable["Record"], agreements: Iterable["Agreement"]) -> dict[int, tuple[int, ...]]:
    """Return, by event position, the seat positions whose players agreed to the event in its present form.

    An agreement made before a later record about the event does not count.
    """
    last = {record.position: record.number for record in records}
    positions: dict[int, tuple[int, ...]] = {}
    for each in agreements:
        if each.line in last and last[each.line] <= each.number and each.position not in positions.get(each.line, ()):
            positions[each.line] = (*positions.get(each.line, ()), each.position)
    return positions
