"""The guards (triggers) of the book: what the database itself refuses, past every action; that they are installed and
stay.

An owner of the database can still drop the guards or alter the tables: the command `recheck` reports it (test_recheck).
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import psycopg
import pytest
from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, IntegrityError, ProgrammingError, connection, migrations, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from tests.book import forbidden_sql
from tests.book.book_rows import read_book
from tests.book.forbidden_sql import execute_sql, fill_two_tables
from tests.fixtures.databases import Database, wait_until_someone_waits
from tournaments.models import guards
from tournaments.models.guards.install import remove_guards

pytestmark = [pytest.mark.book, pytest.mark.start_from(fill=fill_two_tables)]
ON_SQLITE = "sqlite" in settings.DATABASES["default"]["ENGINE"]
on_sqlite = pytest.mark.skipif(not ON_SQLITE, reason="SQLite's own way")
on_postgresql = pytest.mark.skipif(ON_SQLITE, reason="PostgreSQL's own way")


def get_forbidden_statements() -> dict[str, list[str]]:
    """Return the forbidden statements, by name, that the SQL of this database knows."""
    here = forbidden_sql.FORBIDDEN | (
        forbidden_sql.FORBIDDEN_ON_SQLITE if connection.vendor == "sqlite" else forbidden_sql.FORBIDDEN_ON_POSTGRESQL
    )
    return {way: forbidden_sql.add_links(statements) for way, statements in here.items()}


@contextmanager
def checked_then_rolled_back() -> Iterator[None]:
    """Run the block in a transaction, check its deferred constraints, then roll it back."""
    with transaction.atomic():
        yield
        connection.check_constraints()
        if connection.vendor == "postgresql":
            execute_sql(["SET CONSTRAINTS ALL IMMEDIATE"])
        transaction.set_rollback(True)


def is_refused(statements: list[str]) -> bool:
    """Return whether the book's rules refuse the statements (IntegrityError); any other SQL error is raised."""
    try:
        with checked_then_rolled_back():
            execute_sql(statements)
    except IntegrityError:
        return True
    return False


def test_every_forbidden_statement_is_refused(own_database: Database) -> None:
    before = read_book()
    assert all(before)
    assert len(forbidden_sql.FORBIDDEN) > 40
    assert [way for way, statements in get_forbidden_statements().items() if not is_refused(statements)] == []
    assert read_book() == before


def test_postings_and_lines_followed_by_their_record_are_accepted(own_database: Database) -> None:
    assert not is_refused(forbidden_sql.ALLOWED)


def test_without_guards_only_constraints_and_foreign_keys_refuse(own_database: Database) -> None:
    remove_guards(connection)
    refused = {way for way, statements in get_forbidden_statements().items() if is_refused(statements)}
    assert refused == forbidden_sql.REFUSED_WITHOUT_GUARDS & get_forbidden_statements().keys()


COPY = "COPY tournaments_posting (record_id, transfer, account, jetons, rule) FROM STDIN"


@on_postgresql
def test_copy_into_a_posted_record_is_refused(own_database: Database) -> None:
    before = read_book()
    with (
        pytest.raises(psycopg.IntegrityError, match="sealed"),
        transaction.atomic(),
        connection.cursor() as cursor,
        cursor.copy(COPY) as copy,
    ):
        copy.write("1\t99\t1\t5\tBRU-08\n1\t99\t2\t-5\tBRU-08\n")
    assert read_book() == before


@on_postgresql
def test_another_transaction_cannot_add_postings_while_a_record_is_written(own_database: Database) -> None:
    """The other transaction adds postings to a record that is being written: it waits, then finds the record posted."""
    heard: list[str] = []

    def other() -> None:
        try:
            with transaction.atomic():
                execute_sql(
                    [
                        forbidden_sql.build_posting_sql(forbidden_sql.NEW_ID, "2", -7, 50),
                        forbidden_sql.build_posting_sql(forbidden_sql.NEW_ID, "3", 7, 50),
                    ]
                )
        except IntegrityError as error:
            heard.append(str(error))
        finally:
            connection.close()

    thread = Thread(target=other)
    with transaction.atomic():
        execute_sql(forbidden_sql.ALLOWED[:1])
        thread.start()
        wait_until_someone_waits()
        execute_sql(forbidden_sql.ALLOWED[1:])
    thread.join()
    assert heard
    assert "sealed" in heard[0]


@on_postgresql
def test_a_role_with_write_rights_alone_cannot_remove_the_guards(own_database: Database) -> None:
    for order in (
        "ALTER TABLE tournaments_record DISABLE TRIGGER ALL",
        "ALTER TABLE tournaments_posting DISABLE TRIGGER book_posting_change",
        "ALTER TABLE tournaments_line DROP COLUMN net",
        "DROP TRIGGER book_record_change ON tournaments_record",
        "DROP TABLE tournaments_line CASCADE",
        "CREATE RULE silent AS ON INSERT TO tournaments_line DO INSTEAD NOTHING",
        "CREATE OR REPLACE FUNCTION book_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
        "SET session_replication_role = replica",
    ):
        with pytest.raises(ProgrammingError, match=r"owner|permission"), transaction.atomic():
            execute_sql(
                [
                    "CREATE ROLE writer",
                    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO writer",
                    "SET LOCAL ROLE writer",
                    order,
                ]
            )


