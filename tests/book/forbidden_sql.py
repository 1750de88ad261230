# ruff: noqa: E501
"""SQL statements that break the book's rules, by name, for a database that `fill_two_tables` has filled."""

import re

from django.db import connection

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events

KEY_TAKEN = (
    ' INTO tournaments_record (id, table_id, number, kind, position, body, "key", digest, by, cause, at) '
    'SELECT 900, table_id, 3, kind, position, body, "key", digest, by, cause, at FROM tournaments_record WHERE id = 2'
)
RECORD = (
    "INSERT INTO tournaments_record (id, table_id, number, kind, position, body, {key}, digest, by, at) "
    "VALUES ({id}, {table}, {number}, '{kind}', 3, {body}, '{word}', '', 'table', '2026-11-21 20:00:00')"
)
POSTING = (
    "INSERT INTO tournaments_posting (record_id, transfer, account, jetons, rule) VALUES ({}, {}, '{}', {}, 'BRU-08')"
)
LINE = (
    "INSERT INTO tournaments_line "
    "(record_id, seat_id, net, coups, coups_won, points, brusquembilles_won, brusquembilles_lost) "
    "VALUES ({}, {}, {}, 0, 0, 0, 0, 0)"
)
LINK = (
    "INSERT INTO tournaments_link (table_id, record_id, reason, previous, beside, digest, by) VALUES ({table}, {record}, '', "
    "COALESCE((SELECT digest FROM tournaments_link WHERE table_id = {table} ORDER BY id DESC LIMIT 1), '{letter64}'), "
    "'', '{digest}', '')"
)
NEW_ID = 900  # an id that no record has


def build_record_sql(
    id: object = NEW_ID,
    number: object = 3,
    kind: str = "event",
    body: str = "'{}'",
    word: str = "a-new-key",
    table: object = 1,
) -> str:
    """Return the SQL that inserts a record; `word` is its idempotency key."""
    return RECORD.format(id=id, number=number, kind=kind, body=body, word=word, table=table, key='"key"')


def build_posting_sql(record: int, account: str, jetons: int, transfer: int = 1) -> str:
    """Return the SQL that inserts a posting."""
    return POSTING.format(record, transfer, account, jetons)


def build_line_sql(record: int, seat: int, net: object = 5) -> str:
    """Return the SQL that inserts a ledger line."""
    return LINE.format(record, seat, net)


def build_link_sql(record: object = NEW_ID, table: object = 1) -> str:
    """Return the SQL that inserts a link for the record, as far as the database itself can tell."""
    return LINK.format(table=table, record=record, letter64="e" * 64, digest=f"{record}".rjust(64, "d"))


def add_links(statements: list[str]) -> list[str]:
    """Return the statements with a link before each new record that they insert, so that it is not for want of a link
    that they are refused."""
    linked = []
    for statement in statements:
        if found := INSERTED_RECORD.search(statement):
            linked.append(build_link_sql(found["record"], found["table"]))
        linked.append(statement)
    return linked


INSERTED_RECORD = re.compile(r"^INSERT INTO tournaments_record \(.*?\) VALUES \((?P<record>90\d), (?P<table>\d+), ")


def fill_two_tables() -> None:
    """Fill the database: records 1 and 2 at table 1 (seats 1 to 3), record 3 at table 2 (seats 4 to 6)."""
    tournament = create_evening(3, 3)
    record_events(get_table(tournament), build_coup(), build_coup(40, 50, 30))
    record_events(get_table(tournament, 2), build_coup())


ALLOWED = [
    build_posting_sql(NEW_ID, "1", -20),
    build_posting_sql(NEW_ID, "pot", 20),
    build_line_sql(NEW_ID, 1, net=-20),
    build_link_sql(),
    build_record_sql(),
]  # accepted, in this order

FORBIDDEN = {
    "change a body": ["UPDATE tournaments_record SET body = '{}' WHERE id = 1"],
    "change a number": ["UPDATE tournaments_record SET number = 9 WHERE id = 2"],
    "change an id": [f"UPDATE tournaments_record SET id = {NEW_ID} WHERE id = 2"],
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
    "post late, balanced": [build_posting_sql(1, "1", 5, 99), build_posting_sql(1, "2", -5, 99)],
    "post late in an old transfer": [build_posting_sql(1, "3", 5)],
    "a late line": [build_line_sql(3, 5)],
    "a gap": [build_record_sql(number=4)],
    "a number taken": [build_record_sql(number=2)],
    "a number before the first": [build_record_sql(number=0)],
    "no number": [build_record_sql(number="NULL")],
    "two of one number": [build_record_sql(number=3), build_record_sql(id=NEW_ID + 1, number=3, word="another")],
    "a key taken": ["INSERT" + KEY_TAKEN],
    "unbalanced": [build_posting_sql(NEW_ID, "1", -20), build_posting_sql(NEW_ID, "pot", 19), build_record_sql()],
    "one side only": [build_posting_sql(NEW_ID, "1", -20), build_record_sql()],
    "three sides": [build_posting_sql(NEW_ID, "1", -20), build_posting_sql(NEW_ID, "2", 10), build_posting_sql(NEW_ID, "3", 10), build_record_sql()],
    "balanced over two transfers, not in each": [
        build_posting_sql(NEW_ID, "1", -20), build_posting_sql(NEW_ID, "pot", 10), build_posting_sql(NEW_ID, "2", -10, 2), build_posting_sql(NEW_ID, "pot", 20, 2), build_record_sql(),
    ],
    "a transfer of nothing": [build_posting_sql(NEW_ID, "1", 0), build_posting_sql(NEW_ID, "2", 0), build_record_sql()],
    "the record first": [build_record_sql(), build_posting_sql(NEW_ID, "1", -20), build_posting_sql(NEW_ID, "pot", 20)],
    "postings without their record": [build_posting_sql(NEW_ID, "1", -20), build_posting_sql(NEW_ID, "pot", 20)],
    "a line without its record": [build_line_sql(NEW_ID, 1)],
    "an account that is not at the table": [build_posting_sql(NEW_ID, "1", -20), build_posting_sql(NEW_ID, "4", 20), build_record_sql()],
    "a line for another table's sitter": [build_line_sql(NEW_ID, 4), build_record_sql()],
    "two lines for one sitter": [build_line_sql(NEW_ID, 1), build_line_sql(NEW_ID, 1), build_record_sql()],
    "no such kind": [build_record_sql(kind="remark")],
    "an event without a body": [build_record_sql(body="NULL")],
    "a consequence without a cause": [build_record_sql(kind="consequence", body="NULL")],
    "a record of no table": [build_record_sql(table=77, number=1)],
    "upsert by id": [build_record_sql(id=2) + " ON CONFLICT (id) DO UPDATE SET by = 'user:1'"],
    "upsert by number": [build_record_sql(number=2) + " ON CONFLICT (table_id, number) DO UPDATE SET by = 'user:1'"],
    "upsert a posting": [
        build_posting_sql(1, "1", 5) + " ON CONFLICT (record_id, transfer, account) DO UPDATE SET jetons = excluded.jetons"
    ],
    "an update in a common table expression": [
        "WITH one AS (SELECT 1 AS id) UPDATE tournaments_record SET by = 'x' WHERE id IN (SELECT id FROM one)"
    ],
}  # fmt: skip

