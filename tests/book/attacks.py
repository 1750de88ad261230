# ruff: noqa: E501
"""Attacks on the book, by name: what somebody with the database in hand may try, beside the statements of
`forbidden_sql`. Each is refused by the database, or told by `recheck`.

An attack is a list of SQL statements for the evening of `fill_attacked_evening`. Those of `BY_ANYBODY` run with every
guard in place. Before those of `BY_THE_OWNER` the guards are dropped and the foreign keys put to sleep; after them the
guards are installed again as if nothing had been. Those of `ON_THE_GUARDS` change the guards themselves.
"""

from django.db import DatabaseError, connection, transaction

from tests.book.evening_builders import build_coup, correct_event, create_evening, get_table, record_events
from tests.book.forbidden_sql import (
    NEW_ID,
    build_line_sql,
    build_link_sql,
    build_posting_sql,
    build_record_sql,
    execute_sql,
)
from tournaments.actions.tables.seat_corrections import exchange_people
from tournaments.models import Entry
from tournaments.models.guards.install import install_guards, remove_guards


def fill_attacked_evening() -> None:
    """Fill the database. Table 1 (seats 1 to 3): records 1 and 2, a correction (3) with a reason and its consequence
    (4); Basile and Denis have changed seats. Table 2 (seats 4 to 6): records 5 and 6. Table 3 (seats 7, 8): none."""
    tournament = create_evening(3, 3, 2)
    first = get_table(tournament)
    record_events(first, build_coup(), build_coup(40, 45, 35))
    correct_event(first, 1, {"type": "void"}, reason="Basile avait mal compté")
    record_events(get_table(tournament, 2), build_coup())
    denis = Entry.objects.get(shown_name="Denis")
    exchange_people(first, 2, denis, actor="user:1", reason="mal assis")
    record_events(get_table(tournament, 2), build_coup(50, 45, 25))


def rewrite_last_record() -> list[str]:
    """Return the SQL that turns record 6 into another coup, in itself beyond doubt: everything of it is record 5's."""
    return [
        "DELETE FROM tournaments_posting WHERE record_id = 6",
        "DELETE FROM tournaments_line WHERE record_id = 6",
        "UPDATE tournaments_record SET kind = 'undo', position = 1, body = NULL WHERE id = 6",
        "INSERT INTO tournaments_posting (record_id, transfer, account, jetons, rule) "
        "SELECT 6, transfer, account, -jetons, rule FROM tournaments_posting WHERE record_id = 5",
        "INSERT INTO tournaments_line (record_id, seat_id, net, coups, coups_won, points, brusquembilles_won, brusquembilles_lost) "
        "SELECT 6, seat_id, -net, -coups, -coups_won, -points, -brusquembilles_won, -brusquembilles_lost FROM tournaments_line WHERE record_id = 5",
    ]


def remove_record(record: int) -> list[str]:
    """Return the SQL that removes a record with all that has always belonged to one."""
    return [
        f"DELETE FROM tournaments_line WHERE record_id = {record}",
        f"DELETE FROM tournaments_posting WHERE record_id = {record}",
        f"DELETE FROM tournaments_reason WHERE record_id = {record}",
        f"DELETE FROM tournaments_record WHERE id = {record}",
    ]


def remove_table(table: int) -> list[str]:
    """Return the SQL that removes a table with its records and seats, but not its chain."""
    records = f"(SELECT id FROM tournaments_record WHERE table_id = {table})"
    return [
        f"DELETE FROM tournaments_line WHERE record_id IN {records}",
        f"DELETE FROM tournaments_posting WHERE record_id IN {records}",
        f"DELETE FROM tournaments_reason WHERE record_id IN {records}",
        f"DELETE FROM tournaments_record WHERE table_id = {table}",
        f"DELETE FROM tournaments_seat WHERE table_id = {table}",
        f"DELETE FROM tournaments_table WHERE id = {table}",
    ]