# ── The guards are installed and survive migrations


def test_the_installed_guards_are_exactly_the_declared_ones(own_database: Database) -> None:
    assert guards.find_guard_faults(connection) == []
    names = {name for _kind, name in guards.list_declared_guards(connection.vendor)}
    assert {name.removesuffix("()") for name, _text in guards.read_guards(connection)} == names
    if connection.vendor == "sqlite":
        told = {text for _name, text in guards.read_guards(connection)}
        assert told == {" ".join(text.split()) for text in guards.list_statements("sqlite")}


def test_the_database_has_no_other_trigger(own_database: Database) -> None:
    of_all = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
    }
    with connection.cursor() as cursor:
        cursor.execute(of_all[connection.vendor])
        triggers = {name for name, _text in guards.read_guards(connection) if not name.endswith("()")}
        assert {row[0] for row in cursor.fetchall()} == triggers


CHANGES: list[Any] = [
    migrations.AlterField("record", "actor", models.CharField(max_length=41, db_column="by")),
    migrations.AddField("posting", "note", models.CharField(max_length=3, default="")),
    migrations.AlterField("ledgerline", "net", models.BigIntegerField()),
    migrations.AddConstraint(
        "record", models.CheckConstraint(condition=models.Q(id__gte=1), name="ids_count_from_one")
    ),
]


def apply_operations(*operations: Any) -> None:
    """Apply the operations as one migration, in one transaction."""
    migration = type("Trial", (migrations.Migration,), {"operations": list(operations)})("9999_trial", "tournaments")
    with connection.schema_editor(atomic=True) as editor:
        migration.apply(ProjectState.from_apps(apps), editor)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.describe())
def test_guards_survive_a_migration_that_rebuilds_their_table(own_database: Database, change: Any) -> None:
    before, rows = guards.read_guards(connection), len(read_book()[0])
    apply_operations(guards.LiftGuards(), change, guards.InstallGuards())
    assert guards.read_guards(connection) == before
    assert is_refused(["UPDATE tournaments_record SET number = number"])
    assert is_refused(["DELETE FROM tournaments_line"])
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM tournaments_record")
        assert cursor.fetchone()[0] == rows


@on_sqlite
@pytest.mark.parametrize("table", ["record", "posting", "line", "seat"])
def test_rebuilding_a_table_without_lifting_the_guards_fails(own_database: Database, table: str) -> None:
    """The statements by which Django changes a table; another table's trigger names it, so the renaming fails."""
    name = f"tournaments_{table}"
    with pytest.raises(DatabaseError, match="error in trigger book_"), transaction.atomic():
        execute_sql(
            [f"CREATE TABLE fresh AS SELECT * FROM {name}", f"DROP TABLE {name}", f"ALTER TABLE fresh RENAME TO {name}"]
        )
    assert guards.find_guard_faults(connection) == []


def test_guards_are_removed_and_installed_by_the_migration(own_database: Database) -> None:
    before = guards.read_guards(connection)
    operation = guards.InstallGuards()
    with connection.schema_editor() as editor:
        operation.database_backwards("tournaments", editor, None, None)
    assert guards.read_guards(connection) == set()
    apply_operations(operation)
    assert guards.read_guards(connection) == before


def test_each_migration_of_a_guarded_table_lifts_and_installs_the_guards() -> None:
    for (app, name), migration in MigrationLoader(None).disk_migrations.items():
        named = find_named_models(find_statements_since(name))
        if app == "tournaments" and any(changes_named_model(named, operation) for operation in migration.operations):
            assert isinstance(migration.operations[-1], guards.InstallGuards), name
            assert migration.initial or isinstance(migration.operations[0], guards.LiftGuards), name


CHANGE_MARKS_FROM = "0011"
CHAIN_FROM = "0018"
OUTBOX_FROM = "0030"
MODELS_BY_TABLE = {"event": "tournament", "line": "ledgerline", "link": "chainlink", "reason": "recordreason"}


def find_statements_since(migration: str) -> Callable[[str], list[str]]:
    """Return the function that lists the guards which stand when the migration of this name begins."""
    if migration >= OUTBOX_FROM:
        return guards.list_statements
    if migration >= CHAIN_FROM:
        return guards.list_chained_statements
    return guards.list_marked_statements if migration >= CHANGE_MARKS_FROM else guards.list_book_statements


def find_named_models(list_statements: Callable[[str], list[str]]) -> set[str]:
    """Return the lower-case names of the models whose tables these guards name, under old names and new ones."""
    text = " ".join(list_statements("sqlite") + list_statements("postgresql"))
    tables = set(re.findall(r"tournaments_(\w+)", text))
    return tables | {MODELS_BY_TABLE[table] for table in tables & MODELS_BY_TABLE.keys()}


def changes_named_model(named: set[str], operation: Any) -> bool:
    """Return whether the operation changes one of the named models; raw SQL always counts."""
    model = getattr(operation, "model_name", None) or getattr(operation, "name", "")
    return isinstance(operation, migrations.RunSQL) or str(model).lower() in named
