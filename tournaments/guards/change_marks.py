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
IN_EVENTS = ("entry", "round")

BEATS = "tournaments_beat"

OF_TABLE = (
    "SELECT round.event_id FROM tournaments_table AS played JOIN tournaments_round AS round"
    " ON round.id = played.round_id WHERE played.id = {row}.table_id"
)
OF_ROUND = "SELECT event_id FROM tournaments_round WHERE id = {row}.round_id"
WAYS = {
    **dict.fromkeys(AT_TABLES, ("table", OF_TABLE)),
    **dict.fromkeys(IN_ROUNDS, ("round", OF_ROUND)),
    **dict.fromkeys(IN_EVENTS, ("event", "SELECT {row}.event_id AS event_id")),
}
"""By database table: what its rows belong to, and the SQL that finds the tournament of a row."""

CHANGED = {"insert": "NEW", "update": "NEW", "delete": "OLD"}

ON_SQLITE = """CREATE TRIGGER book_beat_{name}_{change} AFTER {CHANGE} ON tournaments_{name}
BEGIN
    DELETE FROM tournaments_beat WHERE event_id = ({event});
    INSERT INTO tournaments_beat (event_id, mark) SELECT event_id, random() FROM ({event});
END"""

FUNCTION = """CREATE FUNCTION book_beat_by_{way}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tournaments_beat (event_id, mark)
    SELECT event_id, (random() * 9007199254740991)::bigint FROM (
        SELECT DISTINCT event.event_id FROM changed CROSS JOIN LATERAL ({event}) AS event
    ) AS events;
    RETURN NULL;
END $$"""
ON_POSTGRESQL = """CREATE TRIGGER book_beat_{name}_{change} AFTER {CHANGE} ON tournaments_{name}
REFERENCING {which} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION book_beat_by_{way}()"""
ALWAYS = "ALTER TABLE tournaments_{name} ENABLE ALWAYS TRIGGER book_beat_{name}_{change}"


def beats(vendor: str) -> list[str]:
    """Return the SQL of every change-mark trigger for "sqlite" or "postgresql", one statement an item."""
    return list(_on_sqlite() if vendor == "sqlite" else _on_postgresql())


def _on_sqlite() -> Iterator[str]:
    for name, (_way, event) in WAYS.items():
        for change, row in CHANGED.items():
            found = event.format(row=row)
            yield ON_SQLITE.format(name=name, change=change, CHANGE=change.upper(), event=found)


def _on_postgresql() -> Iterator[str]:
    for way, event in sorted(set(WAYS.values())):
        yield FUNCTION.format(way=way, event=event.format(row="changed"))
    for name, (way, _event) in WAYS.items():
        for change, which in CHANGED.items():
            yield ON_POSTGRESQL.format(name=name, change=change, CHANGE=change.upper(), which=which, way=way)
            yield ALWAYS.format(name=name, change=change)
