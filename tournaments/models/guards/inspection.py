"""Compare the guards that a database has with those that the program declares: every word of their bodies, not their
names alone. A trigger, view, rule or policy that the program does not declare is a fault too. Reads only."""

import re
from collections.abc import Iterator

from django.db.backends.base.base import BaseDatabaseWrapper

from .install import NAME_PATTERN, find_table_name, get_schema, list_statements

FUNCTION_PATTERN = re.compile(
    r"^CREATE FUNCTION (\w+)\(\) RETURNS trigger LANGUAGE plpgsql\s+SET (.*?) AS \$\$(.*)\$\$$", re.DOTALL
)


def find_guard_faults(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the names of the guards that the database lacks, no longer enforces, or has with another body, and of
    every trigger, view, rule or policy in the database that the program does not declare."""
    return sorted({name for name, _text in {*list_declared_definitions(connection)} ^ read_guards(connection)})


def read_guards(connection: BaseDatabaseWrapper) -> set[tuple[str, str]]:
    """Return (name, definition) of every guard in the database, the definition in a form that can be compared with the
    declared one. On SQLite: all triggers and views, whatever table they are about. On PostgreSQL, whose other schemas
    may be those of other programs: the triggers, views, rules and policies of this program's schema, and its functions
    named book_…."""
    statement = SQLITE_TRIGGERS if connection.vendor == "sqlite" else POSTGRESQL_GUARDS
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return {(name, squeeze(text)) for name, text in cursor.fetchall()}


def list_declared_definitions(connection: BaseDatabaseWrapper) -> Iterator[tuple[str, str]]:
    """Yield (name, definition) of every declared guard, to be compared with what `read_guards` finds."""
    schema = get_schema(connection)
    for text in list_statements(connection.vendor):
        name = NAME_PATTERN.match(text)
        if connection.vendor == "sqlite":
            assert name, "every statement for SQLite creates a trigger"
            yield name[2], squeeze(text)
        elif function := FUNCTION_PATTERN.match(text):
            setting = squeeze(function[2].replace("{schema}", schema)).replace(" = ", "=")
            yield f"{function[1]}()", squeeze(f"plpgsql f v {setting} {function[3]}")
        elif name:
            table = find_table_name(text)
            definition = squeeze(text).replace(f" ON {table} ", f" ON {schema}.{table} ")
            yield name[2], f"A {schema} {definition}"


def squeeze(text: str) -> str:
    """Return the text with single spaces in place of all others and of line ends."""
    return " ".join(text.split())


SQLITE_TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')"
POSTGRESQL_GUARDS = """
SELECT tgname, concat_ws(' ', tgenabled, quote_ident(home.nspname), pg_get_triggerdef(pg_trigger.oid))
FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
JOIN pg_proc ON pg_proc.oid = tgfoid JOIN pg_namespace AS home ON home.oid = pronamespace
WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace
UNION ALL
SELECT rulename, pg_get_ruledef(pg_rewrite.oid) FROM pg_rewrite JOIN pg_class ON pg_class.oid = ev_class
WHERE relnamespace = current_schema()::regnamespace AND relkind NOT IN ('v', 'm')
UNION ALL
SELECT relname, pg_get_viewdef(pg_class.oid) FROM pg_class
WHERE relkind IN ('v', 'm') AND relnamespace = current_schema()::regnamespace AND NOT EXISTS (
    SELECT 1 FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e'
)
UNION ALL
SELECT polname, concat_ws(' ', polcmd, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
FROM pg_policy JOIN pg_class ON pg_class.oid = polrelid WHERE relnamespace = current_schema()::regnamespace
UNION ALL
SELECT proname || '()', concat_ws(' ', lanname, prosecdef, provolatile, array_to_string(proconfig, ' '), prosrc)
FROM pg_proc JOIN pg_language ON pg_language.oid = prolang
WHERE pronamespace = current_schema()::regnamespace AND proname LIKE 'book\\_%'
"""
"""Views that an extension brought (`deptype`) are the server's own affair."""