def seat_entries(**entries: int) -> list[str]:
    """Return the SQL that gives each seat another entry: seat_1=3 seats the third entry at the first seat."""
    return [f"UPDATE tournaments_seat SET entry_id = {entry} WHERE id = {name[5:]}" for name, entry in entries.items()]


def forge_record(*lines: str, table: int = 3, number: int = 1) -> list[str]:
    """Return the SQL that writes a record with these lines, and a link for it."""
    return [*lines, build_link_sql(table=table), build_record_sql(number=number, table=table)]


FORGED_SEAT_LINK = (
    "INSERT INTO tournaments_link (table_id, seat_id, was, entry, reason, previous, beside, digest, by, at) SELECT table_id, id, "
    "entry_id, {entry}, '', (SELECT digest FROM tournaments_link AS last WHERE last.table_id = seat.table_id ORDER BY id DESC LIMIT 1), "
    "'', '" + "f" * 64 + "', 'user:1', '2026-11-21 20:00:00' FROM tournaments_seat AS seat WHERE id = {seat}"
)
TYPED = (
    "INSERT INTO tournaments_posting (record_id, transfer, account, jetons, rule) VALUES ({}, {}, '1', {}, 'BRU-08')"
)
TYPED_LINE = (
    "INSERT INTO tournaments_line (record_id, seat_id, net, coups, coups_won, points, brusquembilles_won, brusquembilles_lost) "
    "VALUES (900, {}, {}, {}, {}, {}, {}, {})"
)
ODD_VALUES = {"a half": "0.5", "a word": "'abc'", "a huge number": "1e308", "too great a number": "99999999999"}
LINE_COLUMNS = ("seat_id", "net", "coups", "coups_won", "points", "brusquembilles_won", "brusquembilles_lost")


def write_odd_line(column: str, value: str) -> list[str]:
    """Return the SQL that writes a line with this value in one column and zeros beside it."""
    values = {"seat_id": "7"} | {column: value}
    return forge_record(TYPED_LINE.format(*(values.get(each, "0") for each in LINE_COLUMNS)))


ODD_NUMBERS = (
    {f"{name} for {column} of a line": write_odd_line(column, value)
     for column in LINE_COLUMNS for name, value in ODD_VALUES.items()}
    | {f"{name} of jetons": forge_record(TYPED.format(900, 1, value), TYPED.format(900, 1, f"-({value})").replace("'1'", "'2'"))
       for name, value in ODD_VALUES.items() if name != "a word"}
    | {f"{name} for the number of a transfer": forge_record(TYPED.format(900, value, 5), TYPED.format(900, value, -5).replace("'1'", "'2'"))
       for name, value in ODD_VALUES.items()}
    | {f"{name} for the number of a record": [build_link_sql(table=3), build_record_sql(number=value, table=3)]
       for name, value in ODD_VALUES.items()}
)  # fmt: skip

