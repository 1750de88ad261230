"""Installs the guards and tells what a database holds of them. Knows SQL files, nothing of what the book means."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.operations.base import Operation

from .beats import BEATS, beats

FOLDER = Path(__file__).resolve().parent
NAMED = re.compile(r"^CREATE (?:CONSTRAINT )?(TRIGGER|FUNCTION) (\w+)")
ABOUT = re.compile(r"^(?:CREATE (?:CONSTRAINT )?TRIGGER \w+ .*?\bON|ALTER TABLE) (\w+)")  # the table it stands on


def statements(vendor: str) -> list[str]:
    """Everything that is installed on "sqlite" or "postgresql", one SQL statement an item."""
    return [*of_the_book(vendor), *beats(vendor)]


def of_the_book(vendor: str) -> list[str]:
    """The guards of the book: their file's statements, without the comments between them."""
    text = (FOLDER / f"{vendor}.sql").read_text(encoding="utf-8")
    code = "\n".join(line for line in text.splitlines() if not line.startswith("--"))
    return [part.strip().removesuffix(";") for part in re.split(r"^(?=CREATE |ALTER )", code, flags=re.MULTILINE)[1:]]


def installed(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """The guards that the database holds: each trigger's name with its definition, as the database itself tells it."""
    with connection.cursor() as cursor:
        cursor.execute(TOLD[connection.vendor])
        return dict(cursor.fetchall())


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of guards that the file declares and the database does not hold, or no longer enforces."""
    held = installed(connection)
    return [name for kind, name in declared(connection.vendor) if kind == "TRIGGER" and name not in held]


def declared(vendor: str) -> list[tuple[str, str]]:
    """(kind, name) of what the file creates, kind being "TRIGGER" or "FUNCTION"."""
    return [(found[1], found[2]) for text in statements(vendor) if (found := NAMED.match(text))]


def remove(connection: BaseDatabaseWrapper) -> None:
    """Drop every trigger and function named book_…, declared or not."""
    with connection.cursor() as cursor:
        cursor.execute(HELD[connection.vendor])
        for drop in [row[0] for row in cursor.fetchall()]:
            cursor.execute(drop)


def install(connection: BaseDatabaseWrapper) -> None:
    """Put the guards in place of whatever guards are there: those of the tables that exist so far, for an early
    migration runs before later ones have made theirs."""
    remove(connection)
    tables = set(connection.introspection.table_names())
    wanted = statements if BEATS in tables else of_the_book
    execute(connection, (text for text in wanted(connection.vendor) if stands_on(text) in {None, *tables}))


def stands_on(statement: str) -> str | None:
    """The table that a statement guards; None for a function, which stands on none."""
    found = ABOUT.match(statement)
    return found[1] if found else None


def execute(connection: BaseDatabaseWrapper, texts: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        for text in texts:
            cursor.execute(text)


class Guarding(Operation):
    """An operation on the guards, which are no part of the models' state."""

    reduces_to_sql = True
    reversible = True

    def state_forwards(self, app_label: str, state: Any) -> None:
        """The models do not change."""


class LiftGuards(Guarding):
    """The first operation of a migration that touches a table the guards name: SQLite cannot rebuild one under them."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        remove(schema_editor.connection)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        install(schema_editor.connection)

    def describe(self) -> str:
        return "Lift the guards of the book"


class InstallGuards(Guarding):
    """The last operation of such a migration: puts the guards in place."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        install(schema_editor.connection)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        remove(schema_editor.connection)

    def describe(self) -> str:
        return "Install the guards of the book"


TOLD = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'book\\_%' ESCAPE '\\'",
    "postgresql": "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger "
    "WHERE NOT tgisinternal AND tgenabled = 'A' AND tgname LIKE 'book\\_%'",
}
HELD = {
    "sqlite": "SELECT 'DROP TRIGGER \"' || name || '\"' FROM sqlite_master "
    "WHERE type = 'trigger' AND name LIKE 'book\\_%' ESCAPE '\\'",
    "postgresql": "SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) FROM pg_trigger "
    "WHERE NOT tgisinternal AND tgname LIKE 'book\\_%' UNION ALL "
    "SELECT format('DROP FUNCTION %s', oid::regprocedure) FROM pg_proc "
    "WHERE proname LIKE 'book\\_%' AND pronamespace = current_schema()::regnamespace",
}
