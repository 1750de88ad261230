"""A table's sheet: everything that a page, a form or a print reads of one table, in one frozen object.

It is built from rows already fetched (`querysets`) and scored once by `scoring`. It makes no query of its own, but for
the counts and confirmations of one table loaded by itself, which are not read before they are needed.
Players are named by their shown names, which are unique in a tournament.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import takewhile
from typing import Any

import scoring
from tournaments.book import history, seat_names
from tournaments.book.token_counts import SettledCounts, settle_counts
from tournaments.models import Confirmation, Record, Seat, Table, TokenCount, Tournament, UnplayedTable

EventBody = dict[str, Any]
SEEN_DIGITS = 16  # of a digest, that a phone keeps
PLAYED_KINDS = (Record.RecordKind.EVENT, Record.RecordKind.UNDO)
"""The kinds of records after which a confirmation of the sheet no longer holds."""


class TableFacts:
    """What the sheet and the card of a table share: who sits there, and what was said of the table beside its coups."""

    table: Table
    tournament: Tournament
    names: tuple[str, ...]
    setting: scoring.Setting | None

    @property
    def unit(self) -> scoring.TotalUnit:
        """What totals count: jetons, points or coups won; points at a table that cannot play."""
        setting = self.setting
        return scoring.get_game(setting.game).get_total_unit(setting) if setting else scoring.TotalUnit.POINTS

    def read_auction(self, number: int) -> EventBody:
        """Return the auction that was entered for the record of this number, with names; {} if none was."""
        kept = getattr(self.table, "auction", None)
        return self.to_names(kept.body) if kept and kept.number == number else {}

    def to_names(self, event: EventBody) -> EventBody:
        """Return the event with names in place of "1"…"n"; a value that is no seat becomes a name that nobody here
        has."""
        return seat_names.to_names(event, self.names, self.tournament.game)

    @property
    def unplayed(self) -> UnplayedTable | None:
        """The organiser's decision that the table is not played, or adjourned; None without one."""
        return getattr(self.table, "unplayed", None)

    @property
    def is_never_played(self) -> bool:
        """True if the table is never to be played (not only adjourned), so that no coup of it counts."""
        return self.unplayed is not None and self.unplayed.kind in self.unplayed.FINAL

    @cached_property
    def counts(self) -> tuple[TokenCount, ...]:
        """What the players counted at the end of the partie."""
        return tuple(self.table.counts.all())

    @cached_property
    def confirmations(self) -> tuple[Confirmation, ...]:
        """The players' confirmations of the finished sheet."""
        return tuple(self.table.confirmations.all())

    def has_confirmation_since(self, number: int) -> bool:
        """True if a player has confirmed the sheet with the record of this number, or a later one, as its last."""
        return any(confirmation.number >= number for confirmation in self.confirmations)

    @property
    def positions(self) -> dict[str, int]:
        """The position (from 1) of each shown name."""
        return {name: position for position, name in enumerate(self.names, 1)}

    def find_actor_name(self, actor: str) -> str:
        """Return the name of the player whose phone writes or calls ("table:2"); "" without a valid position."""
        place = actor.removeprefix("table:")
        known = place.isdigit() and 1 <= int(place) <= len(self.names)
        return self.names[int(place) - 1] if known else ""


