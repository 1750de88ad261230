"""Install the guards in a database, and read which of them it has. Knows SQL files, nothing of what the book means."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.operations.base import Operation

from .change_marks import BEATS, beats

FOLDER = Path(__file__).resolve().parent
NAMED = re.compile(r"^CREATE (?:CONSTRAINT )?(TRIGGER|FUNCTION) (\w+)")
ABOUT = re.compile(r"^(?:CREATE (?:CONSTRAINT )?TRIGGER \w+ .*?\bON|ALTER TABLE) (\w+)")  # the table it is about


def statements(vendor: str) -> list[str]:
    """Return all SQL statements to install on "sqlite" or "postgresql": the book's guards, then the change marks."""
    return [*of_the_book(vendor), *beats(vendor)]


def of_the_book(vendor: str) -> list[str]:
    """Return the SQL statements of the book's guards, from the vendor's file, without its comments."""
    text = (FOLDER / f"{vendor}.sql").read_text(encoding="utf-8")
    code = "\n".join(line for line in text.splitlines() if not line.startswith("--"))
    return [part.strip().removesuffix(";") for part in re.split(r"^(?=CREATE |ALTER )", code, flags=re.MULTILINE)[1:]]


def installed(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Return the triggers named book_… in the database: name → definition, as the database itself prints it."""
    with connection.cursor() as cursor:
        cursor.execute(TOLD[connection.vendor])
        return dict(cursor.fetchall())


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the names of the declared triggers that the database lacks, or no longer enforces."""
    held = installed(connection)
    return [name for kind, name in declared(connection.vendor) if kind == "TRIGGER" and name not in held]


def declared(vendor: str) -> list[tuple[str, str]]:
    """Return (kind, name) of everything that the statements create; kind is "TRIGGER" or "FUNCTION"."""
    return [(found[1], found[2]) for text in statements(vendor) if (found := NAMED.match(text))]


def remove(connection: BaseDatabaseWrapper) -> None:
    """Drop every trigger and function named book_…, declared or not."""
    with connection.cursor() as cursor:
        cursor.execute(HELD[connection.vendor])
        for drop in [row[0] for row in cursor.fetchall()]:
            cursor.execute(drop)


def install(connection: BaseDatabaseWrapper) -> None:
    """Replace all installed guards by those of the tables that exist.

    An early migration runs before later ones have created their tables; its guards come with the later migration.
    """
    remove(connection)
    tables = set(connection.introspection.table_names())
    wanted = statements if BEATS in tables else of_the_book
    execute(connection, (text for text in wanted(connection.vendor) if stands_on(text) in {None, *tables}))


def stands_on(statement: str) -> str | None:
    """Return the name of the database table that a statement is about; None for a function, which has none."""
    found = ABOUT.match(statement)
    return found[1] if found else None


def execute(connection: BaseDatabaseWrapper, texts: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        for text in texts:
            cursor.execute(text)


class Guarding(Operation):
    """A migration operation on the guards, which are not part of the models' state."""

    reduces_to_sql = True
    reversible = True

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Do nothing: the models do not change."""


class LiftGuards(Guarding):
    """Remove the guards: the first operation of a migration that changes a table named by them.

    SQLite cannot rebuild a table while triggers name it.
    """

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        remove(schema_editor.connection)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        install(schema_editor.connection)

    def describe(self) -> str:
        return "Lift the guards of the book"


class InstallGuards(Guarding):
    """Install the guards: the last operation of a migration that began with LiftGuards."""

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
