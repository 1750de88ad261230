"""Which copies still hold what has been erased from the database, and until when they are kept."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from config.storage.state import get_database_file

from .ageing import find_last_day
from .folders import get_first_folder, list_backups, read_second_folder


@dataclass(frozen=True)
class OlderCopies:
    """How many older copies of the data there are. `here`, `second`: backups in the first and the second folder;
    `newest`: when the newest was made; `kept_until`: by when all of them will be deleted; `set_aside`: the names of the
    database files that a restore moved aside, which nothing deletes by itself."""

    here: int
    second: int
    newest: datetime | None
    kept_until: datetime | None
    set_aside: list[str]

    @property
    def total(self) -> int:
        """How many backups there are in both folders."""
        return self.here + self.second


def list_older_copies() -> OlderCopies:
    """Return the copies that there are now. Raises OSError."""
    here, folder = list_backups(get_first_folder()), read_second_folder()
    second = list_backups(folder.path) if folder else []
    times = [each.at for each in (*here, *second)]
    newest, aside = max(times, default=None), list_files_set_aside(get_database_file())
    return OlderCopies(len(here), len(second), newest, find_last_day(times), aside)


def list_files_set_aside(file: Path | None) -> list[str]:
    """Return the names of the database files that restores moved aside, the newest first. `file`: the SQLite database;
    None on PostgreSQL, where nothing is moved aside."""
    if file is None:
        return []
    return sorted((path.name for path in file.parent.glob(f"{file.name}.[0-9]*")), reverse=True)
