"""Assigning players to tables before play begins: drawn at random, then changed by hand. Nobody is lost: a player
without a place is listed by `list_unseated_entries`. A table that has a record keeps its players; there, only a
substitution is possible."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice
from random import Random

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.actions.decisions import seal_changed, seal_new, sealed
from tournaments.actions.errors import NotNow
from tournaments.actions.evenings.lifecycle import lock_tournament
from tournaments.actions.people.entries import check_table_stays_playable, vacate_seat
from tournaments.actions.saving import save_fields
from tournaments.actions.tables.inserting import insert_rows
from tournaments.models import Entry, Round, Seat, Table, Tournament, UnplayedTable


def list_unseated_entries(tournament: Tournament) -> list[Entry]:
    """Return the entries that have no place in the tournament's last round, by name."""
    return list(tournament.entries.exclude(seats__table__round=get_last_round(tournament)))


def get_last_round(tournament: Tournament) -> Round:
    """Return the tournament's round with the highest number."""
    return tournament.rounds.latest("n")


@sealed
def draw_tables(tournament: Tournament, sizes: Sequence[int], seed: int) -> list[Table]:
    """Seat the entries without a place at random at tables of these sizes, in the last round; return the new tables.
    The same seed gives the same draw. Tables without a record are drawn again; the others keep their players. Raises
    NotNow."""
    lock_tournament(tournament, "draw_tables")
    current = get_last_round(tournament)
    delete_unwritten_tables(current)
    free = list_unseated_entries(tournament)
    check_sizes(tournament, sizes, len(free))
    Random(seed).shuffle(free)
    people = (entry.pk for entry in free)
    return insert_tables(current, list_free_numbers(current), [list(islice(people, size)) for size in sizes])


def check_sizes(tournament: Tournament, sizes: Sequence[int], free: int) -> None:
    """Raise NotNow if the game does not allow one of the table sizes, or if the tables have more seats than there are
    `free` players."""
    allowed = tournament.table_sizes
    if not sizes or any(size not in allowed for size in sizes):
        raise NotNow(_("Ce jeu ne se joue pas à ce nombre de joueurs par table."))
    lacking = sum(sizes) - free
    if lacking > 0:
        message = ngettext_lazy(
            "Il manque %(n)s joueur pour remplir ces tables.", "Il manque %(n)s joueurs pour remplir ces tables.", "n"
        )
        raise NotNow(message % {"n": lacking})


def delete_unwritten_tables(current: Round) -> None:
    """Delete the round's tables that have no record, with their seats."""
    tables = current.tables.filter(records__isnull=True)
    seal_changed(UnplayedTable, tables.values_list("pk", flat=True))
    Seat.objects.filter(table__in=tables).delete()
    tables.delete()


def list_free_numbers(current: Round) -> Iterator[int]:
    """Return the numbers that no table of the round has, the smallest first, without end."""
    taken = set(current.tables.values_list("n", flat=True))
    return (n for n in count(1) if n not in taken)


def insert_tables(
    current: Round, numbers: Iterable[int], tables: Sequence[Sequence[int]], *, sides: bool = False
) -> list[Table]:
    """Add tables to the round under the first of these numbers, each with its entries in this order from place 1.
    `sides`: those of four play two against two."""
    new = [n for n, _entries in zip(numbers, tables, strict=False)]
    like = Table(round=current, sides=sides)
    columns, names = zip(*((it.column, it.attname) for it in Table._meta.concrete_fields[1:]), strict=True)
    insert_rows(Table, columns, [tuple(n if name == "n" else getattr(like, name) for name in names) for n in new])
    by_number = {table.n: table for table in current.tables.all()}
    made = [by_number[n] for n in new]
    seats = (
        (table.pk, position, 1, entry)
        for table, entries in zip(made, tables, strict=True)
        for position, entry in enumerate(entries, 1)
    )
    insert_rows(Seat, ("table_id", "position", "since", "entry_id"), list(seats))
    return made


@sealed
def seat_round(tournament: Tournament, n: int, tables: Sequence[Sequence[Entry]]) -> Round:
    """Add these tables to round n, which is created if necessary, each entry at its place; return the round. Raises
    NotNow if somebody would sit twice."""
    lock_tournament(tournament, "seat_round")
    current, is_new = Round.objects.get_or_create(tournament=tournament, n=n)
    if is_new:
        seal_new(current)
    check_seated_once(current, [entry for entries in tables for entry in entries])
    first = 1 + max(current.tables.values_list("n", flat=True), default=0)
    insert_tables(current, count(first), [[entry.pk for entry in entries] for entries in tables])
    return current


