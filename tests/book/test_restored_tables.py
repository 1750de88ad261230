"""A restore makes the tables of a backup at once: they are those that the migrations lead to."""

import pytest
from django.db import connection

from tests.book.table_definitions import describe_database
from tests.fixtures.databases import Database, DatabaseCopies, pointed_at
from tournaments.exchange.backup import load_single_steps
from tournaments.exchange.restore import create_tables

pytestmark = [pytest.mark.book]


def test_a_restore_creates_the_tables_and_guards_that_the_migrations_lead_to(
    own_database: Database, copies: DatabaseCopies
) -> None:
    loader = load_single_steps(connection)
    migrated = describe_database()
    empty = copies.shelf.create()
    with pointed_at(empty):
        create_tables(loader.project_state().apps, loader.graph.nodes)
        assert describe_database() == migrated
        assert load_single_steps(connection).applied_migrations.keys() == loader.graph.nodes.keys()
    copies.shelf.drop(empty)