@dataclass(frozen=True)
class Sheet(TableFacts):
    """The present content of one table.

    `tournament` has the rules of the table's round. `seats` are the present Seat rows, `all_seats` those of former
    sitters too, in order of position and `since`. `events`: the events in force, with names; `steps`: one for each,
    scored. Where the table cannot play as it is seated (a player too many, say), `setting` and `state` are None,
    `steps` is empty and `problems` says why.
    """

    table: Table
    tournament: Tournament
    seats: tuple[Seat, ...]
    all_seats: tuple[Seat, ...]
    names: tuple[str, ...]
    setting: scoring.Setting | None
    problems: tuple[scoring.Problem, ...]
    records: tuple[Record, ...]
    events: tuple[EventBody, ...]
    steps: tuple[scoring.Step, ...]
    state: scoring.TableState | None

    @classmethod
    def from_table(cls, table: Table) -> Sheet:
        """Build the sheet of a table fetched `with_sheet_rows` or `with_played_rows`."""
        records = tuple(sorted(table.records.all(), key=lambda record: record.number))
        return cls.from_rows(table, table.seats.all(), records)

    @classmethod
    def from_rows(
        cls, table: Table, sitters: Iterable[Seat], records: tuple[Record, ...], known: Sheet | None = None
    ) -> Sheet:
        """Build the sheet of a table fetched `with_rules`. `sitters`: its seats; `records`: by number; `known`: a sheet
        of the same records, or of the first of them, whose steps are taken over if the players and the rules are still
        the same."""
        tournament = table.round.tournament.with_round_rules(table.round.n)
        all_seats = tuple(sorted(sitters, key=lambda seat: (seat.position, seat.since)))
        seats = tuple({seat.position: seat for seat in all_seats}.values())
        names = tuple(seat.entry.shown_name for seat in seats)
        if known is not None and known.has_same_rules(table, tournament, names):
            setting, problems, events, steps = known.setting, known.problems, known.events, known.steps
        else:
            known = None
            setting, problems = build_setting(tournament, names, table.sides or needs_sides(tournament))
            events, steps = (), ()
        if known is None or len(known.records) < len(records):
            before = events
            events = tuple(
                seat_names.to_names(body, names, tournament.game) for body in history.list_events_in_force(records)
            )
            same = count_same(before, events)
            steps = scoring.play_events(setting, events, played=steps[:same]) if setting else ()
        return cls(
            table=table,
            tournament=tournament,
            seats=seats,
            all_seats=all_seats,
            names=names,
            setting=setting,
            problems=problems,
            records=records,
            events=events,
            steps=steps,
            state=get_last_state(setting, steps),
        )

    @property
    def next_number(self) -> int:
        """The number that the table's next record must have."""
        return len(self.records) + 1

    @property
    def is_confirmed(self) -> bool:
        """True once a player has confirmed the finished sheet. Corrections keep it; a later event or undo ends it."""
        complete = self.state is not None and self.state.complete
        return complete and self.has_confirmation_since(find_last_played(self.records))

    @property
    def auction(self) -> EventBody:
        """The outcome of the auction of the coup being played, as far as it was entered, with names; else {}."""
        playing = self.state is not None and not self.state.complete
        return self.read_auction(self.next_number) if playing else {}

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """The names of those who play together, side by side; empty where everybody plays for himself."""
        return (self.setting.sides or ()) if self.setting else ()

    @property
    def is_over(self) -> bool:
        """True if nothing more comes from this table: it is played to its end, or never to be played."""
        return self.is_never_played or (self.state is not None and self.state.complete)

    @property
    def record_keys(self) -> str:
        """The keys of all records in order, joined by spaces.

        A phone that finds the key of its own record there knows that it was written; one that misses a key which it has
        seen before knows that an older backup was restored.
        """
        return " ".join(record.key for record in self.records)

    @property
    def head(self) -> str:
        """The head of the table's chain: the digest of its last link; "" before the first record."""
        return self.table.head

    @property
    def chain(self) -> str:
        """The first digits of the digest of each record's link, in order, joined by spaces. A phone looks for those
        that it has seen: one that it no longer finds there was rewritten, or has vanished."""
        return " ".join(record.link.digest[:SEEN_DIGITS] for record in self.records)

    @property
    def identity(self) -> str:
        """A hash of the tournament's creation time, the table's id and the first entries on its seats.

        It tells tables apart when, after a backup was restored, another table gets this one's number and key.
        """
        sat = [(seat.position, seat.entry_id) for seat in self.all_seats if seat.since == 1]
        return sha256(f"{self.tournament.created_at.isoformat()}/{self.table.pk}/{sat}".encode()).hexdigest()[:16]

    @property
    def has_records(self) -> bool:
        """True once the table has a record."""
        return bool(self.records)

    def has_same_rules(self, table: Table, tournament: Tournament, names: tuple[str, ...]) -> bool:
        """True if these players would play at this table under the rules of this sheet. `tournament`: with the rules of
        the table's round."""
        mine, its = self.tournament, tournament
        rules = (its.game, its.preset, its.options, table.sides, names)
        return (mine.game, mine.preset, mine.options, self.table.sides, self.names) == rules

    def get_state_before(self, position: int) -> scoring.TableState:
        """Return the state just before the event at this position (from 1). The table must have a setting."""
        assert self.setting is not None
        return self.steps[position - 2].state if position > 1 else scoring.build_initial_state(self.setting)

    def find_seat_at(self, position: int, n: int) -> Seat:
        """Return the Seat row of who sat at the position when the partie's event n was played."""
        return max(
            (seat for seat in self.all_seats if seat.position == position and seat.since <= n),
            key=lambda seat: seat.since,
        )

    @property
    def is_endless(self) -> bool:
        """True if the table has begun, and plays on until somebody says that it is over."""
        state = self.state
        if state is None or state.complete or not self.steps:
            return False
        return state.coups_planned is None and self.target is None

    @property
    def target(self) -> int | None:
        """The points to reach, if a target ends the partie, else None."""
        return scoring.get_game(self.setting.game).get_target(self.setting) if self.setting else None

    def with_steps(self, records: Iterable[Record], steps: tuple[scoring.Step, ...]) -> Sheet:
        """Return the sheet with these records added and with `steps` in place of its own steps. As long as `steps`
        begin with the sheet's own, its events stay the same objects."""
        same = sum(mine is its for mine, its in zip(self.steps, steps, strict=False))
        return replace(
            self,
            records=(*self.records, *records),
            events=(*self.events[:same], *(step.event for step in steps[same:])),
            steps=steps,
            state=get_last_state(self.setting, steps),
        )

    def with_rules(self, preset: str, options: Mapping[str, Any]) -> Sheet:
        """Return the sheet with the same events scored under other rules, which a copy of its tournament has."""
        tournament = copy(self.tournament)
        tournament.preset, tournament.options = preset, dict(options)
        setting, problems = build_setting(tournament, self.names, self.table.sides or needs_sides(tournament))
        steps = scoring.play_events(setting, self.events) if setting else ()
        changed = replace(self, tournament=tournament, setting=setting, problems=problems, steps=steps)
        return replace(changed, state=get_last_state(setting, steps))

    def to_seats(self, event: EventBody) -> EventBody:
        """Return the event with "1"…"n" in place of names; raise KeyError for a name that is not at this table."""
        return seat_names.to_seats(event, self.names, self.tournament.game)

    def to_former_seats(self, event: EventBody) -> EventBody:
        """Return the event with "1"…"n" in place of the names of all who ever sat at this table; raise KeyError for
        another."""
        positions = {seat.entry.shown_name: seat.position for seat in self.all_seats}
        return seat_names.to_these_seats(event, positions, self.tournament.game)

    def list_revisions(self) -> tuple[history.Revision, ...]:
        """Return every correction and undo, the first one first, with names in place of seats."""
        return tuple(
            replace(each, was=self.to_names(each.was), now=self.to_names(each.now) if each.now else None)
            for each in history.list_revisions(self.records)
        )

    def to_partie(self) -> dict[str, Any]:
        """Return the table as a corbillon.partie/1 document. Its `options` are complete, defaults included; at a table
        that cannot play, they are only those that the tournament sets."""
        sides = self.setting and self.setting.sides
        return {
            "format": "corbillon.partie/1",
            "game": self.tournament.game,
            "preset": self.tournament.preset,
            "options": dict(self.setting.options) if self.setting else self.tournament.options,
            "players": list(self.names),
            "sides": [list(side) for side in sides] if sides else None,
            "events": list(self.events),
        }

    def find_slips(self) -> scoring.CountExplanation | None:
        """Return the mistakes in recording or paying that would explain why the counted tokens differ from the sheet:
        single ones or, if none explains it alone, the most probable pairs. None until all players have counted, and at
        a table that cannot play."""
        if self.setting is None or len(self.counts) < len(self.names):
            return None
        settled = self.settled_counts.settled
        return scoring.explain_count(self.setting, self.events, {name: settled[name] for name in self.names})

    @cached_property
    def settled_counts(self) -> SettledCounts:
        """What the players counted, their debts, and what they would have counted had these been paid; empty before
        anybody has counted, and in a game of points."""
        held = {name: purse.total for name, purse in self.state.purses.items()} if self.state else {}
        return settle_counts(self.counts if held else (), self.names, held)


