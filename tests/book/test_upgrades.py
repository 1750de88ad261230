"""A database of each program that clubs have had is upgraded: its book is right, its standings are the same, and its
tables are those of a new installation.

Beside each database of `released/` stands what that program ranked, by evening each (rank, player, total). A new
release adds its own two files (`manage.py demo` and `simulate` in a folder of that version); files that are there are
never written again. `test_earlier.py` looks at one more upgrade, from migration 0014, closely.
"""

import json
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config.storage.state import find_database_trouble
from tests.book.released_databases import NAMES, RELEASED, find_upgraded
from tests.book.table_definitions import describe_database
from tests.fixtures.databases import Database, pointed_at
from tests.standings.result_builders import read_standings
from tournaments.actions.tables.book_check import check_book
from tournaments.models import Table, Tournament


def read_applied() -> set[tuple[str, str]]:
    """Return the migrations that the database has noted as applied."""
    return set(MigrationRecorder(connection).applied_migrations())


@pytest.mark.usefixtures("own_database")
@pytest.mark.parametrize("name", NAMES)
def test_a_released_database_is_upgraded_with_its_book_and_its_standings(
    name: str, tmp_path: Path, run_folder: Path
) -> None:
    file, of_new, applied = tmp_path / "upgraded.sqlite3", describe_database(), read_applied()
    file.write_bytes(find_upgraded(run_folder, name))
    with pointed_at(Database(str(file), f"sqlite:///{file}")):
        standings = {str(each.pk): read_standings(each) for each in Tournament.objects.all()}
        assert standings == json.loads((RELEASED / f"{name}.json").read_text(encoding="utf-8"))
        assert describe_database() == of_new
        assert read_applied() >= applied, "it may have had parts of others that we have no more"
        assert find_database_trouble() is None
        assert not Tournament.objects.exclude(calendar_uid="").exists(), "calendars know them by their codes"
        checked = check_book(Table.objects.all())
        assert checked.difference is None
        assert checked.records >= len(standings)


def test_every_state_that_clubs_have_had_is_there() -> None:
    assert [*(f"0.1.0-migration-{state}" for state in ("0006", "0019", "0023")), "1.0.0"] == NAMES
    assert all((RELEASED / f"{name}.sql.xz").stat().st_size <= 100_000 for name in NAMES)
