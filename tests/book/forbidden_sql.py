# ruff: noqa: E501
"""SQL statements that break the book's rules, by name, for a database that `two_tables` has filled."""

from django.db import connection

from tests.book.evening_builders import coup, evening, table_of, write

RECORD = (
    "INSERT INTO tournaments_record (id, table_id, number, kind, position, body, {key}, digest, by, reason, at) "
    "VALUES ({id}, {table}, {number}, '{kind}', 3, {body}, '{word}', '', 'table', '', '2026-11-21 20:00:00')"
)
POSTING = (
    "INSERT INTO tournaments_posting (record_id, transfer, account, jetons, rule) VALUES ({}, {}, '{}', {}, 'BRU-08')"
)
LINE = (
    "INSERT INTO tournaments_line "
    "(record_id, seat_id, net, coups, coups_won, points, brusquembilles_won, brusquembilles_lost) "
    "VALUES ({}, {}, 5, 0, 0, 0, 0, 0)"
)
NEW = 900  # an id that no record has


def record(
    id: object = NEW,
    number: object = 3,
    kind: str = "event",
    body: str = "'{}'",
    word: str = "a-new-key",
    table: object = 1,
) -> str:
    """Return the SQL that inserts a record; `word` is its idempotency key."""
    return RECORD.format(id=id, number=number, kind=kind, body=body, word=word, table=table, key='"key"')


def posting(record: int, account: str, jetons: int, transfer: int = 1) -> str:
    """Return the SQL that inserts a posting."""
    return POSTING.format(record, transfer, account, jetons)


def line(record: int, seat: int) -> str:
    """Return the SQL that inserts a ledger line."""
    return LINE.format(record, seat)


def two_tables() -> None:
    """Fill the database: records 1 and 2 at table 1 (seats 1 to 3), record 3 at table 2 (seats 4 to 6)."""
    event = evening(3, 3)
    write(table_of(event), coup(), coup(40, 50, 30))
    write(table_of(event, 2), coup())


RIGHT = [posting(NEW, "1", -20), posting(NEW, "pot", 20), line(NEW, 1), record()]  # accepted, in this order

