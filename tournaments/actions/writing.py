"""How a record enters the book: its postings and lines first, the record last, then everything is read back.

The only module that inserts into the book's three tables. Its caller holds the table's lock in one transaction.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Count, Model, Sum

from tournaments.effects import Effect, Gain
from tournaments.models import Line, Posting, Record
from tournaments.sheets import Sheet

POSTING = ("record_id", "transfer", "account", "jetons", "rule")
LINE = ("record_id", "seat_id", *Gain._fields)
BATCH = 200  # rows an INSERT: SQLite bounds the parameters of one statement


Row = tuple[Any, ...]


@dataclass(frozen=True)
class Draft:
    """A record not yet written, without its id, and what it moves; `sheet` tells who sits where."""

    sheet: Sheet
    record: Record
    effect: Effect


class Unbalanced(RuntimeError):
    """What was read back is not what was written: the transaction is rolled back."""


def seal(drafts: Sequence[Draft]) -> None:
    """Write these records, in this order, with their postings and lines."""
    for draft, pk in zip(drafts, next_ids(len(drafts)), strict=True):
        draft.record.pk = pk
    postings = [row for draft in drafts for row in postings_of(draft)]
    lines = [row for draft in drafts for row in lines_of(draft)]
    insert(Posting, POSTING, postings)
    insert(Line, LINE, lines)
    Record.objects.bulk_create([draft.record for draft in drafts], batch_size=BATCH)
    read_back(drafts, len(postings), len(lines))


FROM_SEQUENCE = "SELECT nextval(pg_get_serial_sequence('tournaments_record', 'id')) FROM generate_series(1, %s)"


def next_ids(count: int) -> list[int]:
    """Ids that no record has: on PostgreSQL from the sequence, on SQLite after the last, under its one write lock."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(FROM_SEQUENCE, [count])
            return [row[0] for row in cursor.fetchall()]
        cursor.execute("SELECT COALESCE(MAX(id), 0) FROM tournaments_record")
        last = cursor.fetchone()[0]
        return list(range(last + 1, last + 1 + count))


def postings_of(draft: Draft) -> Iterator[Row]:
    """Two postings a transfer, as POSTING: what the payer loses, what the payee gains."""
    for n, move in enumerate(draft.effect.moves, 1):
        yield draft.record.pk, n, move.payer, -move.jetons, move.rule
        yield draft.record.pk, n, move.payee, move.jetons, move.rule


def lines_of(draft: Draft) -> Iterator[Row]:
    """One line, as LINE, for each sitter for whom something changes: who sat there when the event was played."""
    for place, gain in draft.effect.gains.items():
        if gain != Gain():
            yield draft.record.pk, draft.sheet.sitter(place, draft.record.position).pk, *gain


def insert(model: type[Model], columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Many small rows at the price of their SQL alone: a coup has some thirty."""
    if rows:
        values = ", ".join(["%s"] * len(columns))
        with connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) VALUES ({values})", rows)


def read_back(drafts: Sequence[Draft], postings: int, lines: int) -> None:
    """The zero sum, and nothing lost, as the database tells it."""
    pks = [draft.record.pk for draft in drafts]
    balance = 0
    for start in range(0, len(pks), BATCH):
        batch = pks[start : start + BATCH]
        found = Posting.objects.filter(record_id__in=batch).aggregate(sum=Sum("jetons", default=0), count=Count("pk"))
        balance += found["sum"]
        postings -= found["count"]
        lines -= Line.objects.filter(record_id__in=batch).count()
    if balance or postings or lines:
        raise Unbalanced(f"records {pks}: balance {balance}, {postings} postings and {lines} lines missing")
