"""Free tables: people without a table wait, the fairest table of those who wait is proposed, and seated.

A table that is over passes its number on to the next one. The next table of a person, or of a table number, goes into a
later round, so that nobody has two places in one round.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import seal_new
from tournaments.actions.errors import NotNow
from tournaments.actions.evenings.lifecycle import lock_tournament
from tournaments.actions.states import ONLY_WAITING, lock_evening
from tournaments.book.table_cards import load_cards
from tournaments.draws import waiting
from tournaments.models import Entry, Round, Seat, Table, Tournament

from .pairing_pool import build_pool


@dataclass(frozen=True)
class ProposedTable:
    """A proposed table of people who wait; `meetings`: how many times they have met already, all pairs together."""

    entries: tuple[Entry, ...]
    meetings: int

    @property
    def size(self) -> int:
        return len(self.entries)


def list_waiting_entries(tournament: Tournament) -> list[Entry]:
    """Return the entries that wait for a table, the longest waiting first."""
    return list(tournament.entries.filter(free_since__isnull=False).order_by("free_since", "pk"))


@transaction.atomic
def wait_for_table(tournament: Tournament, entries: Iterable[Entry]) -> int:
    """Let these people wait for a table from now on, and return how many are new. Somebody who waits already keeps
    his turn; somebody who is playing is left out. Raises NotNow if the tournament is not open or its tables are not
    free."""
    lock_evening(tournament, "wait_for_table")
    check_tables_free(tournament)
    playing = {seat.entry_id for card in load_cards(tournament) if not card.is_over for seat in card.seats}
    fresh = [entry.pk for entry in entries if entry.pk not in playing]
    return tournament.entries.filter(pk__in=fresh, free_since=None).update(free_since=timezone.now())


@transaction.atomic
def stop_waiting(tournament: Tournament, entry: Entry) -> None:
    """Take the entry off the waiting list. Raises TournamentClosed."""
    lock_evening(tournament, "stop_waiting")
    tournament.entries.filter(pk=entry.pk).update(free_since=None)


def check_tables_free(tournament: Tournament) -> None:
    """Raise NotNow unless the tournament's tables are free."""
    if tournament.format != Tournament.Format.FREE:
        raise NotNow(ONLY_WAITING)


def propose_tables(tournament: Tournament) -> list[ProposedTable]:
    """Propose the fairest table of each size among those who wait. The longest waiting person is in it, with those whom
    the others at the table have met least often; between equals, the longer waiting."""
    line = list_waiting_entries(tournament)
    played, apart = count_meetings(tournament)
    proposals = []
    for size in tournament.table_sizes:
        if size <= len(line):
            chosen = waiting.choose_fairest_table([entry.pk for entry in line], size, played, apart)
            of = {entry.pk: entry for entry in line}
            proposals.append(ProposedTable(tuple(of[pk] for pk in chosen), waiting.count_meetings_of(chosen, played)))
    return proposals


def count_meetings(tournament: Tournament) -> tuple[waiting.MeetingCounts, frozenset[frozenset[int]]]:
    """Return (how often each pair of entries sat together, the pairs of entries that must not sit together)."""
    field = build_pool(tournament, first=1 + max(tournament.rounds.values_list("n", flat=True), default=0))
    entry = {n: unit[0] for n, unit in enumerate(field.units, 1)}
    met = waiting.count_pair_meetings([entry[p] for p in table] for one in field.previous for table in one.tables)
    return met, frozenset(frozenset((entry[a], entry[b])) for a, b in field.list_apart(field.first))


@transaction.atomic
def seat_waiting_entries(tournament: Tournament, entries: Sequence[Entry]) -> Table:
    """Seat these waiting people at the free table with the smallest number, and return the table. Raises NotNow if one
    of them no longer waits, or if the game does not allow the size."""
    lock_tournament(tournament, "seat_waiting_entries")
    check_tables_free(tournament)
    there = {entry.pk for entry in list_waiting_entries(tournament)}
    if len(entries) not in tournament.table_sizes or not {entry.pk for entry in entries} <= there:
        raise NotNow(_("Quelqu’un n’attend plus : regardez qui est libre à présent."))
    number, after = find_free_table_number(tournament)
    sat = Seat.objects.filter(entry__in=entries, table__round__tournament=tournament)
    n = 1 + max([*sat.values_list("table__round__n", flat=True), after])
    current, is_new = Round.objects.get_or_create(tournament=tournament, n=n)
    if is_new:
        seal_new(current)
    table = Table.objects.create(round=current, n=number)
    Seat.objects.bulk_create(Seat(table=table, position=at, entry=entry) for at, entry in enumerate(entries, 1))
    tournament.entries.filter(pk__in=[entry.pk for entry in entries]).update(free_since=None)
    return table


def find_free_table_number(tournament: Tournament) -> tuple[int, int]:
    """Return the smallest table number that is unused or whose last table is over, and the round of that last table (0:
    none)."""
    last: dict[int, Any] = {}
    for card in load_cards(tournament):
        last[card.table.n] = card
    for number in range(1, len(last) + 2):
        if number not in last or last[number].is_over:
            return number, last[number].table.round.n if number in last else 0
    raise AssertionError("one number more than there are tables is free")
