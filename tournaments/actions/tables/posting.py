"""How a record enters the book: its postings, its lines and its link in the chain first, the record last, then
everything is read back and verified.

The only module that inserts into the book's tables. Its caller holds the table's lock in one transaction.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model
from django.utils import timezone

from tournaments.book.chain import (
    compute_link_digest,
    compute_reason_digest,
    compute_seat_digest,
    compute_table_digest,
)
from tournaments.book.effects import GAIN_COLUMNS, Effect, Gain
from tournaments.book.sheet import Sheet
from tournaments.models import ChainLink, LedgerLine, Posting, Record, RecordReason, Seat, Table

from .summaries import save_summaries

POSTING_COLUMNS = ("record_id", "transfer", "account", "jetons", "rule")
LINE_COLUMNS = ("record_id", "seat_id", *GAIN_COLUMNS)
LINK_FIELDS = ("table", "record", "reason", "previous", "beside", "digest", "actor")
LINK_COLUMNS = ("table_id", "record_id", "reason", "previous", "beside", "digest", "by")
REASON_COLUMNS = ("record_id", "salt", "text")
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
    records = [draft.record for draft in drafts]
    texts = [
        getattr(record, "free_text", None) for record in records
    ]  # once they have ids, this would ask the database
    pks, beside = allocate_record_ids(len(drafts))
    for record, pk in zip(records, pks, strict=True):
        record.pk = pk
    postings = {draft.record.pk: list(build_postings(draft)) for draft in drafts}
    lines = {draft.record.pk: list(build_lines(draft)) for draft in drafts}
    links = build_links(drafts, postings, lines, beside)
    insert_rows(Posting, POSTING_COLUMNS, flatten(postings))
    insert_rows(LedgerLine, LINE_COLUMNS, flatten(lines))
    insert_rows(RecordReason, REASON_COLUMNS, [(text.record.pk, text.salt, text.text) for text in texts if text])
    insert_rows(ChainLink, LINK_COLUMNS, [(*map(link.serializable_value, LINK_FIELDS),) for link in links])
    Record.objects.bulk_create(records, batch_size=BATCH_SIZE)
    check_written_rows(records, flatten(postings), flatten(lines))
    save_summaries(drafts)


LAST_DIGEST_SQL = "SELECT digest FROM tournaments_link ORDER BY id DESC LIMIT 1"
NEXT_IDS_SQL = f"""
SELECT nextval(pg_get_serial_sequence('tournaments_record', 'id')), COALESCE(({LAST_DIGEST_SQL}), '')
FROM generate_series(1, %s)
"""
LAST_ID_SQL = f"SELECT COALESCE(MAX(id), 0), COALESCE(({LAST_DIGEST_SQL}), '') FROM tournaments_record"


def allocate_record_ids(count: int) -> tuple[list[int], str]:
    """Return unused record ids: from the sequence on PostgreSQL, the numbers after the highest id on SQLite, where the
    transaction holds the only write lock. Returns with them the digest of the last link written at any table."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(NEXT_IDS_SQL, [count])
            rows = cursor.fetchall()
            return [row[0] for row in rows], rows[0][1] if rows else ""
        cursor.execute(LAST_ID_SQL)
        last, beside = cursor.fetchone()
        return list(range(last + 1, last + 1 + count)), beside


def flatten(rows: Mapping[int, Sequence[Row]]) -> list[Row]:
    """Return the rows of all records as one list."""
    return [row for each in rows.values() for row in each]


def build_links(
    drafts: Sequence[UnsavedRecord],
    postings: Mapping[int, Sequence[Row]],
    lines: Mapping[int, Sequence[Row]],
    beside: str,
) -> list[ChainLink]:
    """Return the link of each record, and make it the head of its table. `beside`: the digest of the last link written
    before them."""
    links = []
    for draft in drafts:
        table, record = draft.sheet.table, draft.record
        kept = getattr(record, "free_text", None)
        reason = compute_reason_digest(kept.salt, kept.text) if kept else ""
        previous = table.head or compute_table_digest(table)
        entries = {seat.pk: seat.entry_id for seat in draft.sheet.all_seats}
        digest = compute_link_digest((previous, beside), record, reason, postings[record.pk], lines[record.pk], entries)
        links.append(
            ChainLink(table=table, record=record, reason=reason, previous=previous, beside=beside, digest=digest)
        )
        table.head = beside = digest
    return links


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


def change_sitter(seat: Seat, entry: int, actor: str) -> None:
    """Let the entry (id) sit at this seat, from the event on from which it holds. If the table has a record, a link of
    its chain says so first: without it the database refuses the change once a line names the seat."""
    assert connection.in_atomic_block, "a seat is changed under its table's lock, which a transaction holds"
    list(Table.objects.filter(pk=seat.table_id).select_for_update(of=("self",)).values_list("pk"))
    previous = Table.objects.with_heads().values_list("head", flat=True).get(pk=seat.table_id)
    if previous:
        beside = ChainLink.objects.order_by("-pk").values_list("digest", flat=True)[:1].get()
        change: dict[str, Any] = {"seat": seat.pk, "was": seat.entry_id, "entry": entry, "actor": actor}
        change["at"] = timezone.now()
        digest = compute_seat_digest((previous, beside), seat.table_id, **change)
        ChainLink.objects.create(
            table_id=seat.table_id,
            seat_id=change.pop("seat"),
            previous=previous,
            beside=beside,
            digest=digest,
            **change,
        )
    Seat.objects.filter(pk=seat.pk).update(entry=entry)
