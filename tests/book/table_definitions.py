"""What a database is made of, as it says itself: tables, indexes, constraints and views with their names and every word
of their definitions; the guards too. Columns stand in no order: SQL names those that it wants."""

import re
from typing import Any

from django.db import connection

from tournaments.models.guards import read_guards

SQLITE_OBJECTS = (
    "SELECT type, name, sql FROM sqlite_master WHERE type <> 'trigger' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
)
POSTGRESQL_OBJECTS = """
SELECT 'column', relname || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity,
    pg_get_expr(adbin, adrelid))
FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE relkind IN ('r', 'p', 'v', 'm') AND attnum > 0 AND NOT attisdropped
AND relnamespace = current_schema()::regnamespace
UNION ALL
SELECT 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE connamespace = current_schema()::regnamespace AND contype <> 't'
UNION ALL
SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()
UNION ALL
SELECT 'view', viewname, definition FROM pg_views WHERE schemaname = current_schema()
UNION ALL
SELECT 'sequence', sequencename, data_type::text FROM pg_sequences WHERE schemaname = current_schema()
"""


def describe_database() -> dict[tuple[str, str], Any]:
    """Return the definition of everything in the database, by kind and name."""
    with connection.cursor() as cursor:
        cursor.execute(SQLITE_OBJECTS if connection.vendor == "sqlite" else POSTGRESQL_OBJECTS)
        found = {(kind, name): sort_parts(text) if kind == "table" else text for kind, name, text in cursor.fetchall()}
    return found | {("guard", name): text for name, text in read_guards(connection)}


def sort_parts(statement: str) -> list[str]:
    """Return the columns and constraints of a CREATE TABLE, sorted."""
    parts, depth = [""], 0
    for piece in re.split(r"([(),])", statement.partition("(")[2].rpartition(")")[0]):
        depth += {"(": 1, ")": -1}.get(piece, 0)
        if piece == "," and not depth:
            parts.append("")
        else:
            parts[-1] += piece
    return sorted(part.strip() for part in parts)
