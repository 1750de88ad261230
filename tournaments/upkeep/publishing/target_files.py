"""What is kept of each target in the data folder, by its key: the password, how the sending stands, what was sent.

A password is in no database, no backup and no log: it lies in a file that its owner alone may read.
"""

import json
import shutil
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings

from config.durable import write_file
from tournaments.models import PublicationTarget
from tournaments.models.elapsed import is_within

from .sending.store import KEY_REFUSED, REFUSED

SITES_FOLDER, TARGETS = "publishing", "targets"  # `SITES` of the background kinds names them too
NOTED_EVERY = 25  # files
REFUSALS = (REFUSED, KEY_REFUSED)
BARRED_FOR = timedelta(minutes=14)
SECRET_FILE, STATE_FILE, JOURNAL_FILE, GIT_FOLDER = "secret", "state.json", "journal", "repository"


def get_sites_folder() -> Path:
    """Return the folder of the sites, created if need be. Raises OSError."""
    folder: Path = settings.VAR_DIR / SITES_FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


@dataclass(frozen=True)
class SendingState:
    """How far a target is. `sent_at`: when it last got all that there was, in ISO form; `name`, `round_n`: the latest
    tournament then, and its last round; `left`: how many files are still to be sent; `is_whole`: what was sent
    is all there is. `trouble`: why it could not go on ("": it could), a key of `SENDING_TROUBLES`, with `detail`."""

    sent_at: str = ""
    name: str = ""
    round_n: int = 0
    left: int = 0
    is_whole: bool = True
    trouble: str = ""
    detail: str = ""

    @property
    def at(self) -> datetime | None:
        """When the target last got all that there was."""
        return datetime.fromisoformat(self.sent_at) if self.sent_at else None


@dataclass(frozen=True)
class TargetFiles:
    """The files of one target."""

    folder: Path

    @classmethod
    def find(cls, target: PublicationTarget) -> "TargetFiles":
        """Return the files of the target, whose folder is made if need be. Raises OSError."""
        folder = get_sites_folder() / TARGETS / target.key
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return cls(folder)

    @property
    def journal(self) -> Path:
        """What was sent since the target's own list was written."""
        return self.folder / JOURNAL_FILE

    @property
    def repository(self) -> Path:
        """This computer's side of a git repository."""
        return self.folder / GIT_FOLDER

    def save_secret(self, secret: str) -> None:
        """Keep the password. Raises OSError."""
        write_file(self.folder / SECRET_FILE, secret.encode())

    def read_secret(self) -> str | None:
        """Return the password; None where none is kept here."""
        with suppress(OSError, UnicodeError):
            return (self.folder / SECRET_FILE).read_text(encoding="utf-8")
        return None

    def read_state(self) -> SendingState:
        """Return how the sending stands; nothing in it before the first time."""
        with suppress(OSError, ValueError, TypeError):
            return SendingState(**json.loads((self.folder / STATE_FILE).read_text(encoding="utf-8")))
        return SendingState()

    def is_barred(self, now: datetime) -> bool:
        """True if the server has refused us less than BARRED_FOR ago: it is not asked again and again, which it might
        take for an attack, unless somebody publishes."""
        if self.read_state().trouble not in REFUSALS:
            return False
        tried_at = datetime.fromtimestamp((self.folder / STATE_FILE).stat().st_mtime, tz=UTC)
        return is_within(tried_at, BARRED_FOR, now)

    def note_left(self, left: int) -> None:
        """Note now and then how many files are still to be sent. Raises OSError."""
        if left % NOTED_EVERY == 0:
            self.save_state(left=left)

    def save_state(self, **changes: Any) -> SendingState:
        """Keep the state with these changes, and return it. Raises OSError."""
        state = replace(self.read_state(), **changes)
        write_file(self.folder / STATE_FILE, json.dumps(asdict(state)).encode())
        return state


def forget_files(target: PublicationTarget) -> None:
    """Delete all that is kept of a target: its password first of all. Raises OSError."""
    shutil.rmtree(TargetFiles.find(target).folder)


def delete_other_files(kept: Iterable[PublicationTarget]) -> None:
    """Delete the files of all targets but these: those that were removed, and those of another installation whose
    backup was restored here."""
    keys = {target.key for target in kept}
    with suppress(OSError):
        for folder in (get_sites_folder() / TARGETS).iterdir():
            if folder.name not in keys:
                shutil.rmtree(folder, ignore_errors=True)