EVERYWHERE = {
    "change a body": ["UPDATE tournaments_record SET body = '{}' WHERE id = 1"],
    "change a number": ["UPDATE tournaments_record SET number = 9 WHERE id = 2"],
    "change an id": [f"UPDATE tournaments_record SET id = {NEW} WHERE id = 2"],
    "move a record to another table": ["UPDATE tournaments_record SET table_id = 2, number = 2 WHERE id = 2"],
    "change who wrote it": ["UPDATE tournaments_record SET by = 'user:1'"],
    "change it to what it is": ["UPDATE tournaments_record SET number = number"],
    "change a posting": ["UPDATE tournaments_posting SET jetons = jetons + 100 WHERE record_id = 1"],
    "change all postings, still balanced": ["UPDATE tournaments_posting SET jetons = -jetons"],
    "give a posting to another": ["UPDATE tournaments_posting SET account = '2' WHERE account = '1'"],
    "change a line": ["UPDATE tournaments_line SET net = 1000"],
    "give a line to another": ["UPDATE tournaments_line SET seat_id = 2 WHERE seat_id = 1 AND record_id = 1"],
    "remove a record": ["DELETE FROM tournaments_record WHERE id = 2"],
    "remove all records": ["DELETE FROM tournaments_record"],
    "remove a posting": ["DELETE FROM tournaments_posting WHERE record_id = 1"],
    "remove all postings": ["DELETE FROM tournaments_posting"],
    "remove a line": ["DELETE FROM tournaments_line WHERE record_id = 1"],
    "remove a record with all it has": [
        "DELETE FROM tournaments_line WHERE record_id = 2",
        "DELETE FROM tournaments_posting WHERE record_id = 2",
        "DELETE FROM tournaments_record WHERE id = 2",
    ],
    "remove the table under it": ["DELETE FROM tournaments_table WHERE id = 1"],
    "post late, balanced": [posting(1, "1", 5, 99), posting(1, "2", -5, 99)],
    "post late in an old transfer": [posting(1, "3", 5)],
    "a late line": [line(3, 5)],
    "a gap": [record(number=4)],
    "a number taken": [record(number=2)],
    "a number before the first": [record(number=0)],
    "no number": [record(number="NULL")],
    "two of one number": [record(number=3), record(id=NEW + 1, number=3, word="another")],
    "a key taken": ['INSERT INTO tournaments_record SELECT 900, 3, kind, position, body, "key", digest, by, reason, '
                    "cause, at, table_id FROM tournaments_record WHERE id = 2"],
    "unbalanced": [posting(NEW, "1", -20), posting(NEW, "pot", 19), record()],
    "one side only": [posting(NEW, "1", -20), record()],
    "three sides": [posting(NEW, "1", -20), posting(NEW, "2", 10), posting(NEW, "3", 10), record()],
    "balanced over two transfers, not in each": [
        posting(NEW, "1", -20), posting(NEW, "pot", 10), posting(NEW, "2", -10, 2), posting(NEW, "pot", 20, 2), record(),
    ],
    "a transfer of nothing": [posting(NEW, "1", 0), posting(NEW, "2", 0), record()],
    "the record first": [record(), posting(NEW, "1", -20), posting(NEW, "pot", 20)],
    "postings without their record": [posting(NEW, "1", -20), posting(NEW, "pot", 20)],
    "a line without its record": [line(NEW, 1)],
    "an account that is not at the table": [posting(NEW, "1", -20), posting(NEW, "4", 20), record()],
    "a line for another table's sitter": [line(NEW, 4), record()],
    "two lines for one sitter": [line(NEW, 1), line(NEW, 1), record()],
    "no such kind": [record(kind="remark")],
    "an event without a body": [record(body="NULL")],
    "a consequence without a cause": [record(kind="consequence", body="NULL")],
    "a record of no table": [record(table=77, number=1)],
    "upsert by id": [record(id=2) + " ON CONFLICT (id) DO UPDATE SET by = 'user:1'"],
    "upsert by number": [record(number=2) + " ON CONFLICT (table_id, number) DO UPDATE SET by = 'user:1'"],
    "upsert a posting": [
        posting(1, "1", 5) + " ON CONFLICT (record_id, transfer, account) DO UPDATE SET jetons = excluded.jetons"
    ],
    "an update in a common table expression": [
        "WITH one AS (SELECT 1 AS id) UPDATE tournaments_record SET by = 'x' WHERE id IN (SELECT id FROM one)"
    ],
}  # fmt: skip

SQLITE = {
    "replace by id": ["INSERT OR REPLACE" + record(id=2).removeprefix("INSERT")],
    "replace by number": ["INSERT OR REPLACE" + record(number=2).removeprefix("INSERT")],
    "replace by key": ["REPLACE INTO tournaments_record SELECT 900, 3, kind, position, body, \"key\", digest, by, reason, "
                       "cause, at, table_id FROM tournaments_record WHERE id = 2"],
    "replace a posting by id": [
        "REPLACE INTO tournaments_posting (id, record_id, transfer, account, jetons, rule) VALUES (1, 900, 1, '1', 1, '')",
        posting(NEW, "2", -1), record(),
    ],
    "replace a posting by account": ["INSERT OR REPLACE" + posting(1, "1", 500).removeprefix("INSERT")],
    "replace a posting not sealed yet": [
        posting(NEW, "1", -5), "INSERT OR REPLACE" + posting(NEW, "1", 5).removeprefix("INSERT"), record(),
    ],
    "replace a line": ["INSERT OR REPLACE" + line(1, 1).removeprefix("INSERT")],
    "a late posting, ignored if refused": ["INSERT OR IGNORE" + posting(1, "1", 5, 99).removeprefix("INSERT")],
    "update or replace": ["UPDATE OR REPLACE tournaments_record SET id = 1 WHERE id = 2"],
    "update or ignore": ["UPDATE OR IGNORE tournaments_posting SET jetons = -jetons"],
    "let the database number an unbalanced record": [posting(4, "1", -20), record(id="NULL")],
    "replace with recursive triggers off": [
        "PRAGMA recursive_triggers = OFF", "INSERT OR REPLACE" + record(id=2).removeprefix("INSERT"),
    ],
    "check constraints ignored": ["PRAGMA ignore_check_constraints = ON", "DELETE FROM tournaments_line"],
}  # fmt: skip

