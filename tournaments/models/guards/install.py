"""Install the guards in a database. Knows SQL files, nothing of what the book means."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.operations.base import Operation

from .change_marks import CHANGE_MARK_TABLE, build_change_mark_triggers
from .outbox import OUTBOX_TABLE, build_outbox_triggers

FOLDER = Path(__file__).resolve().parent
CHAIN_TABLE = "tournaments_link"
NAME_PATTERN = re.compile(r"^CREATE (?:CONSTRAINT )?(TRIGGER|FUNCTION) (\w+)")
TABLE_PATTERN = re.compile(
    r"^(?:CREATE (?:CONSTRAINT )?TRIGGER \w+ .*?\bON|ALTER TABLE) (\w+)"
)  # the table it is about


def list_statements(vendor: str) -> list[str]:
    """Return all SQL statements to install on "sqlite" or "postgresql": the book's guards, the change marks, the guards
    of the chain, the links of decisions, then the outbox. Where a function of PostgreSQL looks for its tables, {schema}
    stands for theirs."""
    return [*list_deciding_statements(vendor), *build_outbox_triggers(vendor)]


def list_deciding_statements(vendor: str) -> list[str]:
    """Return the SQL statements to install in a database that has links of decisions, and no outbox of today's form.
    `vendor`: "sqlite" or "postgresql"."""
    return [*list_chained_statements(vendor), *read_statements(f"{vendor}_decisions.sql")]


def list_chained_statements(vendor: str) -> list[str]:
    """Return the SQL statements to install in a database that has a chain, and no links of decisions yet. `vendor`:
    "sqlite" or "postgresql"."""
    return [*list_marked_statements(vendor), *read_statements(f"{vendor}_chain.sql")]


def list_marked_statements(vendor: str) -> list[str]:
    """Return the SQL statements to install in a database that has change marks and no chain yet. `vendor`: "sqlite" or
    "postgresql"."""
    return [*list_book_statements(vendor), *build_change_mark_triggers(vendor)]


def list_book_statements(vendor: str) -> list[str]:
    """Return the SQL statements of the guards that the book has had from its first day, without comments. `vendor`:
    "sqlite" or "postgresql"."""
    return read_statements(f"{vendor}.sql")


def read_statements(name: str) -> list[str]:
    """Return the SQL statements of a file beside this module, without its comments."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    code = "\n".join(line for line in text.splitlines() if not line.startswith("--"))
    return [part.strip().removesuffix(";") for part in re.split(r"^(?=CREATE |ALTER )", code, flags=re.MULTILINE)[1:]]


def list_declared_guards(vendor: str) -> list[tuple[str, str]]:
    """Return (kind, name) of everything that the statements create; kind is "TRIGGER" or "FUNCTION"."""
    return [(match[1], match[2]) for text in list_statements(vendor) if (match := NAME_PATTERN.match(text))]


def remove_guards(connection: BaseDatabaseWrapper) -> None:
    """Drop every trigger and function named book_…, declared or not."""
    with connection.cursor() as cursor:
        cursor.execute(SELECT_DROP_STATEMENTS[connection.vendor])
        for drop in [row[0] for row in cursor.fetchall()]:
            cursor.execute(drop)


def lift_line_guard(connection: BaseDatabaseWrapper) -> None:
    """Remove, until the guards are installed again, the guard that refuses a record without its link in the chain, and
    one of a partie in fiches whose lines are not what its postings move. Whether a table plays in fiches is read from
    its rules of today, and a record that is restored may have been written under others; `recheck` judges them all
    afterwards."""
    table = "" if connection.vendor == "sqlite" else " ON tournaments_record"
    execute_statements(connection, [f"DROP TRIGGER IF EXISTS book_record_linked{table}"])


def install_guards(connection: BaseDatabaseWrapper) -> None:
    """Replace all installed guards, the database's own triggers and rules on the book, by those of the tables that
    exist.

    An early migration runs before later ones have created their tables; its guards come with the later migration.
    """
    remove_guards(connection)
    tables = set(connection.introspection.table_names())
    wanted = list_marked_statements if CHANGE_MARK_TABLE in tables else list_book_statements
    if CHAIN_TABLE in tables:
        wanted = list_deciding_statements if has_column(connection, CHAIN_TABLE, "part") else list_chained_statements
    if OUTBOX_TABLE in tables and has_column(connection, OUTBOX_TABLE, "is_pending"):
        wanted = list_statements
    schema = get_schema(connection)
    here = (text for text in wanted(connection.vendor) if find_table_name(text) in {None, *tables})
    execute_statements(connection, (text.replace("{schema}", schema) for text in here))


def create_shared_tables(connection: BaseDatabaseWrapper) -> None:
    """Create on PostgreSQL the tables of what several servers share, where they are missing."""
    if connection.vendor == "postgresql":
        execute_statements(connection, read_statements("postgresql_shared.sql"))


def has_column(connection: BaseDatabaseWrapper, table: str, name: str) -> bool:
    """True if the table has this column already."""
    with connection.cursor() as cursor:
        columns = connection.introspection.get_table_description(cursor, table)
    return name in {column.name for column in columns}


def get_schema(connection: BaseDatabaseWrapper) -> str:
    """Return the PostgreSQL schema, quoted, in which this installation's tables are; "" on SQLite, which has none."""
    if connection.vendor == "sqlite":
        return ""
    with connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(current_schema())")
        return str(cursor.fetchone()[0])


def find_table_name(statement: str) -> str | None:
    """Return the name of the database table that a statement is about; None for a function, which has none."""
    match = TABLE_PATTERN.match(statement)
    return match[1] if match else None


def execute_statements(connection: BaseDatabaseWrapper, texts: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        for text in texts:
            cursor.execute(text)


class GuardOperation(Operation):
    """A migration operation on the guards, which are not part of the models' state."""

    reduces_to_sql = True
    reversible = True

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Do nothing: the models do not change."""


class LiftGuards(GuardOperation):
    """Remove the guards: the first operation of a migration that changes a table named by them.

    SQLite cannot rebuild a table while triggers name it.
    """

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        remove_guards(schema_editor.connection)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        install_guards(schema_editor.connection)

    def describe(self) -> str:
        return "Lift the guards of the book"


class InstallGuards(GuardOperation):
    """Install the guards: the last operation of a migration that began with LiftGuards."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        install_guards(schema_editor.connection)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        remove_guards(schema_editor.connection)

    def describe(self) -> str:
        return "Install the guards of the book"


SELECT_DROP_STATEMENTS = {
    "sqlite": "SELECT 'DROP TRIGGER \"' || name || '\"' FROM sqlite_master "
    "WHERE type = 'trigger' AND name LIKE 'book\\_%' ESCAPE '\\'",
    "postgresql": "SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) FROM pg_trigger "
    "WHERE NOT tgisinternal AND tgname LIKE 'book\\_%' UNION ALL "
    "SELECT format('DROP FUNCTION %s', oid::regprocedure) FROM pg_proc "
    "WHERE proname LIKE 'book\\_%' AND pronamespace = current_schema()::regnamespace",
}