BY_ANYBODY = ODD_NUMBERS | {
    "a seat to another player": ["UPDATE tournaments_seat SET entry_id = 8 WHERE id = 1"],
    "first and last exchanged": seat_entries(seat_1=3, seat_3=1),
    "players of two tables exchanged": seat_entries(seat_1=5, seat_5=1),
    "a seat to another place": ["UPDATE tournaments_seat SET position = 9 WHERE id = 1"],
    "a seat to a later event": ["UPDATE tournaments_seat SET since = 2 WHERE id = 1"],
    "a seat to another table": ["UPDATE tournaments_seat SET table_id = 3, position = 3 WHERE id = 1"],
    "a substitute put in before the coups": ["INSERT INTO tournaments_seat (table_id, position, since, entry_id) VALUES (1, 1, 2, 8)"],
    "a seat removed": ["DELETE FROM tournaments_seat WHERE id = 1"],
    "a seat to another, with a forged link": [FORGED_SEAT_LINK.format(entry=8, seat=1), "UPDATE tournaments_seat SET entry_id = 8 WHERE id = 1"],
    "a forged link for a seat that stays": [FORGED_SEAT_LINK.format(entry=8, seat=1)],
    "a line without postings in fiches": forge_record(build_line_sql(NEW_ID, 7, net=999)),
    "a line without postings at a table that plays": forge_record(build_line_sql(NEW_ID, 1, net=999), table=1, number=5),
    "a line greater than its postings": forge_record(
        build_posting_sql(NEW_ID, "1", 20), build_posting_sql(NEW_ID, "2", -20), build_line_sql(NEW_ID, 7, net=999), build_line_sql(NEW_ID, 8, net=-20)
    ),
    "postings without their lines": forge_record(build_posting_sql(NEW_ID, "1", 20), build_posting_sql(NEW_ID, "2", -20)),
    "a forged coup, balanced": forge_record(
        build_posting_sql(NEW_ID, "1", 20), build_posting_sql(NEW_ID, "2", -20), build_line_sql(NEW_ID, 7, net=20), build_line_sql(NEW_ID, 8, net=-20)
    ),
    "a forged consequence": [
        build_line_sql(NEW_ID, 1, net=999), build_link_sql(), build_record_sql(number=5, kind="consequence", body="NULL").replace("at)", "at, cause)").replace("20:00:00')", "20:00:00', 3)"),
    ],
    "a record without a link": [build_record_sql(number=5)],
    "a link of another table": [build_link_sql(table=2), build_record_sql(number=5)],
    "a link that skips the one before": [build_link_sql().replace("ORDER BY id DESC", "ORDER BY id"), build_record_sql(number=5)],
    "a second link for a record": [build_link_sql(1)],
    "a link changed": ["UPDATE tournaments_link SET beside = ''"],
    "a link removed": ["DELETE FROM tournaments_link WHERE record_id = 6"],
    "a link for nothing": [build_link_sql("NULL")],
    "a link without its record": [build_link_sql()],
    "a reason changed": ["UPDATE tournaments_reason SET text = 'triche'"],
    "a reason put in later": ["INSERT INTO tournaments_reason (record_id, salt, text) VALUES (1, '', 'triche')"],
    "a table moved to another round": [
        "INSERT INTO tournaments_round (event_id, n, paused_seconds) VALUES (1, 2, 0)", "UPDATE tournaments_table SET round_id = (SELECT MAX(id) FROM tournaments_round) WHERE id = 1",
    ],
    "a table numbered anew": ["UPDATE tournaments_table SET n = 99 WHERE id = 1"],
    "a table of singles made one of sides": ["UPDATE tournaments_table SET sides = NOT sides WHERE id = 1"],
    "a round numbered anew": ["UPDATE tournaments_round SET n = 9"],
    "another game": ["UPDATE tournaments_event SET game = 'briscola'"],
    "another rule": ["UPDATE tournaments_event SET preset = 'aux-points'"],
    "the table removed": ["DELETE FROM tournaments_table WHERE id = 2"],
    "the round removed": ["DELETE FROM tournaments_round"],
    "the tournament removed": ["DELETE FROM tournaments_event"],
    "a player of the evening removed": ["DELETE FROM tournaments_entry WHERE id = 1"],
    "another table of the same name stands before": [
        "CREATE TEMPORARY TABLE tournaments_posting AS SELECT * FROM tournaments_posting WHERE id < 0",
        build_posting_sql(NEW_ID, "1", 999).replace("tournaments_posting", "{own}.tournaments_posting"), build_link_sql(table=3), build_record_sql(table=3, number=1),
    ],
    "other lines of the same name stand before": [
        "CREATE TEMPORARY TABLE tournaments_line AS SELECT * FROM tournaments_line WHERE id < 0",
        build_line_sql(NEW_ID, 7, net=999).replace("tournaments_line", "{own}.tournaments_line"), build_link_sql(table=3), build_record_sql(table=3, number=1),
    ],
    "other records of the same name stand before": [
        "CREATE TEMPORARY TABLE tournaments_record AS SELECT * FROM tournaments_record WHERE id < 0",
        build_posting_sql(1, "1", 5, 99), build_posting_sql(1, "2", -5, 99),
    ],
    "other links of the same name stand before": [
        "CREATE TEMPORARY TABLE tournaments_link AS SELECT * FROM tournaments_link WHERE id < 0",
        *seat_entries(seat_1=3, seat_3=1),
    ],
}  # fmt: skip

