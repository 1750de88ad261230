"""How a record enters the book: its postings and lines first, the record last, then everything is read back.

The only module that inserts into the book's three tables. Its caller holds the table's lock in one transaction.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models import Count, Sum

from tournaments.models import Line, Posting, Record
from tournaments.sheets import Sheet

from .effects import Effect, Gain

BATCH = 200  # rows an INSERT: SQLite bounds the parameters of one statement


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
    postings = [posting for draft in drafts for posting in postings_of(draft)]
    lines = [line for draft in drafts for line in lines_of(draft)]
    Posting.objects.bulk_create(postings, batch_size=BATCH)
    Line.objects.bulk_create(lines, batch_size=BATCH)
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


def postings_of(draft: Draft) -> Iterator[Posting]:
    """Two postings a transfer: what the payer loses, what the payee gains."""
    for n, move in enumerate(draft.effect.moves, 1):
        for account, jetons in ((move.payer, -move.jetons), (move.payee, move.jetons)):
            yield Posting(record_id=draft.record.pk, transfer=n, account=account, jetons=jetons, rule=move.rule)


def lines_of(draft: Draft) -> Iterator[Line]:
    """One line for each sitter for whom something changes: who sat there when the event was played."""
    for place, gain in draft.effect.gains.items():
        if gain != Gain():
            seat = draft.sheet.sitter(place, draft.record.position)
            yield Line(record_id=draft.record.pk, seat_id=seat.pk, **gain._asdict())


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
