"""Loading sheets from the database: of one table, of some, of a tournament.

The only module that builds a Sheet from rows, each with a constant number of queries; it writes nothing.
"""

from collections.abc import Iterator

from tournaments.book.recent_sheets import RECENT
from tournaments.book.sheet import Sheet
from tournaments.models import Record, RecordReason, Seat, Table, Tournament
from tournaments.models.guards.digests import compute_tournament_head
from tournaments.models.prepared import PreparedQuery, copy_object
from tournaments.models.querysets import LastDecision, TableQuerySet

TABLES_AT_ONCE = 100  # tables whose ids go into one query
TABLE = PreparedQuery[Table](lambda pk: Table.objects.filter(pk=pk).with_rules())
TABLE_TO_WRITE = PreparedQuery[Table](lambda pk: Table.objects.filter(pk=pk).with_rules().with_next_record())
SEATS = PreparedQuery[Seat](lambda table: Seat.objects.filter(table=table).select_related("entry"))
RECORDS = PreparedQuery[Record](lambda table: Record.objects.filter(table=table).select_related("free_text", "link"))
REASONS = PreparedQuery[RecordReason](lambda table: RecordReason.objects.filter(record__table=table))


def load_sheet(table_id: int) -> Sheet:
    """Return one table's sheet; raise Table.DoesNotExist if there is no such table. Records that this process knows are
    not asked again, and their coups not scored again (`recent_sheets`)."""
    table = get_only(TABLE.fetch(table_id))
    sheet = build_sheet(table)
    if sheet.records and not RECENT.find_sheet(table_id, table.head):
        RECENT.keep_sheet(sheet)
    return sheet


def load_sheet_to_write(table_id: int) -> Sheet:
    """Return the sheet of a table that the transaction has locked, for one record to be written there; its table
    bears the number that this record takes (`next_record`). What this process knows already is not asked again
    (`recent_sheets`). Raises as `load_sheet`."""
    return build_sheet(get_only(TABLE_TO_WRITE.fetch_again(table_id)))


def build_sheet(table: Table) -> Sheet:
    """Build the sheet of a table that was fetched with its rules and its head; what this process knows of the table
    already is not asked again."""
    known = RECENT.find_last(table.pk) if table.head else None
    newer = fetch_newer_records(table, known) if known else None
    if known is None or newer is None:
        return Sheet.from_rows(table, fetch_seats(table), tuple(RECORDS.fetch(table.pk)))
    return Sheet.from_rows(table, fetch_seats(table), (*with_present_reasons(known), *newer), known)


def fetch_newer_records(table: Table, known: Sheet) -> list[Record] | None:
    """Return the table's records that the known sheet does not have; None if the table's chain does not go on from that
    sheet."""
    head = known.records[-1].link.digest
    if head == table.head:
        return []
    since = Record.objects.filter(table=table, number__gte=len(known.records)).select_related("free_text", "link")
    records = list(since)
    return records[1:] if records and records[0].link.digest == head else None


def with_present_reasons(known: Sheet) -> tuple[Record, ...]:
    """Return the records of a sheet that this process knows, with their reasons as the database has them now."""
    if not any(record.link.reason for record in known.records):
        return known.records
    reasons = {reason.pk: reason for reason in REASONS.fetch(known.table.pk)}
    return tuple(
        give_reason(record, reasons.get(record.pk)) if record.link.reason else record for record in known.records
    )


def give_reason(record: Record, reason: RecordReason | None) -> Record:
    """Return a copy of a record with this reason."""
    copied: Record = copy_object(record, {})
    copied._state.fields_cache["free_text"] = reason
    return copied


def get_only(tables: list[Table]) -> Table:
    """Return the one table that a query found; raise Table.DoesNotExist without one."""
    if not tables:
        raise Table.DoesNotExist
    return tables[0]


def fetch_seats(table: Table) -> list[Seat]:
    """Return the table's seats with their entries, substitutes too."""
    seats = SEATS.fetch_again(table.pk)
    for seat in seats:
        seat.table = table
    return seats


def load_sheets(tournament: Tournament) -> list[Sheet]:
    """Return the sheets of all tables of a tournament, by round and table number."""
    return list(iterate_sheets(Table.objects.filter(round__tournament=tournament).order_by("round__n", "n")))


def load_heads(tournament: Tournament) -> tuple[list[tuple[int, int, str]], str]:
    """Return (round number, table number, head of its chain) of each table of the tournament that has a record, in that
    order, and the head of the tournament: one query, no sheet."""
    tables = Table.objects.filter(round__tournament=tournament).with_heads().exclude(head="")
    rows = list(
        tables.annotate(decided=LastDecision(tournament.pk))
        .order_by("round__n", "n")
        .values_list("round__n", "n", "head", "decided")
    )
    heads = [(n, table, head) for n, table, head, _decided in rows]
    return heads, compute_tournament_head(heads, rows[0][-1] if rows else "")


def load_sheets_to_check(tables: TableQuerySet) -> list[Sheet]:
    """Return the sheets of these tables, in order, for a check of the book; their records are fetched without their
    links."""
    return [Sheet.from_rows(table, table.sitters, tuple(table.written)) for table in tables.with_rows_to_check()]


def iterate_sheets(tables: TableQuerySet) -> Iterator[Sheet]:
    """Yield the tables' sheets in order, TABLES_AT_ONCE at a time with a constant number of queries each."""
    return (Sheet.from_table(table) for table in tables.with_sheet_rows().iterator(chunk_size=TABLES_AT_ONCE))
