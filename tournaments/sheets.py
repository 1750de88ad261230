"""A table's sheet: everything that a page, a form or a print reads of one table, in one frozen object.

It is made from rows already fetched (`querysets`) and scored once by `scoring`; it asks the database nothing more.
Its names are the shown names, which differ inside an event.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import scoring
from tournaments import history, renaming

if TYPE_CHECKING:
    from tournaments.models import Confirmation, Count, Event, Record, Seat, Table, Unplayed

Body = dict[str, Any]


@dataclass(frozen=True)
class Sheet:
    """`event` bears the rules of the table's round (`Event.of_round`). `seats` are who sits now, `sitters` every row of
    them, in order of position and `since`; `number` is what the table's next record must bear. Where the table cannot
    play as it is seated, `setting` and `state` are None and `problems` says why."""

    table: Table
    event: Event
    seats: tuple[Seat, ...]
    sitters: tuple[Seat, ...]
    names: tuple[str, ...]
    setting: scoring.Setting | None
    problems: tuple[scoring.Problem, ...]
    records: tuple[Record, ...]
    events: tuple[Body, ...]
    steps: tuple[scoring.Step, ...]
    state: scoring.TableState | None
    counts: tuple[Count, ...]
    confirmations: tuple[Confirmation, ...]

    @classmethod
    def of(cls, table: Table) -> Sheet:
        """The sheet of a table that came with its seats, entries, records, counts and confirmations."""
        event = table.round.event.of_round(table.round.n)
        sitters = tuple(sorted(table.seats.all(), key=lambda seat: (seat.position, seat.since)))
        seats = tuple({seat.position: seat for seat in sitters}.values())
        names = tuple(seat.entry.shown_name for seat in seats)
        setting, problems = settled(event, names, table.sides or asks_for_sides(event))
        records = tuple(sorted(table.records.all(), key=lambda record: record.number))
        events = tuple(renaming.to_names(body, names) for body in history.in_force(records))
        steps = scoring.fold(setting, events) if setting else ()
        return cls(
            table=table,
            event=event,
            seats=seats,
            sitters=sitters,
            names=names,
            setting=setting,
            problems=problems,
            records=records,
            events=events,
            steps=steps,
            state=after(setting, steps),
            counts=tuple(table.counts.all()),
            confirmations=tuple(table.confirmations.all()),
        )

    @property
    def number(self) -> int:
        return len(self.records) + 1

    @property
    def confirmed(self) -> bool:
        """Has a player agreed to the finished sheet? It stays so when corrected, not when played on or undone."""
        played = max((record.number for record in self.records if record.kind in ("event", "undo")), default=0)
        complete = self.state is not None and self.state.complete
        return complete and any(confirmation.number >= played for confirmation in self.confirmations)

    @property
    def auction(self) -> Body:
        """What the auction of the coup that is being played settled, as far as somebody said it; with names."""
        kept = getattr(self.table, "auction", None)
        playing = self.state is not None and not self.state.complete
        return self.to_names(kept.body) if playing and kept and kept.number == self.number else {}

    @property
    def unplayed(self) -> Unplayed | None:
        """What the organiser said of a table that is not played, or not now."""
        return getattr(self.table, "unplayed", None)

    @property
    def struck(self) -> bool:
        """Is it not played at all, so that nothing of it counts?"""
        return self.unplayed is not None and self.unplayed.kind in self.unplayed.FINAL

    @property
    def over(self) -> bool:
        """Does nothing more come from this table: played to its end, or not to be played at all?"""
        return self.struck or (self.state is not None and self.state.complete)

    @property
    def keys(self) -> str:
        """The ids of all records, in order: a phone that finds its own there knows that it was heard, and one that was
        told of another knows that the book has gone back."""
        return " ".join(record.key for record in self.records)

    @property
    def identity(self) -> str:
        """Which table of which evening it is, and who sat down at it first: where a backup was put back, another table
        may come to bear this one's number and key."""
        sat = [(seat.position, seat.entry_id) for seat in self.sitters if seat.since == 1]
        return sha256(f"{self.event.created_at.isoformat()}/{self.table.pk}/{sat}".encode()).hexdigest()[:16]

    @property
    def started(self) -> bool:
        return bool(self.records)

    @property
    def positions(self) -> dict[str, int]:
        """Each shown name's position, from 1."""
        return {name: position for position, name in enumerate(self.names, 1)}

    def name_of(self, by: str) -> str:
        """The name of who writes or calls from a phone ("table:2"); "" where it did not say at which place it is."""
        place = by.removeprefix("table:")
        known = place.isdigit() and 1 <= int(place) <= len(self.names)
        return self.names[int(place) - 1] if known else ""

    def before(self, position: int) -> scoring.TableState:
        """The state just before the event at this position (1…); the table must be able to play."""
        assert self.setting is not None
        return self.steps[position - 2].state if position > 1 else scoring.opening(self.setting)

    def sitter(self, position: int, n: int) -> Seat:
        """Who sat at the place when the partie's event n was played."""
        return max(
            (seat for seat in self.sitters if seat.position == position and seat.since <= n),
            key=lambda seat: seat.since,
        )

    def with_steps(self, records: Iterable[Record], steps: tuple[scoring.Step, ...]) -> Sheet:
        """The sheet once these records more have made these steps of it."""
        return replace(
            self,
            records=(*self.records, *records),
            events=tuple(step.event for step in steps),
            steps=steps,
            state=after(self.setting, steps),
        )

    def under(self, preset: str, options: Mapping[str, Any]) -> Sheet:
        """The same events, scored under other rules than the evening's: its `event` is a copy that bears them."""
        event = copy(self.event)
        event.preset, event.options = preset, dict(options)
        setting, problems = settled(event, self.names, self.table.sides or asks_for_sides(event))
        steps = scoring.fold(setting, self.events) if setting else ()
        changed = replace(self, event=event, setting=setting, problems=problems, steps=steps)
        return replace(changed, state=after(setting, steps))

    def to_seats(self, event: Body) -> Body:
        """The event with "1"…"n" for names; KeyError for a name that is not at this table."""
        return renaming.to_seats(event, self.names)

    def to_names(self, event: Body) -> Body:
        """The event with names for "1"…"n"; what is no seat becomes a name that nobody here bears."""
        return renaming.to_names(event, self.names)

    def revisions(self) -> tuple[history.Revision, ...]:
        """Every correction and undo, the first one first, with names for seats."""
        return tuple(
            history.Revision(each.record, self.to_names(each.was), self.to_names(each.now) if each.now else None)
            for each in history.revisions(self.records)
        )

    def partie(self) -> dict[str, Any]:
        """The table as a corbillon.partie/1 document."""
        sides = self.setting and self.setting.sides
        return {
            "format": "corbillon.partie/1",
            "game": self.event.game,
            "preset": self.event.preset,
            "options": self.event.options,
            "players": list(self.names),
            "sides": [list(side) for side in sides] if sides else None,
            "events": list(self.events),
        }

    def slips(self) -> scoring.Slips | None:
        """Which single slip explains what was counted on the table; None until every place has counted."""
        counted = {count.position: count for count in self.counts}
        if self.setting is None or len(counted) < len(self.names):
            return None
        jetons = {name: in_jetons(counted[position]) for name, position in self.positions.items()}
        return scoring.slips(self.setting, self.events, jetons)


def in_jetons(count: Count) -> int:
    return scoring.FICHE * count.fiches + count.jetons


def after(setting: scoring.Setting | None, steps: Iterable[scoring.Step]) -> scoring.TableState | None:
    """The state after the last step, or at the opening."""
    if setting is None:
        return None
    *_, last = [scoring.opening(setting), *(step.state for step in steps)]
    return last


def asks_for_sides(event: Event) -> bool:
    """Do this event's rules have four players always play two against two?"""
    sets = next((dict(each.sets) for each in scoring.game(event.game).presets if each.key == event.preset), {})
    return (sets | event.options).get("four") == "sides"


def settled(
    event: Event, names: tuple[str, ...], two_sides: bool
) -> tuple[scoring.Setting | None, tuple[scoring.Problem, ...]]:
    """The setting in which these players play this event, or why they cannot."""
    sides = (names[:2], names[2:]) if two_sides and len(names) == 4 else None
    try:
        return scoring.setting(event.game, names, event.preset, event.options, sides), ()
    except scoring.Refused as refused:
        return None, tuple(refused.problems)