BY_THE_OWNER = {
    "the last record removed": remove_record(6),
    "the last record removed with its link": [*remove_record(6), "DELETE FROM tournaments_link WHERE record_id = 6"],
    "a record in the middle removed": remove_record(5),
    "the last of another table removed with its link": [*remove_record(4), *remove_record(3), "DELETE FROM tournaments_link WHERE record_id IN (3, 4)"],
    "the last record rewritten, in itself beyond doubt": rewrite_last_record(),
    "a table removed": remove_table(1),
    "a table removed with its chain": [*remove_table(1), "DELETE FROM tournaments_link WHERE table_id = 1"],
    "only the table under its records removed": ["DELETE FROM tournaments_table WHERE id = 1"],
    "only the round removed": ["DELETE FROM tournaments_round"],
    "only the tournament removed": ["DELETE FROM tournaments_event"],
    "only a seat removed": ["DELETE FROM tournaments_seat WHERE id = 1"],
    "only an entry removed": ["DELETE FROM tournaments_entry WHERE id = 1"],
    "only a player removed": ["DELETE FROM tournaments_player WHERE id = 1"],
    "a seat to another player": ["UPDATE tournaments_seat SET entry_id = 8 WHERE id = 1"],
    "first and last exchanged": seat_entries(seat_1=3, seat_3=1),
    "players of two tables exchanged": seat_entries(seat_1=5, seat_5=1),
    "seats exchanged by their places": ["UPDATE tournaments_seat SET position = 4 - position WHERE table_id = 1"],
    "a corrected seat put back": [*seat_entries(seat_2=2, seat_4=4), "DELETE FROM tournaments_link WHERE seat_id IS NOT NULL"],
    "a seat to another, with a forged link": [FORGED_SEAT_LINK.format(entry=8, seat=1), "UPDATE tournaments_seat SET entry_id = 8 WHERE id = 1"],
    "another time": ["UPDATE tournaments_record SET at = '2020-01-01 00:00:00' WHERE id = 2"],
    "another writer": ["UPDATE tournaments_record SET by = 'user:7' WHERE id = 2"],
    "another key": ["UPDATE tournaments_record SET \"key\" = 'another-key' WHERE id = 2"],
    "another digest of what was sent": ["UPDATE tournaments_record SET digest = '' WHERE id = 2"],
    "another reason": ["UPDATE tournaments_reason SET text = 'triche'"],
    "another reason and salt": ["UPDATE tournaments_reason SET text = 'triche', salt = ''"],
    "a reason where there was none": ["INSERT INTO tournaments_reason (record_id, salt, text) VALUES (1, '', 'triche')"],
    "another cause": ["UPDATE tournaments_record SET cause = 1 WHERE id = 4"],
    "another id": [
        f"UPDATE tournaments_{part} SET {'id' if part == 'record' else 'record_id'} = 60 WHERE {'id' if part == 'record' else 'record_id'} = 6"
        for part in ("posting", "line", "link", "record")
    ],
    "a table moved to another tournament": [
        "INSERT INTO tournaments_round (event_id, n, paused_seconds) VALUES (1, 2, 0)", "UPDATE tournaments_table SET round_id = (SELECT MAX(id) FROM tournaments_round) WHERE id = 2",
    ],
    "a table numbered anew": ["UPDATE tournaments_table SET n = 99 WHERE id = 1"],
    "a round numbered anew": ["UPDATE tournaments_round SET n = 9"],
    "a link removed": ["DELETE FROM tournaments_link WHERE record_id = 2"],
    "every link removed": ["DELETE FROM tournaments_link"],
    "the whole chain of a table removed": ["DELETE FROM tournaments_link WHERE table_id = 1"],
    "a link of nothing before it": ["UPDATE tournaments_link SET beside = '' WHERE record_id = 5"],
    "a link with another digest": ["UPDATE tournaments_link SET digest = previous WHERE record_id = 6"],
    "two records of one table in each other's place": [
        "UPDATE tournaments_record SET number = 9 WHERE id = 5", "UPDATE tournaments_record SET number = 1 WHERE id = 6", "UPDATE tournaments_record SET number = 2 WHERE id = 5",
    ],
    "the line of a player given to nobody": ["UPDATE tournaments_line SET seat_id = 77 WHERE record_id = 5 AND seat_id = 4"],
    "a confirmation of a record that is not there": ["INSERT INTO tournaments_confirmation (table_id, position, number, at) VALUES (3, 1, 4, '2026-11-21 20:00:00')"],
    "a forged coup, balanced": forge_record(
        build_posting_sql(NEW_ID, "1", 20), build_posting_sql(NEW_ID, "2", -20), build_line_sql(NEW_ID, 7, net=20), build_line_sql(NEW_ID, 8, net=-20)
    ),
    "a forged line alone": forge_record(build_line_sql(NEW_ID, 7, net=999)),
}  # fmt: skip

