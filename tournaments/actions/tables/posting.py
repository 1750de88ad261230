"""How a record enters the book: its postings, its lines and its link in the chain first, the record last, then
everything is read back and verified.

The only module that inserts into the book's tables. Its caller holds the table's lock in one transaction.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import keep_scored
from tournaments.actions.errors import FieldError, Refused
from tournaments.book.chain import (
    compute_link_digest,
    compute_reason_digest,
    compute_seat_digest,
    compute_table_digest,
)
from tournaments.book.effects import GAIN_COLUMNS, Effect, Gain
from tournaments.book.sheet import Sheet
from tournaments.models import ChainLink, LedgerLine, Posting, Record, RecordReason, Seat, Table, Tournament

from .inserting import Row, build_inserts, build_object_inserts, execute_statements
from .summaries import build_summary_statements

MOST_FIGURE = 10**9  # the columns hold twice as much, so that a correction fits
POSTING_COLUMNS = ("record_id", "transfer", "account", "jetons", "rule")
LINE_COLUMNS = ("record_id", "seat_id", *GAIN_COLUMNS)
LINK_FIELDS = ("table_id", "record_id", "reason", "previous", "beside", "digest", "actor")
LINK_COLUMNS = ("table_id", "record_id", "reason", "previous", "beside", "digest", "by")
REASON_COLUMNS = ("record_id", "salt", "text")
CLOSED = Tournament.Status.CLOSED
read_link = attrgetter(*LINK_FIELDS)


@dataclass(frozen=True)
class UnsavedRecord:
    """A record that is not written yet and has no id, with its effect (transfers and gains). `sheet`: its table's sheet
    before it, which says who sits where; `after`: the sheet after it, or after its consequences."""

    sheet: Sheet
    record: Record
    effect: Effect
    after: Sheet


class Unbalanced(RuntimeError):
    """The rows read back from the database are not the rows that were written; the transaction is rolled back."""


def post_records(drafts: Sequence[UnsavedRecord]) -> None:
    """Write these records, in this order, with their postings and lines. Raises Refused if a figure is larger than a
    column holds, Unbalanced if reading back fails."""
    assert connection.in_atomic_block, "records are written under their table's lock, which a transaction holds"
    if not drafts:
        return
    for draft in drafts:
        check_figures(draft)
    records = [draft.record for draft in drafts]
    texts = [
        getattr(record, "free_text", None) for record in records
    ]  # once they have ids, this would ask the database
    pks, beside = claim_record_ids(drafts)
    for record, pk in zip(records, pks, strict=True):
        record.pk = pk
    postings = {draft.record.pk: list(build_postings(draft)) for draft in drafts}
    lines = {draft.record.pk: list(build_lines(draft)) for draft in drafts}
    links = build_links(drafts, postings, lines, beside)
    reasons = [(text.record.pk, text.salt, text.text) for text in texts if text]
    returned = execute_statements(
        [
            *build_inserts(Posting, POSTING_COLUMNS, flatten(postings)),
            *build_inserts(LedgerLine, LINE_COLUMNS, flatten(lines)),
            *build_inserts(RecordReason, REASON_COLUMNS, reasons),
            *build_inserts(ChainLink, LINK_COLUMNS, [read_link(link) for link in links]),
            *build_object_inserts(Record, records, READ_BACK),
            *build_summary_statements(drafts),
        ]
    )
    check_read_back(returned, records, postings, lines)
    keep_scored({draft.sheet.tournament.pk for draft in drafts if draft.sheet.tournament.status == CLOSED})


def check_figures(draft: UnsavedRecord) -> None:
    """Raise Refused if the record, or the totals after it, hold a figure that the book cannot."""
    figures = [figure for gain in draft.effect.gains.values() for figure in gain.figures]
    figures += draft.after.state.seat_totals if draft.after.state else ()
    if max(map(abs, figures), default=0) > MOST_FIGURE:
        raise Refused([FieldError("", _("Ces points sont trop grands pour être gardés."))])


LAST_DIGEST_SQL = "SELECT digest FROM tournaments_link ORDER BY id DESC LIMIT 1"
LOCKS = 256  # of PostgreSQL's guards: a record's is that of its id's remainder (`postgresql.sql`)
FEW = 8  # records that may ask for as many locks: only thirty such writers at one moment could wait in a ring
NEXT_IDS_SQL = f"""
WITH named AS MATERIALIZED (SELECT pg_get_serial_sequence('tournaments_record', 'id')::regclass AS sequence)
SELECT id, COALESCE(({LAST_DIGEST_SQL}), '') FROM (
    SELECT nextval(sequence) AS id FROM named CROSS JOIN generate_series(1, %s)
) AS numbers WHERE id %% %s = %s
"""  # PostgreSQL looks the name up once: for each number that takes ten times as long as to give it
LAST_ID_SQL = f"SELECT COALESCE(MAX(id), 0), COALESCE(({LAST_DIGEST_SQL}), '') FROM tournaments_record"


def claim_record_ids(drafts: Sequence[UnsavedRecord]) -> tuple[list[int], str]:
    """Return an unused id for each record, and the digest of the last link written at any table. For a single record
    both may have been read with its table; else the database is asked."""
    table = drafts[0].sheet.table if len(drafts) == 1 else None
    if table is None or table.next_record is None:
        return allocate_record_ids(len(drafts), drafts[0].sheet.tournament.pk)
    pk, table.next_record = table.next_record, None
    return [pk], table.beside


def allocate_record_ids(count: int, tournament: int) -> tuple[list[int], str]:
    """Return unused record ids, and the digest of the last link written at any table. `tournament`: its id.

    On SQLite, where the transaction holds the only write lock, they are the numbers after the highest id. On PostgreSQL
    they come from the sequence. There the guards lock each record by its id modulo LOCKS; more than a FEW records get
    only ids with one and the same lock, the tournament's. So they keep no other evening waiting, and no two writers
    wait for each other.
    """
    step = LOCKS if count > FEW else 1
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(LAST_ID_SQL)
            last, beside = cursor.fetchone()
            return list(range(last + 1, last + 1 + count)), beside
        rows: list[Row] = []
        while len(rows) < count:  # others take numbers meanwhile, and leave fewer or more than were asked for
            cursor.execute(NEXT_IDS_SQL, [step * (count - len(rows)), step, tournament % step])
            rows += cursor.fetchall()
        return [pk for pk, _beside in rows[:count]], rows[-1][1] if rows else ""


def flatten(rows: Mapping[int, Sequence[Row]]) -> list[Row]:
    """Return the rows of all records as one list."""
    return [row for each in rows.values() for row in each]


def build_links(
    drafts: Sequence[UnsavedRecord],
    postings: Mapping[int, Sequence[Row]],
    lines: Mapping[int, Sequence[Row]],
    beside: str,
) -> list[ChainLink]:
    """Return the link of each record, and make it the head of its table. `postings`, `lines`: rows by record id;
    `beside`: the digest of the last link written before them."""
    links = []
    for draft in drafts:
        table, record = draft.sheet.table, draft.record
        free_text = getattr(record, "free_text", None)
        reason = compute_reason_digest(free_text.salt, free_text.text) if free_text else ""
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


READ_BACK = """
RETURNING id,
    (SELECT COALESCE(SUM(jetons), 0) FROM tournaments_posting WHERE record_id = tournaments_record.id),
    (SELECT COUNT(*) FROM tournaments_posting WHERE record_id = tournaments_record.id),
    (SELECT COUNT(*) FROM tournaments_line WHERE record_id = tournaments_record.id)
"""


def check_read_back(
    returned: Sequence[Row],
    records: Sequence[Record],
    postings: Mapping[int, Sequence[Row]],
    lines: Mapping[int, Sequence[Row]],
) -> None:
    """Raise Unbalanced unless each record was `returned` (READ_BACK) with every one of its postings and lines, and its
    postings sum to zero."""
    wanted = {record.pk: (0, len(postings[record.pk]), len(lines[record.pk])) for record in records}
    found = {pk: tuple(figures) for pk, *figures in returned}
    for record in records:
        record._state.adding = False
        if "free_text" not in record._state.fields_cache:  # so that nobody asks the database for its reason
            record._state.fields_cache["free_text"] = None
    if found != wanted:
        raise Unbalanced(f"(balance, postings, lines) by record: {found} read back, {wanted} written")


def change_sitter(seat: Seat, entry: int, actor: str) -> None:
    """Set that the entry (id) sits at this seat, from the event on from which the seat counts. If the table has a
    record, a link of its chain that says so is written first: without it the database refuses the change once a ledger
    line names the seat."""
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
