"""A table as pages without a coup read it: who sits there and how far it is, from rows alone; nothing is scored.

Loaded with a constant number of queries, whatever the number of tables and coups.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, cached_property
from itertools import starmap
from operator import attrgetter
from typing import Any, NamedTuple

import scoring
from tournaments.book.sheet import EventBody, Sheet, TableFacts, build_setting, find_first_dealer, needs_sides
from tournaments.book.summaries import summarise_sheet
from tournaments.models import Confirmation, Record, Seat, Table, TableSummary, TokenCount, Tournament
from tournaments.models.querysets import TableQuerySet

Setting = tuple[scoring.Setting | None, tuple[scoring.Problem, ...]]
"""The setting of a table, in which "1"…"n" stand for the players, or the problems for which it cannot play."""


class CardSeat(NamedTuple):
    """Who sits at a position of a table."""

    position: int
    entry_id: int
    shown_name: str


class Closing(NamedTuple):
    """What the players of a table counted at the end, and their confirmations of the finished sheet."""

    counts: tuple[TokenCount, ...]
    confirmations: tuple[Confirmation, ...]


@dataclass(frozen=True)
class TableCard(TableFacts):
    """The present state of one table.

    `tournament` has the rules of the table's round. `seats`: who sits there now, in order of position. `summary`:
    what its book comes to, None without records. `setting`: with positions for names; None where the table cannot play
    as it is seated, and `problems` says why. `event_times`: when its events were written, where that was asked for.
    `closing`: what was counted and confirmed, where that was read with it.
    """

    table: Table
    tournament: Tournament
    seats: tuple[CardSeat, ...]
    names: tuple[str, ...]
    summary: TableSummary | None
    setting: scoring.Setting | None
    problems: tuple[scoring.Problem, ...]
    event_times: tuple[datetime, ...] = ()
    closing: Closing | None = field(default=None, compare=False)

    @classmethod
    def from_sheet(cls, sheet: Sheet) -> TableCard:
        """Return the card of a table whose sheet is known."""
        setting, problems = _build_kind(sheet.tournament, len(sheet.names), sheet.table.sides)
        times = tuple(record.at for record in sheet.records if record.kind == Record.RecordKind.EVENT)
        summary = summarise_sheet(sheet)
        seats = tuple(CardSeat(seat.position, seat.entry_id, seat.entry.shown_name) for seat in sheet.seats)
        return cls(sheet.table, sheet.tournament, seats, sheet.names, summary, setting, problems, times)

    @cached_property
    def counts(self) -> tuple[TokenCount, ...]:
        """What the players counted at the end of the partie."""
        return self.closing.counts if self.closing else super().counts

    @cached_property
    def confirmations(self) -> tuple[Confirmation, ...]:
        """The players' confirmations of the finished sheet."""
        return self.closing.confirmations if self.closing else super().confirmations

    @property
    def has_records(self) -> bool:
        """True once the table has a record."""
        return self.summary is not None

    @property
    def complete(self) -> bool:
        """True once the partie is over."""
        return self.summary is not None and self.summary.complete

    @property
    def is_over(self) -> bool:
        """True if nothing more comes from this table: it is played to its end, or never to be played."""
        return self.is_never_played or self.complete

    @property
    def first_dealer(self) -> int:
        """The position that deals the first coup until the table names another."""
        return find_first_dealer(self.setting)

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """The names of those who play together, side by side; empty where everybody plays for himself."""
        found = (self.setting.sides or ()) if self.setting else ()
        return tuple(tuple(self.names[int(position) - 1] for position in side) for side in found)

    @property
    def absent(self) -> list[str]:
        """The names of those who did not come, where the table was lost by forfeit."""
        places = self.unplayed.absent if self.unplayed else ()
        return [name for position, name in enumerate(self.names, 1) if position in places]

    @property
    def events(self) -> int:
        """How many events are in force."""
        return self.summary.events if self.summary else 0

    @property
    def coups_played(self) -> int:
        """How many coups are played."""
        return self.summary.coups if self.summary else 0

    @cached_property
    def coups_planned(self) -> int | None:
        """How many coups the partie has; None where a target ends it, or where the table cannot play."""
        return scoring.build_initial_state(self.setting).coups_planned if self.setting else None

    @cached_property
    def target(self) -> int | None:
        """The points to reach, if a target ends the partie, else None."""
        return scoring.get_game(self.setting.game).get_target(self.setting) if self.setting else None

    @cached_property
    def has_purses(self) -> bool:
        """True where each player has a purse of fiches and jetons."""
        return self.setting is not None and bool(scoring.build_initial_state(self.setting).purses)

    @property
    def held_jetons(self) -> list[int]:
        """What the players hold in jetons, by position from the first; [] in games of points and without records."""
        return [scoring.FICHE * fiches + jetons for fiches, jetons in (self.summary.purses if self.summary else ())]

    @property
    def ranking(self) -> list[scoring.RankingRow]:
        """All players, best first; those who share a rank by position. Empty without records."""
        if self.summary is None or self.setting is None:
            return []
        rows = zip(self.summary.ranks, self.names, self.summary.totals, strict=True)
        return sorted(starmap(scoring.RankingRow, rows), key=attrgetter("rank"))

    @property
    def opening_holding(self) -> int:
        """What each player holds before the first record: the jetons of a purse, else 0."""
        purses = scoring.build_initial_state(self.setting).purses if self.setting else {}
        return next((purse.total for purse in purses.values()), 0)

    @property
    def auction(self) -> EventBody:
        """The outcome of the auction of the coup being played, as far as it was entered, with names; else {}."""
        following = 1 + (self.summary.last_number if self.summary else 0)
        return self.read_auction(following) if self.setting is not None and not self.complete else {}

    @property
    def is_confirmed(self) -> bool:
        """True once a player has confirmed the finished sheet (as `Sheet.is_confirmed`)."""
        if self.summary is None or not self.summary.complete:
            return False
        return self.has_confirmation_since(self.summary.last_played)