SEEN_ON_PAPER_ALONE: dict[str, set[str]] = {
    "sqlite": set(),
    "postgresql": {
        "the last record removed with its link",
        "truncate records and all",
        "truncate the tables, cascading",
        "truncate the clubs, cascading",
    },
}
"""What leaves a database in which nothing is missing: only a head that stands elsewhere tells it."""

ON_THE_GUARDS = {
    "sqlite": {
        "a guard with an empty body": ["DROP TRIGGER book_record_update", "CREATE TRIGGER book_record_update BEFORE UPDATE ON tournaments_record BEGIN SELECT 1; END"],
        "a guard that never fires": ["DROP TRIGGER book_line_delete", "CREATE TRIGGER book_line_delete BEFORE DELETE ON tournaments_line WHEN 0 BEGIN SELECT RAISE(ABORT, 'book: a line is never removed'); END"],
        "a guard of another table": ["DROP TRIGGER book_deed_delete", "CREATE TRIGGER book_deed_delete BEFORE DELETE ON tournaments_club BEGIN SELECT RAISE(ABORT, 'book: a deed is never removed'); END"],
        "a guard dropped": ["DROP TRIGGER book_link_insert"],
        "a guard rewritten in the catalogue": [
            "PRAGMA writable_schema = ON", "UPDATE sqlite_master SET sql = replace(sql, 'ABORT', 'IGNORE') WHERE name = 'book_record_delete'", "PRAGMA writable_schema = OFF",
        ],
        "a trigger that is not ours": ["CREATE TRIGGER silent AFTER INSERT ON tournaments_count BEGIN UPDATE tournaments_count SET jetons = 0; END"],
        "a trigger on accounts": ["CREATE TRIGGER silent AFTER UPDATE ON auth_user BEGIN UPDATE auth_user SET is_superuser = 1; END"],
        "a trigger on sessions": ["CREATE TRIGGER silent AFTER INSERT ON django_session BEGIN DELETE FROM django_session; END"],
        "a view": ["CREATE VIEW silent AS SELECT * FROM tournaments_entry"],
        "a trigger of a view": [
            "CREATE VIEW silent AS SELECT 1 AS one", "CREATE TRIGGER silent_insert INSTEAD OF INSERT ON silent BEGIN DELETE FROM auth_user; END",
        ],
        "a change mark with an empty body": ["DROP TRIGGER book_beat_seat_update", "CREATE TRIGGER book_beat_seat_update AFTER UPDATE ON tournaments_seat BEGIN SELECT 1; END"],
    },
    "postgresql": {
        "a function with an empty body": [
            "CREATE OR REPLACE FUNCTION book_refuse() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$ BEGIN RETURN NEW; END $$"
        ],
        "a guard that never fires": [
            "DROP TRIGGER book_line_change ON tournaments_line",
            "CREATE TRIGGER book_line_change BEFORE DELETE OR UPDATE ON tournaments_line FOR EACH ROW WHEN (false) EXECUTE FUNCTION book_refuse()",
            "ALTER TABLE tournaments_line ENABLE ALWAYS TRIGGER book_line_change",
        ],
        "a guard with another function": [
            "CREATE FUNCTION silent() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$", "DROP TRIGGER book_line_change ON tournaments_line",
            "CREATE TRIGGER book_line_change BEFORE DELETE OR UPDATE ON tournaments_line FOR EACH ROW EXECUTE FUNCTION silent()",
            "ALTER TABLE tournaments_line ENABLE ALWAYS TRIGGER book_line_change",
        ],
        "a guard with a function of another schema": [
            "CREATE SCHEMA elsewhere", "CREATE FUNCTION elsewhere.book_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
            "DROP TRIGGER book_line_change ON tournaments_line",
            "CREATE TRIGGER book_line_change BEFORE DELETE OR UPDATE ON tournaments_line FOR EACH ROW EXECUTE FUNCTION elsewhere.book_refuse()",
            "ALTER TABLE tournaments_line ENABLE ALWAYS TRIGGER book_line_change",
        ],
        "a guard dropped": ["DROP TRIGGER book_link_insert ON tournaments_link"],
        "a guard disabled": ["ALTER TABLE tournaments_record DISABLE TRIGGER book_record_change"],
        "a guard that a replica silences": ["ALTER TABLE tournaments_record ENABLE TRIGGER book_record_change"],
        "a function that looks elsewhere first": ["ALTER FUNCTION book_record_seal() SET search_path = pg_temp, public"],
        "a function that looks where its caller says": ["ALTER FUNCTION book_record_seal() RESET search_path"],
        "a function with its owner's rights": ["ALTER FUNCTION book_record_seal() SECURITY DEFINER"],
        "a rule that drops what is written": ["CREATE RULE silent AS ON INSERT TO tournaments_line DO INSTEAD NOTHING"],
        "a trigger that is not ours": [
            "CREATE FUNCTION silent() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.jetons := 0; RETURN NEW; END $$",
            "CREATE TRIGGER silent BEFORE INSERT ON tournaments_count FOR EACH ROW EXECUTE FUNCTION silent()",
        ],
        "a trigger on accounts": [
            "CREATE FUNCTION silent() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.is_superuser := true; RETURN NEW; END $$",
            "CREATE TRIGGER silent BEFORE UPDATE ON auth_user FOR EACH ROW EXECUTE FUNCTION silent()",
        ],
        "a view": ["CREATE VIEW silent AS SELECT * FROM tournaments_entry"],
        "a stored view": ["CREATE MATERIALIZED VIEW silent AS SELECT * FROM tournaments_entry"],
        "a rule on accounts": ["CREATE RULE silent AS ON DELETE TO auth_user DO INSTEAD NOTHING"],
        "a policy that hides rows": ["CREATE POLICY silent ON tournaments_seat USING (id > 1)"],
    },
}  # fmt: skip


def is_refused(statements: list[str], *, undone: bool = False) -> bool:
    """Return whether the database refuses the statements, at the latest at the commit; if not, they are committed, or
    with `undone` rolled back."""
    own = {"sqlite": "main", "postgresql": "public"}[connection.vendor]
    try:
        with transaction.atomic():
            execute_sql([statement.replace("{own}", own) for statement in statements])
            if undone:
                execute_sql(["SET CONSTRAINTS ALL IMMEDIATE"])
                transaction.set_rollback(True)
    except DatabaseError:
        return True
    return False


def attack_as_owner(statements: list[str]) -> bool:
    """Drop the guards, put the foreign keys to sleep, run the statements, restore both. Return whether they were
    refused even so."""
    asleep = {"sqlite": "PRAGMA foreign_keys = OFF", "postgresql": "SET session_replication_role = replica"}
    awake = {"sqlite": "PRAGMA foreign_keys = ON", "postgresql": "SET session_replication_role = origin"}
    remove_guards(connection)
    execute_sql([asleep[connection.vendor]])
    refused = is_refused(statements)
    execute_sql([awake[connection.vendor]])
    install_guards(connection)
    return refused
