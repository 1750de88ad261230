"""What the server's first process and the backups tell each other: files of the var folder.

Standard library only; knows no page and no table.
"""

from contextlib import suppress
from io import BufferedRandom
from pathlib import Path

from config.system_calls import try_lock

BACKUP_FOLDER = "backups"
ASKED_FILE = "asked"  # in the backup folder: a backup is wanted now
WORKING_LOCK = "working.lock"  # in the backup folder: one backup at a time
KEEPER_LOCK = "keeper.lock"  # held by the process that makes backups by themselves
PENDING_FILE = "restore-pending.json"  # which backup is to be restored when the server starts again


def get_backup_folder(var: Path) -> Path:
    """Return the first folder of the backups, created if need be. Raises OSError."""
    folder = var / BACKUP_FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def ask_for_backup(var: Path) -> None:
    """Have a backup made within a second or two, where the server makes them. A folder that cannot be written says so
    on the page «état»."""
    with suppress(OSError):
        (get_backup_folder(var) / ASKED_FILE).touch(mode=0o600)


def is_backup_asked_for(var: Path) -> bool:
    """True if somebody waits for a backup."""
    return (var / BACKUP_FOLDER / ASKED_FILE).exists()


def is_restore_pending(var: Path) -> bool:
    """True if a backup is to be restored when the server starts again."""
    return (var / PENDING_FILE).exists()


def take_lock(file: Path) -> BufferedRandom | None:
    """Take the lock of the file until it is closed or this process ends; None if another process has it. Raises
    OSError."""
    stream = file.open("a+b")
    if try_lock(stream):
        return stream
    stream.close()
    return None


def find_keeper_start(var: Path) -> float | None:
    """Return since when a process makes backups by themselves, as seconds since 1970; None if none does."""
    file = var / KEEPER_LOCK
    with suppress(OSError):
        began = file.stat().st_mtime
        lock = take_lock(file)
        if lock is None:
            return began
        lock.close()
    return None