FORBIDDEN_ON_SQLITE = {
    "replace by id": ["INSERT OR REPLACE" + build_record_sql(id=2).removeprefix("INSERT")],
    "replace by number": ["INSERT OR REPLACE" + build_record_sql(number=2).removeprefix("INSERT")],
    "replace by key": ["REPLACE" + KEY_TAKEN],
    "replace a posting by id": [
        "REPLACE INTO tournaments_posting (id, record_id, transfer, account, jetons, rule) VALUES (1, 900, 1, '1', 1, '')",
        build_posting_sql(NEW_ID, "2", -1), build_record_sql(),
    ],
    "replace a posting by account": ["INSERT OR REPLACE" + build_posting_sql(1, "1", 500).removeprefix("INSERT")],
    "replace a posting not sealed yet": [
        build_posting_sql(NEW_ID, "1", -5), "INSERT OR REPLACE" + build_posting_sql(NEW_ID, "1", 5).removeprefix("INSERT"), build_record_sql(),
    ],
    "replace a line": ["INSERT OR REPLACE" + build_line_sql(1, 1).removeprefix("INSERT")],
    "a late posting, ignored if refused": ["INSERT OR IGNORE" + build_posting_sql(1, "1", 5, 99).removeprefix("INSERT")],
    "update or replace": ["UPDATE OR REPLACE tournaments_record SET id = 1 WHERE id = 2"],
    "update or ignore": ["UPDATE OR IGNORE tournaments_posting SET jetons = -jetons"],
    "let the database number an unbalanced record": [build_posting_sql(4, "1", -20), build_record_sql(id="NULL")],
    "replace with recursive triggers off": [
        "PRAGMA recursive_triggers = OFF", "INSERT OR REPLACE" + build_record_sql(id=2).removeprefix("INSERT"),
    ],
    "check constraints ignored": ["PRAGMA ignore_check_constraints = ON", "DELETE FROM tournaments_line"],
}  # fmt: skip

LATE_POSTING = "SELECT 1, 99, '1', 5, 'BRU-08'"
FORBIDDEN_ON_POSTGRESQL = {
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
        f"{LATE_POSTING} RETURNING *) SELECT * FROM late"
    ],
    "replication role: change": ["SET LOCAL session_replication_role = replica", "UPDATE tournaments_posting SET jetons = -jetons"],
    "replication role: truncate": ["SET LOCAL session_replication_role = replica", "TRUNCATE tournaments_line"],
    "replication role: a late posting": [
        "SET LOCAL session_replication_role = replica", build_posting_sql(1, "1", 5, 99), build_posting_sql(1, "2", -5, 99),
    ],
    "replication role: orphans": [
        "SET LOCAL session_replication_role = replica", build_posting_sql(NEW_ID, "1", 5), build_posting_sql(NEW_ID, "2", -5),
    ],
    "an old snapshot": ["SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", build_posting_sql(NEW_ID, "1", 5), build_posting_sql(NEW_ID, "2", -5), build_record_sql()],
    "an old snapshot, serializable": ["SET TRANSACTION ISOLATION LEVEL SERIALIZABLE", build_record_sql()],
    "constraints deferred": ["SET CONSTRAINTS ALL DEFERRED", build_posting_sql(NEW_ID, "1", 5), build_posting_sql(NEW_ID, "2", -5)],
    "in a block of code that hides the error": [
        "DO $$ BEGIN UPDATE tournaments_posting SET jetons = -jetons; EXCEPTION WHEN deadlock_detected THEN NULL; END $$"
    ],
}  # fmt: skip

# What constraints and foreign keys refuse by themselves, with or without guards.
REFUSED_WITHOUT_GUARDS = {
    "change an id",
    "give a posting to another",
    "give a line to another",
    "remove a record",
    "remove a record with all it has",
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
    "upsert by number",
    "replace by key",
    "update or replace",
    "constraints deferred",
}


def execute_sql(statements: list[str]) -> None:
    """Execute these SQL statements one after the other."""
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
