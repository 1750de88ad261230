"""A restore of the federation's database to a point in time, by packaging/federation/restore-to-time.sh."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

from fill_clubs import find_postgres

if TYPE_CHECKING:
    from _plugs import Figures
    from federation import Federation

ARCHIVED_SECONDS = 180


def make_base_backup(federation: Federation) -> None:
    """Make a base backup in the archive's folder `base`, as somebody does once a day."""
    from federation import HOST, SECRET

    base = federation.archive / "base"
    ask = ("--host", HOST, "--port", str(federation.ports["database"]), "--username", "replicator")
    words = (find_postgres() / "pg_basebackup", *ask, "--pgdata", base, "--checkpoint=fast", "--wal-method=none")
    subprocess.run(words, check=True, env=os.environ | {"PGPASSWORD": SECRET}, cwd="/", **federation.user)


def restore_before_accident(federation: Federation, figures: Figures) -> None:
    """Drop tables of the book on the primary, restore the database as it was before, and let Django read that."""
    from django.db import connection
    from federation import HOST, RECIPES

    base = federation.archive / "base"
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()::text")
        moment = cursor.fetchone()[0]
        time.sleep(1)
        cursor.execute("DROP TABLE tournaments_posting, tournaments_line CASCADE")
        cursor.execute("SELECT pg_walfile_name(pg_switch_wal())")
        file = federation.archive / cursor.fetchone()[0]
        if not is_archived(file):
            cursor.execute("SELECT last_archived_wal, failed_count, last_failed_wal FROM pg_stat_archiver")
            raise OSError(f"{file.name} was not archived: {cursor.fetchone()}")
    connection.close()
    began = time.monotonic()
    words = {"BASE": base, "ARCHIVE": federation.archive, "TIME": moment, "HOST": HOST, "BIN": find_postgres()}
    told = {name: str(each) for name, each in words.items()} | {"PORT": str(federation.ports["restored"])}
    script = ["sh", str(RECIPES / "restore-to-time.sh")]
    subprocess.run(script, check=True, env=os.environ | told, cwd="/", **federation.user, stdout=subprocess.DEVNULL)
    federation.note_restored(base)
    connection.settings_dict["PORT"] = federation.ports["restored"]
    while is_recovering():
        time.sleep(0.5)
    figures.say(f"the book is dropped, and restored as it was a second before: {time.monotonic() - began:.1f} s")


def is_recovering() -> bool:
    """True while the restored server replays the log."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery()")
        return bool(cursor.fetchone()[0])


def is_archived(file: Path) -> bool:
    """Wait until the log has been archived up to here. Return False where it was not in time."""
    until = time.monotonic() + ARCHIVED_SECONDS
    while not file.exists() and time.monotonic() < until:
        time.sleep(0.5)
    return file.exists()
