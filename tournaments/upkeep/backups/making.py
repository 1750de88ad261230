"""Making one backup: written, restored in a scratch installation and scored again there, and only then counted; copied
to the second folder; old ones deleted."""

import errno
import hashlib
import os
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from zipfile import ZipFile

from django.conf import settings
from django.db import DatabaseError

from config.background.jobs import serve_waiting
from config.background.kinds import BACKUP
from config.durable import move_file, write_file
from config.storage import troubles
from config.storage.diagnosis import diagnose_error
from config.storage.state import get_database_file
from config.system_calls import take_lock
from tournaments.book.saved_records import LastRecords, write_saved_records
from tournaments.exchange.backup import write_archive
from tournaments.upkeep.clock import TOLERANCE, find_jump
from tournaments.upkeep.selfcheck.scratch_checks import ScratchInstallation

from .encryption import CannotDecrypt, decrypt_with_key, encrypt
from .folders import (
    ENCRYPTED,
    PLAIN,
    SecondFolder,
    delete_old_backups,
    get_first_folder,
    list_backups,
    name_backup,
    read_second_folder,
)
from .state import BackupState, read_state, save_state

UNSOUND, FULL, REFUSED, GONE = "unsound", "full", "refused", "gone"  # troubles, by their keys
DRAFT = ".unchecked.zip"
WORKING_LOCK = "working.lock"  # in the backup folder: one backup at a time
SCRATCH_PREFIX = "backup-check-"


class UnsoundBackup(Exception):
    """Raised for a backup that cannot be restored, or whose records, scored again, give other results than it holds."""


def make_backup(now: datetime) -> BackupState | None:
    """Make a backup at the time `now`, unless the last good one holds all that is kept; copy the newest one to the
    second folder. Returns how the backups stand then; None if another process is making one."""
    folder = get_first_folder()
    lock = take_lock(folder / WORKING_LOCK)
    if lock is None:
        return None
    with lock:
        serve_waiting(settings.VAR_DIR, BACKUP)
        state = note_clock(folder, now)
        try:
            state, held = renew_first_folder(folder, state, now)
        except UnsoundBackup as why:
            return save_state(state, trouble=UNSOUND, detail=str(why))
        except (OSError, DatabaseError) as error:
            trouble = name_trouble(error)
            if trouble != FULL and isinstance(error, DatabaseError):
                raise
            state = replace(state, trouble=trouble, detail=str(error))
            with suppress(OSError):  # the full disk refuses this too
                save_state(state)
            return state
        return renew_second_folder(folder, state, held, now)


def note_clock(folder: Path, now: datetime) -> BackupState:
    """Return the state of the backups with what is wrong with the clock at `now`: which backups are dated later, and
    how it jumped. Nothing is stored yet."""
    state, jump = read_state(), find_jump(now)
    times = {each.at for each in list_backups(folder)}
    doubted = {at for at in times if at > now + TOLERANCE} | (times & state.doubted_times)
    before, after = (jump.before.isoformat(), jump.after.isoformat()) if jump else ("", "")
    return replace(
        state, doubted=tuple(sorted(at.isoformat() for at in doubted)), clock_before=before, clock_after=after
    )


def renew_first_folder(folder: Path, state: BackupState, now: datetime) -> tuple[BackupState, LastRecords | None]:
    """Put a new backup into the first folder if the last one lacks something. Return (the state of the backups, the
    last records in the new one, None without a new one). Raises UnsoundBackup, OSError."""
    fingerprint = compute_fingerprint()
    is_held = (folder / state.file).is_file() if state.file else False
    if is_held and fingerprint and fingerprint == state.fingerprint:
        return save_state(state, looked_at=now.isoformat(), trouble="", detail=""), None
    draft = folder / DRAFT
    try:
        _rows, held = write_archive(draft)
        digest = compute_digest(draft)
        if not (is_held and digest == state.digest):
            check_backup(draft)
            name = name_backup(now, PLAIN)
            move_file(draft, folder / name)
            state = save_state(state, file=name, at=now.isoformat(), digest=digest)
    finally:
        draft.unlink(missing_ok=True)
    delete_old_backups(folder, now, state.doubted_times, state.file)
    return save_state(state, looked_at=now.isoformat(), fingerprint=fingerprint, trouble="", detail=""), held


def check_backup(file: Path) -> None:
    """Restore the backup in a scratch installation, where every record is scored again. Raises UnsoundBackup,
    OSError."""
    with ScratchInstallation(SCRATCH_PREFIX) as scratch:
        why = scratch.restore(file)
    if troubles.FULL.write_out(languages=("en",)) in why:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    if why:
        raise UnsoundBackup(why)


def compute_fingerprint() -> str:
    """Return a text that changes whenever the SQLite file or its journal is written to: their lengths and times. "" on
    PostgreSQL, where only the rows themselves tell."""
    file = get_database_file()
    if file is None:
        return ""
    statuses = [each.stat() for each in (file, file.with_name(f"{file.name}-wal")) if each.exists()]
    return repr([(each.st_size, each.st_mtime_ns) for each in statuses if each.st_size])


def compute_digest(file: Path) -> str:
    """Return the digest of all that the backup holds, but for when it was made."""
    digest = hashlib.sha256()
    with ZipFile(file) as archive:
        for name in sorted(set(archive.namelist()) - {"manifest.json"}):
            digest.update(f"{name}\n".encode())
            with archive.open(name) as member:
                while part := member.read(1_000_000):
                    digest.update(part)
    return digest.hexdigest()


def renew_second_folder(folder: Path, state: BackupState, held: LastRecords | None, now: datetime) -> BackupState:
    """Copy the last good backup to the second folder, if there is such a folder and it lacks the backup; return the
    state of the backups. `held`: the last records in that backup. Once it is copied phones need no longer keep these
    records: before, they were lost if this computer was."""
    second = read_second_folder()
    if second is None:
        return save_state(state, second_at="", second_trouble="")
    if not second.is_there:
        return save_state(state, second_trouble=GONE)
    try:
        copy_encrypted(folder / state.file, second)
        delete_old_backups(second.path, now, state.doubted_times, state.file)
    except OSError as error:
        return save_state(state, second_trouble=name_trouble(error))
    except CannotDecrypt:
        return save_state(state, second_trouble=UNSOUND)
    if held is not None:
        write_saved_records(held)
    return save_state(state, second_at=state.at, second_trouble="")


def copy_encrypted(file: Path, second: SecondFolder) -> None:
    """Write the backup encrypted to the second folder, unless it is there already, and read the copy again. Raises
    OSError; CannotDecrypt if the copy, decrypted, is not the backup."""
    place = second.path / file.with_suffix(ENCRYPTED).name
    if place.exists():
        return
    content, draft = file.read_bytes(), place.with_suffix(".unchecked")
    try:
        write_file(draft, encrypt(content, second.key))
        if decrypt_with_key(draft.read_bytes(), second.key) != content:
            raise CannotDecrypt
        move_file(draft, place)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def name_trouble(error: Exception) -> str:
    """Return the key of the trouble that the error of the system or of the database tells of."""
    return FULL if diagnose_error(error) is troubles.FULL else REFUSED
