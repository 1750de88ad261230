"""How a record enters the book: its postings and lines first, the record last, then everything is read back and
verified.

The only module that inserts into the book's three tables. Its caller holds the table's lock in one transaction.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model

from tournaments.book.effects import GAIN_COLUMNS, Effect, Gain
from tournaments.book.sheet import Sheet
from tournaments.models import LedgerLine, Posting, Record

from .summaries import save_summaries

POSTING_COLUMNS = ("record_id", "transfer", "account", "jetons", "rule")
LINE_COLUMNS = ("record_id", "seat_id", *GAIN_COLUMNS)
BATCH_SIZE = 200  # records per INSERT
MOST_PARAMETERS = 999  # of one statement: an old SQLite takes no more

Row = tuple[Any, ...]
T = TypeVar("T")


@dataclass(frozen=True)
class UnsavedRecord:
    """A record that is not written yet and has no id, with its effect (transfers and gains); `sheet` is its table's
    before it, and says who sits where; `after` is the sheet that it leads to, or its consequences with it."""

    sheet: Sheet
    record: Record
    effect: Effect
    after: Sheet


class Unbalanced(RuntimeError):
    """The rows read back from the database are not the rows that were written; the transaction is rolled back."""


def post_records(drafts: Sequence[UnsavedRecord]) -> None:
    """Write these records, in this order, with their postings and lines. Raises Unbalanced if reading back fails."""
    assert connection.in_atomic_block, "records are written under their table's lock, which a transaction holds"
    for draft, pk in zip(drafts, allocate_record_ids(len(drafts)), strict=True):
        draft.record.pk = pk
    postings = [row for draft in drafts for row in build_postings(draft)]
    lines = [row for draft in drafts for row in build_lines(draft)]
    records = [draft.record for draft in drafts]
    insert_rows(Posting, POSTING_COLUMNS, postings)
    insert_rows(LedgerLine, LINE_COLUMNS, lines)
    Record.objects.bulk_create(records, batch_size=BATCH_SIZE)
    check_written_rows(records, postings, lines)
    save_summaries(drafts)


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
    start = f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) VALUES "
    values = f"({', '.join(['%s'] * len(columns))})"
    with connection.cursor() as cursor:
        for batch in iterate_batches(rows, MOST_PARAMETERS // len(columns)):
            cursor.execute(start + ", ".join([values] * len(batch)), [value for row in batch for value in row])


def iterate_batches(rows: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Yield the rows in order, at most `size` at a time."""
    for start in range(0, len(rows), size):
        yield rows[start : start + size]


WRITTEN_ROWS_SQL = """
SELECT record.id,
    (SELECT COALESCE(SUM(jetons), 0) FROM tournaments_posting WHERE record_id = record.id),
    (SELECT COUNT(*) FROM tournaments_posting WHERE record_id = record.id),
    (SELECT COUNT(*) FROM tournaments_line WHERE record_id = record.id)
FROM tournaments_record AS record WHERE record.id IN ({ids})
"""


def check_written_rows(records: Sequence[Record], postings: Sequence[Row], lines: Sequence[Row]) -> None:
    """Read the written rows back. Raises Unbalanced unless each record is there with every one of its postings and
    lines, and its postings sum to zero."""
    posted, lined = Counter(row[0] for row in postings), Counter(row[0] for row in lines)
    wanted = {record.pk: (0, posted[record.pk], lined[record.pk]) for record in records}
    found: dict[int, tuple[int, ...]] = {}
    with connection.cursor() as cursor:
        for batch in iterate_batches(list(wanted), MOST_PARAMETERS):
            cursor.execute(WRITTEN_ROWS_SQL.format(ids=", ".join(["%s"] * len(batch))), batch)
            found |= {pk: tuple(figures) for pk, *figures in cursor.fetchall()}
    if found != wanted:
        raise Unbalanced(f"(balance, postings, lines) by record: {found} read back, {wanted} written")
