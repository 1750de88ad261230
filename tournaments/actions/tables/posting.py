"""How a record enters the book: its postings and lines first, the record last, then everything is read back and
verified.

The only module that inserts into the book's three tables. Its caller holds the table's lock in one transaction.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Count, Model, Sum

from tournaments.book.effects import GAIN_COLUMNS, Effect, Gain
from tournaments.book.sheet import Sheet
from tournaments.models import LedgerLine, Posting, Record

POSTING_COLUMNS = ("record_id", "transfer", "account", "jetons", "rule")
LINE_COLUMNS = ("record_id", "seat_id", *GAIN_COLUMNS)
BATCH_SIZE = 200  # rows per INSERT: SQLite limits the number of parameters of one statement


Row = tuple[Any, ...]


@dataclass(frozen=True)
class UnsavedRecord:
    """A record that is not written yet and has no id, with its effect (transfers and gains); `sheet` says who sits
    where."""

    sheet: Sheet
    record: Record
    effect: Effect


class Unbalanced(RuntimeError):
    """The rows read back from the database are not the rows that were written; the transaction is rolled back."""


def post_records(drafts: Sequence[UnsavedRecord]) -> None:
    """Write these records, in this order, with their postings and lines. Raises Unbalanced if reading back fails."""
    for draft, pk in zip(drafts, allocate_record_ids(len(drafts)), strict=True):
        draft.record.pk = pk
    postings = [row for draft in drafts for row in build_postings(draft)]
    lines = [row for draft in drafts for row in build_lines(draft)]
    insert_rows(Posting, POSTING_COLUMNS, postings)
    insert_rows(LedgerLine, LINE_COLUMNS, lines)
    Record.objects.bulk_create([draft.record for draft in drafts], batch_size=BATCH_SIZE)
    check_written_rows(drafts, len(postings), len(lines))


NEXT_IDS_SQL = "SELECT nextval(pg_get_serial_sequence('tournaments_record', 'id')) FROM generate_series(1, %s)"


def allocate_record_ids(count: int) -> list[int]:
    """Return unused record ids: from the sequence on PostgreSQL, the numbers after the highest id on SQLite, where the
    transaction holds the only write lock."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(NEXT_IDS_SQL, [count])
            return [row[0] for row in cursor.fetchall()]
        cursor.execute("SELECT COALESCE(MAX(id), 0) FROM tournaments_record")
        last = cursor.fetchone()[0]
        return list(range(last + 1, last + 1 + count))


def build_postings(draft: UnsavedRecord) -> Iterator[Row]:
    """Yield two postings per transfer, ordered as POSTING_COLUMNS: what the payer loses, what the payee
    gains."""
    for n, move in enumerate(draft.effect.moves, 1):
        yield draft.record.pk, n, move.payer, -move.jetons, move.rule
        yield draft.record.pk, n, move.payee, move.jetons, move.rule


def build_lines(draft: UnsavedRecord) -> Iterator[Row]:
    """Yield one ledger line, ordered as LINE_COLUMNS, for each player whose totals change: the one who sat at
    the place when the event was played."""
    for place, gain in draft.effect.gains.items():
        if gain != Gain():
            yield draft.record.pk, draft.sheet.find_seat_at(place, draft.record.position).pk, *gain.figures


def insert_rows(model: type[Model], columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Insert rows by plain SQL, which is faster than model instances: a coup writes about thirty small rows."""
    if rows:
        values = ", ".join(["%s"] * len(columns))
        with connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) VALUES ({values})", rows)


def check_written_rows(drafts: Sequence[UnsavedRecord], postings: int, lines: int) -> None:
    """Read the written rows back. Raises Unbalanced unless the postings sum to zero and every posting and line is
    there."""
    pks = [draft.record.pk for draft in drafts]
    balance = 0
    for start in range(0, len(pks), BATCH_SIZE):
        batch = pks[start : start + BATCH_SIZE]
        found = Posting.objects.filter(record_id__in=batch).aggregate(sum=Sum("jetons", default=0), count=Count("pk"))
        balance += found["sum"]
        postings -= found["count"]
        lines -= LedgerLine.objects.filter(record_id__in=batch).count()
    if balance or postings or lines:
        raise Unbalanced(f"records {pks}: balance {balance}, {postings} postings and {lines} lines missing")
