"""The folders of the backups: the first in the var folder, the second where the owner wants it, as on a USB stick.

The first holds plain files, which only this account can read; the second encrypted ones. A file's name says when it was
made, in UTC. A mark in the second folder says that it is that very folder: where a stick was pulled out, the system may
leave an empty folder of its name.
"""

import json
import os
import secrets
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from config.durable import write_file

from .ageing import choose_kept
from .encryption import BackupKey

BACKUP_FOLDER = "backups"
SETTINGS_FILE = "backup-settings.json"
MARK_FILE = ".corbillon-copies"
NAME_FORMAT = "corbillon-%Y%m%d-%H%M%S"
PLAIN, ENCRYPTED = ".zip", ".corbillon"
STICK_FOLDER = "Corbillon"
STICK_PLACES = ("/media/{user}", "/run/media/{user}", "/media", "/Volumes", "/mnt")


@dataclass(frozen=True)
class BackupFile:
    """One backup in one of the folders; `at`: when it was made."""

    path: Path
    at: datetime

    @property
    def is_encrypted(self) -> bool:
        """True if it takes a passphrase to open it."""
        return self.path.suffix == ENCRYPTED

    @property
    def size(self) -> int:
        """Its length in bytes; 0 if it is gone."""
        with suppress(OSError):
            return self.path.stat().st_size
        return 0


@dataclass(frozen=True)
class SecondFolder:
    """The second folder for backups, on another disk: its path, the key with which its files are encrypted, and the
    mark that the program has put in it to know it again."""

    path: Path
    key: BackupKey
    mark: str

    @property
    def is_there(self) -> bool:
        """True if the second folder can be found now; False if, say, its stick is pulled out."""
        with suppress(OSError):
            return (self.path / MARK_FILE).read_text(encoding="ascii").strip() == self.mark
        return False


def get_first_folder() -> Path:
    """Return the folder for backups on this computer, created if need be. Raises OSError."""
    folder: Path = settings.VAR_DIR / BACKUP_FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def read_second_folder() -> SecondFolder | None:
    """Return the folder chosen for a second copy of each backup; None if none was chosen."""
    try:
        stored = json.loads((settings.VAR_DIR / SETTINGS_FILE).read_text(encoding="utf-8"))
        return SecondFolder(Path(stored["folder"]), BackupKey.from_json(stored), stored["mark"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def save_second_folder(folder: Path, key: BackupKey) -> None:
    """Choose a folder for a second, encrypted copy of each backup, from now on; it is created if need be, and marked.
    Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    mark = secrets.token_hex(16)
    write_file(folder / MARK_FILE, f"{mark}\n".encode())
    fields = {"folder": str(folder), "mark": mark, **key.to_json()}
    write_file(settings.VAR_DIR / SETTINGS_FILE, json.dumps(fields).encode())


def forget_second_folder() -> None:
    """Copy no more backups to the second folder; what is there stays. Raises OSError."""
    (settings.VAR_DIR / SETTINGS_FILE).unlink(missing_ok=True)


def name_backup(at: datetime, ending: str) -> str:
    """Return the name of a backup made at that time, its time in UTC, with this ending."""
    return f"{at.astimezone(UTC):{NAME_FORMAT}}{ending}"


def list_backups(folder: Path) -> list[BackupFile]:
    """Return the backups in the folder, the newest first; none if it cannot be read. Other files are not looked at."""
    with suppress(OSError):
        backups_found = [BackupFile(path, at) for path in folder.iterdir() if (at := parse_name(path))]
        return sorted(backups_found, key=lambda each: each.at, reverse=True)
    return []


def parse_name(path: Path) -> datetime | None:
    """Return when the backup of this name was made; None if it is not named as a backup."""
    if path.suffix not in (PLAIN, ENCRYPTED):
        return None
    try:
        return datetime.strptime(path.stem, NAME_FORMAT).replace(tzinfo=UTC)
    except ValueError:
        return None


def delete_old_backups(folder: Path, now: datetime, doubted: Collection[datetime], last: str) -> None:
    """Delete the backups in the folder that are too old to be kept. `doubted`: the times of those made while the clock
    was wrong; `last`: the file name of the one made last, which stays whatever its date. Raises OSError."""
    backups = list_backups(folder)
    kept = choose_kept([each.at for each in backups], now, doubted)
    for each in backups:
        if each.at not in kept and each.path.stem != Path(last).stem:
            each.path.unlink(missing_ok=True)


def list_sticks() -> list[Path]:
    """Return the folder to propose on each USB stick or other disk that is plugged in and can be written to."""
    return sorted({mounted / STICK_FOLDER for mounted in iterate_mounted() if os.access(mounted, os.W_OK)})


def iterate_mounted() -> Iterator[Path]:
    """Yield the folders at which other disks, such as USB sticks, are mounted."""
    for place in STICK_PLACES:
        with suppress(OSError, KeyError):
            folder = Path(place.format(user=os.environ.get("USER", "root")))
            yield from (each for each in folder.iterdir() if each.is_mount())
