"""The triggers that write a ChangeMark whenever data of a tournament changes, whoever changes it.

A page that polls then learns from one small query, whatever the tournament's size, that nothing has changed.
On SQLite, which has one writer at a time, only the tournament's last mark is stored. On PostgreSQL, which has several,
each statement adds a mark: no writer waits for another, and a mark that is committed late is still among the last
ones; old marks are deleted when the tournament is closed.
This module knows which database tables hold a tournament's data, and nothing of what they mean.
"""

from collections.abc import Iterator

AT_TABLES = ("auction", "call", "confirmation", "count", "record", "seat", "unplayed")
IN_ROUNDS = ("rest", "table")
IN_EVENTS = ("adjustment", "entry", "round")

CHANGE_MARK_TABLE = "tournaments_beat"

OF_TABLE = (
    "SELECT round.event_id FROM tournaments_table AS played JOIN tournaments_round AS round"
    " ON round.id = played.round_id WHERE played.id = {row}.table_id"
)
OF_ROUND = "SELECT event_id FROM tournaments_round WHERE id = {row}.round_id"
TOURNAMENT_LOOKUPS = {
    **dict.fromkeys(AT_TABLES, ("table", OF_TABLE)),
    **dict.fromkeys(IN_ROUNDS, ("round", OF_ROUND)),
    **dict.fromkeys(IN_EVENTS, ("event", "SELECT {row}.event_id AS event_id")),
}
"""For each database table: the model that its rows belong to, and the SQL that finds the tournament of a row."""

ROW_BY_CHANGE = {"insert": "NEW", "update": "NEW", "delete": "OLD"}

SQLITE_TRIGGER = """CREATE TRIGGER book_beat_{name}_{change} AFTER {CHANGE} ON tournaments_{name}
BEGIN
    DELETE FROM tournaments_beat WHERE event_id = ({event});
    INSERT INTO tournaments_beat (event_id, mark) SELECT event_id, random() FROM ({event});
END"""

POSTGRESQL_FUNCTION = """CREATE FUNCTION book_beat_by_{way}() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, {{schema}}, pg_temp AS $$
BEGIN
    INSERT INTO tournaments_beat (event_id, mark)
    SELECT event_id, (random() * 9007199254740991)::bigint FROM (
        SELECT DISTINCT event.event_id FROM changed CROSS JOIN LATERAL ({event}) AS event
    ) AS events;
    RETURN NULL;
END $$"""
POSTGRESQL_TRIGGER = """CREATE TRIGGER book_beat_{name}_{change} AFTER {CHANGE} ON tournaments_{name}
REFERENCING {which} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION book_beat_by_{way}()"""
POSTGRESQL_ENABLE_ALWAYS = "ALTER TABLE tournaments_{name} ENABLE ALWAYS TRIGGER book_beat_{name}_{change}"


def build_change_mark_triggers(vendor: str) -> list[str]:
    """Return the SQL of every change-mark trigger for "sqlite" or "postgresql", one statement an item."""
    return list(_build_sqlite_triggers() if vendor == "sqlite" else _build_postgresql_triggers())


def _build_sqlite_triggers() -> Iterator[str]:
    for name, (_way, event) in TOURNAMENT_LOOKUPS.items():
        for change, row in ROW_BY_CHANGE.items():
            found = event.format(row=row)
            yield SQLITE_TRIGGER.format(name=name, change=change, CHANGE=change.upper(), event=found)


def _build_postgresql_triggers() -> Iterator[str]:
    for way, event in sorted(set(TOURNAMENT_LOOKUPS.values())):
        yield POSTGRESQL_FUNCTION.format(way=way, event=event.format(row="changed"))
    for name, (way, _event) in TOURNAMENT_LOOKUPS.items():
        for change, which in ROW_BY_CHANGE.items():
            yield POSTGRESQL_TRIGGER.format(name=name, change=change, CHANGE=change.upper(), which=which, way=way)
            yield POSTGRESQL_ENABLE_ALWAYS.format(name=name, change=change)