def check_seated_once(current: Round, entries: Sequence[Entry]) -> None:
    """Raise NotNow if an entry is listed twice, or already sits in the round."""
    seated = set(Seat.objects.filter(table__round=current).values_list("entry_id", flat=True))
    if len({entry.pk for entry in entries} - seated) < len(entries):
        raise NotNow(_("Quelqu’un serait assis à deux places."))


@sealed
def add_table(tournament: Tournament) -> Table:
    """Add an empty table to the tournament's last round."""
    lock_tournament(tournament, "add_table")
    current = get_last_round(tournament)
    return insert_tables(current, list_free_numbers(current), [[]])[0]


@sealed
def remove_table(table: Table) -> None:
    """Delete the table; its players have no place then. Raises NotNow once it has a record."""
    lock_tournament(table.round.tournament, "remove_table")
    check_unwritten(table)
    seal_changed(UnplayedTable, [table.pk])
    table.seats.all().delete()
    table.delete()


@sealed
def seat_entry(entry: Entry, table: Table, position: int | None = None) -> None:
    """Seat the entry at the table: at the end, or at `position` (from 1), whose sitter then takes the entry's old
    place, or has none. Whoever is seated waits for no table any more. Raises NotNow if either table has a record, if
    the table is full, or if somebody would have two places in one round."""
    lock_tournament(entry.tournament, "seat_entry")
    check_unwritten(table)
    if old := find_seat(entry, table.round_id):
        check_unwritten(old.table)
    if entry.free_since is not None:
        Entry.objects.filter(pk=entry.pk).update(free_since=None)
    sitter = Seat.objects.filter(table=table, position=position).first() if position else None
    if sitter:
        if old and old.table.round_id != table.round_id:
            check_seated_once(old.table.round, [sitter.entry])
        swap_seats(entry, old, sitter)
    else:
        seat_at_end(entry, old, table)


def find_seat(entry: Entry, round_id: int) -> Seat | None:
    """Return the entry's seat in this round; if it has none there, its seat in the latest round in which its table has
    no record yet; else None."""
    seat = entry.seats.filter(table__round=round_id).select_related("table").first()
    return seat or find_movable_seat(entry)


def find_movable_seat(entry: Entry) -> Seat | None:
    """Return the entry's seat at a table without a record, in the latest round that has one; None if it has none."""
    seats = entry.seats.filter(table__records__isnull=True).select_related("table__round")
    return seats.order_by("-table__round__n").first()


@sealed
def swap_seated_entries(entry: Entry, other: Entry) -> None:
    """Exchange the places of two entries, of which one may have none. Raises NotNow if a table that one of them leaves
    has a record, or if somebody would have two places in one round."""
    lock_tournament(entry.tournament, "swap_seated_entries")
    if seat := find_movable_seat(other):
        seat_entry(entry, seat.table, seat.position)
    elif seat := find_movable_seat(entry):
        seat_entry(other, seat.table, seat.position)


def swap_seats(entry: Entry, old: Seat | None, sitter: Seat) -> None:
    """Give the entry the sitter's seat, and the sitter the entry's old seat, if it had one."""
    other = sitter.entry_id
    Seat.objects.filter(pk=sitter.pk).update(entry=entry)
    seal_changed(UnplayedTable, [seat.table_id for seat in (old, sitter) if seat])
    if old:
        Seat.objects.filter(pk=old.pk).update(entry_id=other)


def seat_at_end(entry: Entry, old: Seat | None, table: Table) -> None:
    """Move the entry to the first place after the table's last one. Raises NotNow if the table is full."""
    if old:
        vacate_seat(entry, old.table_id)
    seats = table.seats.count()
    if seats >= max(entry.tournament.table_sizes):
        raise NotNow(_("Cette table est pleine : choisissez la place de quelqu’un pour l’échanger."))
    Seat.objects.create(table=table, position=seats + 1, entry=entry)
    seal_changed(UnplayedTable, [table.pk])


@sealed
def unseat_entry(entry: Entry) -> None:
    """Remove the entry from its place. Raises NotNow once its table of the last round has a record, or if a table that
    was drawn would have too few players."""
    lock_tournament(entry.tournament, "unseat_entry")
    if seat := find_seat(entry, get_last_round(entry.tournament).pk):
        check_unwritten(seat.table)
        if entry.tournament.format != Tournament.Format.FREE:
            check_table_stays_playable(entry, seat.table)
        vacate_seat(entry, seat.table_id)


@sealed
def set_sides(table: Table, sides: bool) -> Table:
    """Set whether a table of four plays two against two or each for himself. Raises NotNow once it has a record."""
    lock_tournament(table.round.tournament, "set_sides")
    check_unwritten(table)
    return save_fields(table, sides=sides)


def check_unwritten(table: Table) -> None:
    """Raise NotNow if the table has a record."""
    if table.records.exists():
        raise NotNow(_("Cette table a commencé : on n’y change plus les places, on remplace un joueur."))