LATE = "SELECT 1, 99, '1', 5, 'BRU-08'"
POSTGRESQL = {
    "truncate records and all": ["TRUNCATE tournaments_record CASCADE"],
    "truncate postings": ["TRUNCATE tournaments_posting"],
    "truncate lines": ["TRUNCATE tournaments_line"],
    "truncate the tables, cascading": ["TRUNCATE tournaments_table CASCADE"],
    "truncate the clubs, cascading": ["TRUNCATE tournaments_club CASCADE"],
    "merge": ["MERGE INTO tournaments_posting p USING tournaments_record r ON p.record_id = r.id "
              "WHEN MATCHED THEN UPDATE SET jetons = -jetons"],
    "merge, deleting": ["MERGE INTO tournaments_line l USING tournaments_record r ON l.record_id = r.id "
                        "WHEN MATCHED THEN DELETE"],
    "delete in a common table expression": ["WITH gone AS (DELETE FROM tournaments_line RETURNING *) SELECT * FROM gone"],
    "insert late in a common table expression": [
        "WITH late AS (INSERT INTO tournaments_posting (record_id, transfer, account, jetons, rule) "
        f"{LATE} RETURNING *) SELECT * FROM late"
    ],
    "replication role: change": ["SET LOCAL session_replication_role = replica", "UPDATE tournaments_posting SET jetons = -jetons"],
    "replication role: truncate": ["SET LOCAL session_replication_role = replica", "TRUNCATE tournaments_line"],
    "replication role: a late posting": [
        "SET LOCAL session_replication_role = replica", posting(1, "1", 5, 99), posting(1, "2", -5, 99),
    ],
    "replication role: orphans": [
        "SET LOCAL session_replication_role = replica", posting(NEW, "1", 5), posting(NEW, "2", -5),
    ],
    "an old snapshot": ["SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", posting(NEW, "1", 5), posting(NEW, "2", -5), record()],
    "an old snapshot, serializable": ["SET TRANSACTION ISOLATION LEVEL SERIALIZABLE", record()],
    "constraints deferred": ["SET CONSTRAINTS ALL DEFERRED", posting(NEW, "1", 5), posting(NEW, "2", -5)],
    "in a block of code that hides the error": [
        "DO $$ BEGIN UPDATE tournaments_posting SET jetons = -jetons; EXCEPTION WHEN deadlock_detected THEN NULL; END $$"
    ],
}  # fmt: skip

# What constraints and foreign keys refuse by themselves, with or without guards.
WITHOUT_GUARDS = {
    "change an id",
    "give a posting to another",
    "give a line to another",
    "remove a record",
    "remove all records",
    "remove the table under it",
    "a late line",
    "a number taken",
    "a number before the first",
    "no number",
    "two of one number",
    "a key taken",
    "a transfer of nothing",
    "postings without their record",
    "a line without its record",
    "two lines for one sitter",
    "no such kind",
    "an event without a body",
    "a consequence without a cause",
    "a record of no table",
    "replace by number",
    "replace by key",
    "update or replace",
    "constraints deferred",
}


def run(statements: list[str]) -> None:
    """Execute these SQL statements one after the other."""
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
