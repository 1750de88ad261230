"""A copy of the database before its tables change, which the program that wrote it opens as it was."""

from datetime import UTC, datetime
from pathlib import Path

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from config.durable import move_file, sync_file
from tournaments.exchange.backup import copy_sqlite

from .folders import get_first_folder

NAME_FORMAT = "before-update-%Y%m%d-%H%M%S.sqlite3"
KEPT = 3  # copies


def is_update_due() -> bool:
    """True if the database holds something and its tables are of an older program."""
    executor = MigrationExecutor(connection)
    return bool(executor.loader.applied_migrations) and bool(
        executor.migration_plan(executor.loader.graph.leaf_nodes())
    )


def copy_before_migrating(now: datetime) -> Path:
    """Copy the SQLite database into the folder of the backups, beside the last copies of this kind. Return the file.
    Raises OSError, DatabaseError."""
    folder = get_first_folder()
    draft = folder / ".before-update"
    draft.unlink(missing_ok=True)
    try:
        draft.touch(mode=0o600)
        copy_sqlite(draft)
        sync_file(draft)
        file = move_file(draft, folder / f"{now.astimezone(UTC):{NAME_FORMAT}}")
    finally:
        draft.unlink(missing_ok=True)
    older = sorted(old for old in folder.glob("before-update-*.sqlite3") if old.name < file.name)
    for old in older[: 1 - KEPT]:  # what a clock gone wrong dated later neither goes nor counts
        old.unlink()
    return file
