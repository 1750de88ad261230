"""Where the players of a finished table sit by now, and the way there for the player who holds this phone."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from tournaments.book.sheet import Sheet
from tournaments.book.table_keys import table_key
from tournaments.models import Table, UnplayedTable
from tournaments.presentation.text.sheet_text import shorten_names


class NextSeat(NamedTuple):
    """A later seat of the player who sits at `position` here: round, table and seat number."""

    position: int
    round: int
    table: int
    seat: int


class NextTableFacts:
    """The part of a phone's page on where the players sit after this table."""

    sheet: Sheet
    seat: int | None

    @cached_property
    def next_seats(self) -> list[NextSeat]:
        """Each player's later seat, once this sheet is confirmed or its table never played; without players who have
        none, or whose later table is never played. Empty unless the tournament is open."""
        tournament, here = self.sheet.tournament, self.sheet.table
        is_open = tournament.status == tournament.Status.OPEN
        if not (is_open and (self.sheet.confirmations or self.sheet.is_never_played)):
            return []
        places = Table.objects.find_seats_in_play(tournament)
        seats = [
            NextSeat(seat.position, place.round, place.table, place.position)
            for seat in self.sheet.seats
            if (place := places.get(seat.entry_id)) and (place.round, place.table) > (here.round.n, here.n)
        ]
        decided = UnplayedTable.objects.filter(table__round__tournament=tournament, kind__in=UnplayedTable.FINAL)
        never = set(decided.values_list("table__round__n", "table__n")) if seats else set()
        return [seat for seat in seats if (seat.round, seat.table) not in never]

    @property
    def next_tables(self) -> list[tuple[str, int]]:
        """Each seated player's short name and the number of the table where he sits by now."""
        short, names = shorten_names(self.sheet.names), self.sheet.names
        return [(short[names[seat.position - 1]], seat.table) for seat in self.next_seats]

    @property
    def next_doors(self) -> list[tuple[str, NextSeat, str]]:
        """For a phone that has not said whose it is, each player's short name, later seat and the key of its table."""
        if self.seat is not None or not self.next_seats:
            return []
        short, names, round_ = (
            shorten_names(self.sheet.names),
            self.sheet.names,
            {seat.round for seat in self.next_seats},
        )
        tables = Table.objects.filter(round__tournament=self.sheet.tournament, round__n__in=round_).select_related(
            "round"
        )
        keys = {(table.round.n, table.n): table_key(table) for table in tables}
        return [(short[names[seat.position - 1]], seat, keys[seat.round, seat.table]) for seat in self.next_seats]

    @cached_property
    def own_next_seat(self) -> NextSeat | None:
        """The later seat of the player who holds this phone, or None."""
        return next((seat for seat in self.next_seats if seat.position == self.seat), None)

    @property
    def own_next_key(self) -> str:
        """The key of the table where the holder of this phone sits by now; "" if he has no later seat."""
        if (seat := self.own_next_seat) is None:
            return ""
        rounds = {"round__tournament": self.sheet.tournament, "round__n": seat.round}
        return table_key(Table.objects.get(n=seat.table, **rounds))
