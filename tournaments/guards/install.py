"""Install the guards in a database, and read which of them it has. Knows SQL files, nothing of what the book means."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.operations.base import Operation

from .change_marks import CHANGE_MARK_TABLE, build_change_mark_triggers

FOLDER = Path(__file__).resolve().parent
NAME_PATTERN = re.compile(r"^CREATE (?:CONSTRAINT )?(TRIGGER|FUNCTION) (\w+)")
TABLE_PATTERN = re.compile(
    r"^(?:CREATE (?:CONSTRAINT )?TRIGGER \w+ .*?\bON|ALTER TABLE) (\w+)"
)  # the table it is about


def list_statements(vendor: str) -> list[str]:
    """Return all SQL statements to install on "sqlite" or "postgresql": the book's guards, then the change marks."""
    return [*list_book_statements(vendor), *build_change_mark_triggers(vendor)]


def list_book_statements(vendor: str) -> list[str]:
    """Return the SQL statements of the book's guards, from the vendor's file, without its comments."""
    text = (FOLDER / f"{vendor}.sql").read_text(encoding="utf-8")
    code = "\n".join(line for line in text.splitlines() if not line.startswith("--"))
    return [part.strip().removesuffix(";") for part in re.split(r"^(?=CREATE |ALTER )", code, flags=re.MULTILINE)[1:]]


def read_installed_triggers(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Return the triggers named book_… in the database: name → definition, as the database itself prints it."""
    with connection.cursor() as cursor:
        cursor.execute(SELECT_TRIGGERS[connection.vendor])
        return dict(cursor.fetchall())


def find_missing_triggers(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the names of the declared triggers that the database lacks, or no longer enforces."""
    held = read_installed_triggers(connection)
    return [name for kind, name in list_declared_guards(connection.vendor) if kind == "TRIGGER" and name not in held]


def list_declared_guards(vendor: str) -> list[tuple[str, str]]:
    """Return (kind, name) of everything that the statements create; kind is "TRIGGER" or "FUNCTION"."""
    return [(found[1], found[2]) for text in list_statements(vendor) if (found := NAME_PATTERN.match(text))]


def remove_guards(connection: BaseDatabaseWrapper) -> None:
    """Drop every trigger and function named book_…, declared or not."""
    with connection.cursor() as cursor:
        cursor.execute(SELECT_DROP_STATEMENTS[connection.vendor])
        for drop in [row[0] for row in cursor.fetchall()]:
            cursor.execute(drop)


def install_guards(connection: BaseDatabaseWrapper) -> None:
    """Replace all installed guards by those of the tables that exist.

    An early migration runs before later ones have created their tables; its guards come with the later migration.
    """
    remove_guards(connection)
    tables = set(connection.introspection.table_names())
    wanted = list_statements if CHANGE_MARK_TABLE in tables else list_book_statements
    execute_statements(
        connection, (text for text in wanted(connection.vendor) if find_table_name(text) in {None, *tables})
    )


def find_table_name(statement: str) -> str | None:
    """Return the name of the database table that a statement is about; None for a function, which has none."""
    found = TABLE_PATTERN.match(statement)
    return found[1] if found else None


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


SELECT_TRIGGERS = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'book\\_%' ESCAPE '\\'",
    "postgresql": "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger "
    "WHERE NOT tgisinternal AND tgenabled = 'A' AND tgname LIKE 'book\\_%'",
}
SELECT_DROP_STATEMENTS = {
    "sqlite": "SELECT 'DROP TRIGGER \"' || name || '\"' FROM sqlite_master "
    "WHERE type = 'trigger' AND name LIKE 'book\\_%' ESCAPE '\\'",
    "postgresql": "SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) FROM pg_trigger "
    "WHERE NOT tgisinternal AND tgname LIKE 'book\\_%' UNION ALL "
    "SELECT format('DROP FUNCTION %s', oid::regprocedure) FROM pg_proc "
    "WHERE proname LIKE 'book\\_%' AND pronamespace = current_schema()::regnamespace",
}