def load_cards(tournament: Tournament) -> list[TableCard]:
    """Return the cards of all tables of a tournament, by round and table number."""
    return list_cards(Table.objects.filter(round__tournament=tournament).order_by("round__n", "n"))


def load_cards_in_play(tournament: Tournament, *, with_times: bool = False) -> list[TableCard]:
    """Return the cards of the tables in play: those of the round shown first; with free tables, all of them.
    `with_times`: when their events were written is wanted."""
    tables = Table.objects.filter(round__tournament=tournament).order_by("round__n", "n")
    if tournament.format != tournament.Format.FREE:
        tables = Table.objects.filter(round=tournament.find_shown_round()).order_by("n")
    return list_cards(tables, with_times=with_times)


def list_cards(tables: TableQuerySet, *, with_times: bool = False) -> list[TableCard]:
    """Return the cards of these tables, in order. `with_times`: when their events were written is wanted."""
    found = list(tables.with_card_rows())
    these: Any = [table.pk for table in found] if tables.query.is_sliced else tables.order_by().values("pk")
    rows = _CardRows()
    if with_times:
        events = Record.objects.filter(table__in=these, kind=Record.RecordKind.EVENT)
        for table, at in events.order_by("number").values_list("table", "at"):
            rows.times[table].append(at)
    sitters = Seat.objects.filter(table__in=these).order_by("position", "since")
    for table, position, entry, name in sitters.values_list("table", "position", "entry", "entry__shown_name"):
        rows.seats[table][position] = CardSeat(position, entry, name)
    for count in TokenCount.objects.filter(table__in=these):
        rows.counts[count.table_id].append(count)
    for confirmation in Confirmation.objects.filter(table__in=these):
        rows.confirmations[confirmation.table_id].append(confirmation)
    return list(_iter_cards(found, rows))


@dataclass(frozen=True)
class _CardRows:
    """The rows from which the cards of many tables are built, by table id; the seats also by position. They are plain
    dictionaries: one of Django's managers for each table would take longer than its rows."""

    seats: defaultdict[int, dict[int, CardSeat]] = field(default_factory=lambda: defaultdict(dict))
    times: defaultdict[int, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    counts: defaultdict[int, list[TokenCount]] = field(default_factory=lambda: defaultdict(list))
    confirmations: defaultdict[int, list[Confirmation]] = field(default_factory=lambda: defaultdict(list))


def _iter_cards(tables: Iterable[Table], rows: _CardRows) -> Iterable[TableCard]:
    """Yield the cards of these tables. All tables of one round have the same tournament object, and those of the same
    size and sides the same setting."""
    ruled: dict[int, tuple[Tournament, Callable[[int, bool], Setting]]] = {}
    for table in tables:
        if table.round_id not in ruled:
            tournament = table.round.tournament.with_round_rules(table.round.n)
            ruled[table.round_id] = tournament, build_kind_getter(tournament)
        tournament, find_kind = ruled[table.round_id]
        seats = tuple(rows.seats[table.pk].values())
        names = tuple(seat.shown_name for seat in seats)
        setting, problems = find_kind(len(seats), table.sides)
        summary, times = getattr(table, "summary", None), tuple(rows.times[table.pk])
        closing = Closing(tuple(rows.counts[table.pk]), tuple(rows.confirmations[table.pk]))
        yield TableCard(table, tournament, seats, names, summary, setting, problems, times, closing)


def build_kind_getter(tournament: Tournament) -> Callable[[int, bool], Setting]:
    """Return a function of (table size, whether two play against two) that gives the setting of such tables under the
    tournament's rules; each setting is built once."""
    return cache(lambda size, two_sides: _build_kind(tournament, size, two_sides))


def _build_kind(tournament: Tournament, size: int, two_sides: bool) -> Setting:
    """Return the setting of a table of this size, in which "1"…"n" stand for the players. `two_sides`: four play two
    against two."""
    names = tuple(str(place) for place in range(1, size + 1))
    return build_setting(tournament, names, two_sides or needs_sides(tournament))