def count_same(before: Sequence[EventBody], events: Sequence[EventBody]) -> int:
    """Return how many events both lists begin with."""
    return sum(1 for _ in takewhile(lambda two: two[0] == two[1], zip(before, events, strict=False)))


def find_last_played(records: Iterable[Record]) -> int:
    """Return the number of the last event or undo among a table's records; 0 without one."""
    return max((record.number for record in records if record.kind in PLAYED_KINDS), default=0)


def get_last_state(setting: scoring.Setting | None, steps: Sequence[scoring.Step]) -> scoring.TableState | None:
    """Return the state after the last step, or the opening state without steps; None without a setting."""
    if setting is None:
        return None
    return steps[-1].state if steps else scoring.build_initial_state(setting)


def find_first_dealer(setting: scoring.Setting | None) -> int:
    """Return the position (from 1) that deals the first coup until the table names another; 1 where it cannot play."""
    return scoring.build_initial_state(setting).next_dealer_seat + 1 if setting else 1


def needs_sides(tournament: Tournament) -> bool:
    """True if the tournament's rules oblige every table to play in sides if its players can form them."""
    game = scoring.get_game(tournament.game)
    usual = {option.key: option.default for option in game.options}
    sets = next((dict(each.sets) for each in game.presets if each.key == tournament.preset), {})
    return game.requires_sides(usual | sets | tournament.options)


def build_setting(
    tournament: Tournament, names: tuple[str, ...], two_sides: bool
) -> tuple[scoring.Setting | None, tuple[scoring.Problem, ...]]:
    """Return (setting, ()) for these players under the tournament's rules, or (None, problems) if they cannot play.
    `two_sides`: four of them play two against two."""
    sides = scoring.get_game(tournament.game).arrange_sides(names) if two_sides else None
    try:
        return scoring.build_setting(tournament.game, names, tournament.preset, tournament.options, sides), ()
    except scoring.InvalidSetting as refused:
        return None, tuple(refused.problems)
