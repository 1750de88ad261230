"""The triggers that write an OutboxEntry for what other programs may want to be told, whoever did it, in the very
transaction in which it was done.

No action has to do anything for it: recording a coup takes no further statement, whether the club has receivers or not.
Where it has none, the entry does not wait to be sent.
Whoever reads the entries by their numbers must not pass one over. SQLite, which has one writer at a time, numbers them
as they are committed. PostgreSQL may commit a lower number later: there each writer holds, until his transaction ends,
a lock that says below which number none of his entries can be (LOCK, and that number).
This module knows in which database tables something happens, and nothing of what it means.
"""

from collections.abc import Iterator

from .change_marks import OF_ROUND, OF_TABLE

OUTBOX_TABLE = "tournaments_outbox"
LOCK = 1651470189
FIRST_UNSETTLED_SQL = f"""SELECT MIN(objid::bigint) FROM pg_locks WHERE locktype = 'advisory' AND classid = {LOCK}
AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> pg_backend_pid()"""
"""PostgreSQL's query for the number after which an entry may still be committed; NULL where nobody writes."""
OF_ROW = "SELECT {row}.event_id AS event_id"
ROUND_OF_ROW = "(SELECT n FROM tournaments_round WHERE id = {row}.round_id)"

SOURCES = (
    ("record", "insert", "record", OF_TABLE, "{row}.id", ""),
    ("deed", "insert", "audit", OF_ROW, "{row}.id", ""),
    ("table", "insert", "tables", OF_ROUND, ROUND_OF_ROW, ""),
    ("table", "delete", "tables", OF_ROUND, ROUND_OF_ROW, ""),
    ("signup", "insert", "sign_up", "SELECT {row}.tournament_id AS event_id", "{row}.id", ""),
    ("signup", "update", "sign_up", "SELECT {row}.tournament_id AS event_id", "{row}.id", "state"),
)
"""(database table, change, kind of entry, SQL that finds the tournament of a row, its subject, and the column whose
change alone counts). Deeds are audit entries."""

ROW_BY_CHANGE = {"insert": "NEW", "update": "NEW", "delete": "OLD"}

HAS_RECEIVER = (
    "EXISTS (SELECT 1 FROM tournaments_receiver AS receiver JOIN tournaments_event AS event"
    " ON event.club_id = receiver.club_id WHERE event.id = its.event_id)"
)
SQLITE_TRIGGER = """CREATE TRIGGER book_outbox_{name}_{change} AFTER {CHANGE} ON tournaments_{name}{when}
BEGIN
    INSERT INTO tournaments_outbox (event_id, kind, subject, at, is_pending)
    SELECT its.event_id, '{kind}', {subject}, strftime('%Y-%m-%d %H:%M:%f', 'now'), {has_receiver}
    FROM ({event}) AS its;
END"""
SQLITE_ONLY_IF_CHANGED = " WHEN OLD.{column} <> NEW.{column}"

POSTGRESQL_FUNCTION = """CREATE FUNCTION book_outbox_of_{name}_{change}() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, {{schema}}, pg_temp AS $$
BEGIN
    IF COALESCE(current_setting('corbillon.outbox', true), '') = '' THEN
        PERFORM pg_advisory_xact_lock_shared(
            {lock}, LEAST(nextval(pg_get_serial_sequence('tournaments_outbox', 'id')), 2147483647)::integer
        );
        PERFORM set_config('corbillon.outbox', 'locked', true);
    END IF;
    INSERT INTO tournaments_outbox (event_id, kind, subject, at, is_pending)
    SELECT its.event_id, '{kind}', {subject}, clock_timestamp(), {has_receiver}
    FROM changed CROSS JOIN LATERAL ({event}) AS its{join}{condition};
    RETURN NULL;
END $$"""
POSTGRESQL_JOIN_BEFORE = " JOIN former ON former.id = changed.id"
POSTGRESQL_ONLY_IF_CHANGED = " WHERE former.{column} <> changed.{column}"
POSTGRESQL_TRIGGER = """CREATE TRIGGER book_outbox_{name}_{change} AFTER {CHANGE} ON tournaments_{name}
REFERENCING {tables} FOR EACH STATEMENT EXECUTE FUNCTION book_outbox_of_{name}_{change}()"""
POSTGRESQL_ENABLE_ALWAYS = "ALTER TABLE tournaments_{name} ENABLE ALWAYS TRIGGER book_outbox_{name}_{change}"
TRANSITION_TABLES = {
    "insert": "NEW TABLE AS changed",
    "update": "OLD TABLE AS former NEW TABLE AS changed",
    "delete": "OLD TABLE AS changed",
}


def build_outbox_triggers(vendor: str) -> list[str]:
    """Return the SQL of every outbox trigger for "sqlite" or "postgresql", one statement an item."""
    return list(_build_sqlite_triggers() if vendor == "sqlite" else _build_postgresql_triggers())


def _build_sqlite_triggers() -> Iterator[str]:
    for name, change, kind, event, subject, column in SOURCES:
        row = ROW_BY_CHANGE[change]
        yield SQLITE_TRIGGER.format(
            name=name,
            change=change,
            CHANGE=change.upper(),
            when=SQLITE_ONLY_IF_CHANGED.format(column=column) if column else "",
            kind=kind,
            subject=subject.format(row=row),
            event=event.format(row=row),
            has_receiver=HAS_RECEIVER,
        )


def _build_postgresql_triggers() -> Iterator[str]:
    for name, change, kind, event, subject, column in SOURCES:
        names = {"name": name, "change": change, "CHANGE": change.upper()}
        yield POSTGRESQL_FUNCTION.format(
            **names,
            kind=kind,
            subject=subject.format(row="changed"),
            event=event.format(row="changed"),
            join=POSTGRESQL_JOIN_BEFORE if column else "",
            has_receiver=HAS_RECEIVER,
            lock=LOCK,
            condition=POSTGRESQL_ONLY_IF_CHANGED.format(column=column) if column else "",
        )
        yield POSTGRESQL_TRIGGER.format(**names, tables=TRANSITION_TABLES[change])
        yield POSTGRESQL_ENABLE_ALWAYS.format(**names)
