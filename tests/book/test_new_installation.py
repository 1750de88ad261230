"""One migration makes a new installation; who comes from before goes on step by step. Both come to the same."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.storage.state import find_database_trouble
from config.storage.troubles import OLDER
from tests.book.table_definitions import describe_database
from tests.fixtures.amounts import IS_LONG
from tests.fixtures.databases import Database, DatabaseCopies, pointed_at
from tournaments.exchange.backup import build_manifest, load_single_steps
from tournaments.upkeep.backups.before_migrating import is_update_due

pytestmark = [pytest.mark.book]

NEW_INSTALLATION = ("tournaments", "0001_squashed_0035_new_installation")
BY_NAME = MigrationLoader(None, replace_migrations=False)
STEPS = BY_NAME.disk_migrations[NEW_INSTALLATION].replaces
TRIED = [STEPS[-2], STEPS[13], STEPS[-1], STEPS[0]]


def migrate_by_single_steps(last: tuple[str, str]) -> None:
    """Migrate as the programs did that had no other way."""
    executor = MigrationExecutor(connection)
    executor.loader = load_single_steps(connection)
    executor.loader.replacements.clear()  # those programs note no more than the steps
    other_apps = [key for key in executor.loader.graph.leaf_nodes() if key[0] != "tournaments"]
    executor.migrate([last, *other_apps])


def read_applied() -> set[tuple[str, str]]:
    """Return the migrations that the database has noted as applied."""
    return set(MigrationRecorder(connection).applied_migrations())


@pytest.mark.skipif(
    connection.vendor == "sqlite" and not IS_LONG, reason="test_upgrades.py comes from the steps of released programs"
)
@pytest.mark.parametrize("last", TRIED if IS_LONG else TRIED[-1:], ids=lambda key: key[1])
def test_an_installation_at_any_step_comes_to_what_a_new_one_has(
    own_database: Database, copies: DatabaseCopies, last: tuple[str, str]
) -> None:
    of_new, applied = describe_database(), read_applied()
    assert {*STEPS, NEW_INSTALLATION} <= applied
    earlier = copies.shelf.create()
    with pointed_at(earlier):
        migrate_by_single_steps(last)
        assert NEW_INSTALLATION not in read_applied()
        is_older = last not in BY_NAME.graph.leaf_nodes()
        assert (find_database_trouble(), is_update_due()) == (OLDER if is_older else None, is_older)
        call_command("migrate", verbosity=0, interactive=False)
        assert describe_database() == of_new
        assert read_applied() == applied
        assert find_database_trouble() is None
    copies.shelf.drop(earlier)


def test_a_backup_names_the_steps_that_programs_of_before_know(own_database: Database) -> None:
    named = {(app, name) for app, name in build_manifest("default")["migrations"]}
    assert named == read_applied() - {NEW_INSTALLATION}


@pytest.mark.django_db
def test_models_are_the_same_after_either_way() -> None:
    at_once, by_steps = MigrationLoader(None), load_single_steps(connection)
    assert NEW_INSTALLATION in at_once.graph.nodes
    assert STEPS[0] in by_steps.graph.nodes
    assert MigrationAutodetector(by_steps.project_state(), at_once.project_state())._detect_changes() == {}
