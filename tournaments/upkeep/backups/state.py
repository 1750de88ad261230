"""How the backups stand: one small file beside them, written by each backup and read by the pages; with PostgreSQL a
row, which every server reads."""

import json
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from config.background.job_table import execute
from config.background.keeper import find_keeper_start
from config.background.kinds import BACKUP, has_server_database
from config.durable import write_file

from .folders import BACKUP_FOLDER, get_first_folder

STATE_FILE = "state.json"
KEEP_SQL = """INSERT INTO tournaments_backup_state VALUES (1, %s)
ON CONFLICT (id) DO UPDATE SET state = excluded.state"""
LATE_AFTER = timedelta(hours=1)
PATIENCE_SECONDS = 1200  # after a start, for the first backup


@dataclass(frozen=True)
class BackupState:
    """The state of the backups. `file`, `at`: the last good one and its time, in ISO form; `looked_at`: when it was
    last known to hold all that is kept; `digest`: of its rows, `fingerprint`: of the database file at that time.
    `trouble`: why no newer one could be made ("": none), a key of `FIRST_FOLDER_TROUBLES`, with `detail`. `second_at`
    and `second_trouble`: the same of the second folder. `doubted`: the times of those dated later than one made after
    them, as the clock was ahead; `clock_before`, `clock_after`: what the clock showed before and after it jumped
    last."""

    file: str = ""
    at: str = ""
    looked_at: str = ""
    digest: str = ""
    fingerprint: str = ""
    trouble: str = ""
    detail: str = ""
    second_at: str = ""
    second_trouble: str = ""
    doubted: tuple[str, ...] = ()
    clock_before: str = ""
    clock_after: str = ""

    @property
    def made_at(self) -> datetime | None:
        """When the last good backup was made; None if none was."""
        return datetime.fromisoformat(self.at) if self.at else None

    @property
    def copied_at(self) -> datetime | None:
        """When the newest backup in the second folder was made; None if none is there."""
        return datetime.fromisoformat(self.second_at) if self.second_at else None

    @property
    def held_until(self) -> datetime | None:
        """The time up to which the last good backup holds everything; None without one."""
        return datetime.fromisoformat(self.looked_at) if self.looked_at else None

    def is_late(self, now: datetime) -> bool:
        """True if no good backup is known to hold everything up to the last hour, or if the clock stands more than an
        hour before that time."""
        return self.held_until is None or abs(now - self.held_until) > LATE_AFTER

    @property
    def doubted_times(self) -> set[datetime]:
        """The times of the backups made while the clock was ahead of what it showed later."""
        return {datetime.fromisoformat(each) for each in self.doubted}


def read_state() -> BackupState:
    """Return the stored state of the backups; an empty one where none was made, or where it cannot be read."""
    with suppress(OSError, ValueError, TypeError):
        if has_server_database():
            return BackupState(
                **json.loads(next(iter(execute("SELECT state FROM tournaments_backup_state")), ("{}",))[0])
            )
        return BackupState(**json.loads((settings.VAR_DIR / BACKUP_FOLDER / STATE_FILE).read_text(encoding="utf-8")))
    return BackupState()


def save_state(state: BackupState, **changes: Any) -> BackupState:
    """Store the state of the backups with these fields changed, and return it. Raises OSError."""
    state = replace(state, **changes)
    content = json.dumps(asdict(state))
    if has_server_database():
        execute(KEEP_SQL, content)
    else:
        write_file(get_first_folder() / STATE_FILE, content.encode())
    return state


@dataclass(frozen=True)
class BackupHealth:
    """Whether all is well with the backups, as pages show it. `is_made_here`: the server makes them by itself;
    `is_red`: something is to be done; `is_young`: the server has just started, and the first backup is still to
    come."""

    state: BackupState
    is_made_here: bool
    is_young: bool
    is_red: bool


def judge_backups(now: datetime | None = None) -> BackupHealth:
    """Return whether all is well with the backups at the time `now` (None: at present)."""
    now = now or timezone.now()
    state, began = read_state(), find_keeper_start(settings.VAR_DIR, BACKUP)
    is_young = began is not None and 0 <= time.time() - began < PATIENCE_SECONDS and not state.trouble
    is_red = bool(state.trouble) or (state.is_late(now) and not is_young)
    return BackupHealth(state, began is not None, is_young, is_red)
