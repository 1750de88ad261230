"""A restore makes the tables of a backup at once: they are those that the migrations lead to."""

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tests.fixtures.databases import Database, DatabaseCopies, pointed_at
from tournaments.exchange.restore import create_tables
from tournaments.models.guards import read_guards

pytestmark = [pytest.mark.book]


def describe_database() -> dict[str, tuple[Any, ...]]:
    """Return what each table is made of: its columns, and its keys, indexes and checks without their names."""
    look, found = connection.introspection, {}
    with connection.cursor() as cursor:
        for table in look.table_names(cursor):
            columns = {(each.name, each.type_code, each.null_ok) for each in look.get_table_description(cursor, table)}
            constraints = look.get_constraints(cursor, table).values()
            kept = ("columns", "primary_key", "unique", "foreign_key", "check", "index")
            found[table] = columns, sorted(repr([each[name] for name in kept]) for each in constraints)
    return found


def test_a_restore_creates_the_tables_and_guards_that_the_migrations_lead_to(
    own_database: Database, copies: DatabaseCopies
) -> None:
    loader = MigrationLoader(connection)
    migrated, guarded = describe_database(), read_guards(connection)
    empty = copies.shelf.create()
    with pointed_at(empty):
        create_tables(loader.project_state().apps, loader.graph.nodes)
        assert describe_database() == migrated and read_guards(connection) == guarded
        assert MigrationLoader(connection).applied_migrations.keys() == loader.graph.nodes.keys()
    copies.shelf.drop(empty)
