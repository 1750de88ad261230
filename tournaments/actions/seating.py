"""Who sits where before a table begins: drawn at random, then moved by hand. Nobody is ever lost: who has no place is
left over. A table that has written something stays as it is; there one substitutes.
"""

from collections.abc import Sequence
from random import Random

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

import scoring
from tournaments.models import Entry, Event, Round, Seat, Table

from .entries import vacate
from .errors import NotNow
from .evenings import lock_event


def left_over(event: Event) -> list[Entry]:
    """Who has no place in the event's last round, by name."""
    return list(event.entries.exclude(seats__table__round=last_round(event)))


def last_round(event: Event) -> Round:
    return event.rounds.latest("n")


@transaction.atomic
def draw_tables(event: Event, sizes: Sequence[int], seed: int) -> list[Table]:
    """Seat the free players at random at tables of these sizes; the same seed draws the same. Tables that have written
    nothing are drawn again, the others keep their players. Raises NotNow."""
    lock_event(event)
    current = last_round(event)
    clear(current)
    free = left_over(event)
    check_sizes(event, sizes, len(free))
    Random(seed).shuffle(free)
    tables = []
    for size in sizes:
        tables.append(seat_at(new_table(current), free[:size]))
        del free[:size]
    return tables


def check_sizes(event: Event, sizes: Sequence[int], free: int) -> None:
    allowed = scoring.game(event.game).sizes
    if not sizes or any(size not in allowed for size in sizes):
        raise NotNow(_("Ce jeu ne se joue pas à ce nombre de joueurs par table."))
    lacking = sum(sizes) - free
    if lacking > 0:
        message = ngettext_lazy(
            "Il manque %(n)s joueur pour remplir ces tables.", "Il manque %(n)s joueurs pour remplir ces tables.", "n"
        )
        raise NotNow(message % {"n": lacking})


def clear(current: Round) -> None:
    """Remove the round's tables that have written nothing."""
    tables = current.tables.filter(records__isnull=True)
    Seat.objects.filter(table__in=tables).delete()
    tables.delete()


def new_table(current: Round) -> Table:
    """The next table of the round: the smallest number that is free."""
    taken = set(current.tables.values_list("n", flat=True))
    n = next(n for n in range(1, len(taken) + 2) if n not in taken)
    return Table.objects.create(round=current, n=n)


def seat_at(table: Table, entries: Sequence[Entry]) -> Table:
    Seat.objects.bulk_create(Seat(table=table, position=p, entry=entry) for p, entry in enumerate(entries, 1))
    return table


@transaction.atomic
def seat_round(event: Event, n: int, tables: Sequence[Sequence[Entry]]) -> Round:
    """Round n, made where it is not there yet, with these tables more, each player at his place. Raises NotNow where
    somebody would sit twice."""
    lock_event(event)
    current, _ = Round.objects.get_or_create(event=event, n=n)
    check_once(current, [entry for entries in tables for entry in entries])
    first = 1 + max(current.tables.values_list("n", flat=True), default=0)
    made = Table.objects.bulk_create(Table(round=current, n=number) for number in range(first, first + len(tables)))
    Seat.objects.bulk_create(
        Seat(table=table, position=position, entry=entry)
        for table, entries in zip(made, tables, strict=True)
        for position, entry in enumerate(entries, 1)
    )
    return current


def check_once(current: Round, entries: Sequence[Entry]) -> None:
    seated = set(Seat.objects.filter(table__round=current).values_list("entry_id", flat=True))
    if len({entry.pk for entry in entries} - seated) < len(entries):
        raise NotNow(_("Quelqu’un serait assis à deux places."))


@transaction.atomic
def add_table(event: Event) -> Table:
    """An empty table more in the event's last round."""
    lock_event(event)
    return new_table(last_round(event))


@transaction.atomic
def remove_table(table: Table) -> None:
    """Its players are left over. Raises NotNow once it has written."""
    lock_event(table.round.event)
    check_unwritten(table)
    table.seats.all().delete()
    table.delete()


@transaction.atomic
def place(entry: Entry, table: Table, position: int | None = None) -> None:
    """Seat the entry at the table: at the end, or at a place, where who sits there takes the entry's old one (or is
    left over). Raises NotNow where either table has written, or the table is full."""
    lock_event(entry.event)
    check_unwritten(table)
    old = Seat.objects.filter(entry=entry, table__round_id=table.round_id).select_related("table").first()
    if old:
        check_unwritten(old.table)
    sitter = Seat.objects.filter(table=table, position=position).first() if position else None
    if sitter:
        swap(entry, old, sitter)
    else:
        sit_at_end(entry, old, table)


def swap(entry: Entry, old: Seat | None, sitter: Seat) -> None:
    other = sitter.entry_id
    Seat.objects.filter(pk=sitter.pk).update(entry=entry)
    if old:
        Seat.objects.filter(pk=old.pk).update(entry_id=other)


def sit_at_end(entry: Entry, old: Seat | None, table: Table) -> None:
    if old:
        vacate(entry, old.table_id)
    seats = table.seats.count()
    if seats >= max(scoring.game(entry.event.game).sizes):
        raise NotNow(_("Cette table est pleine : choisissez la place de quelqu’un pour l’échanger."))
    Seat.objects.create(table=table, position=seats + 1, entry=entry)


@transaction.atomic
def take_out(entry: Entry) -> None:
    """The entry leaves its place in the last round and is left over. Raises NotNow once that table has written."""
    lock_event(entry.event)
    for seat in Seat.objects.filter(entry=entry, table__round=last_round(entry.event)).select_related("table"):
        check_unwritten(seat.table)
        vacate(entry, seat.table_id)


@transaction.atomic
def set_sides(table: Table, sides: bool) -> Table:
    """Two against two, or singly, at a table of four. Raises NotNow once it has written."""
    lock_event(table.round.event)
    check_unwritten(table)
    table.sides = sides
    table.save(update_fields=["sides"])
    return table


def check_unwritten(table: Table) -> None:
    if table.records.exists():
        raise NotNow(_("Cette table a commencé : on n’y change plus les places, on remplace un joueur."))
