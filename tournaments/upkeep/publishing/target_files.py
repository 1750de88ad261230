"""What is kept of each target in the data folder, by its key: the password, how the sending stands, what was sent.

A password is in no backup and no log: it lies in a file that its owner alone may read. With PostgreSQL, which several
servers may share, the password and how the sending stands lie in a table that no backup of ours holds, encrypted with a
key made of the installation's own; what was sent is in the target's own list too.
"""

import json
import shutil
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import connection

from config.durable import write_file
from tournaments.models import PublicationTarget
from tournaments.models.elapsed import is_within

from .sending.store import KEY_REFUSED, REFUSED

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

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
    """How far the sending to a target is. `sent_at`: when it last got all that there was, in ISO form; `name`,
    `round_n`: the latest tournament then, and its last round; `left`: how many files are still to be sent; `is_whole`:
    the site that was sent is complete. `trouble`: why sending stopped ("": it did not), a key of `SENDING_TROUBLES`,
    with `detail`."""

    sent_at: str = ""
    name: str = ""
    round_n: int = 0
    left: int = 0
    is_whole: bool = True
    trouble: str = ""
    detail: str = ""

    @property
    def at(self) -> datetime | None:
        """When the target last received all that there was; None if it never did."""
        return datetime.fromisoformat(self.sent_at) if self.sent_at else None


@dataclass(frozen=True)
class TargetFiles:
    """The files kept on this computer about one target of publication: its secret, state and journal."""

    folder: Path

    @classmethod
    def find(cls, target: PublicationTarget) -> "TargetFiles":
        """Return the files of the target, whose folder is made if need be. Raises OSError."""
        folder = get_sites_folder() / TARGETS / target.key
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return cls(folder)

    @property
    def journal(self) -> Path:
        """The path of the file that lists what was sent since the target's own list was written."""
        return self.folder / JOURNAL_FILE

    @property
    def repository(self) -> Path:
        """The path of the folder for this computer's copy of a git repository."""
        return self.folder / GIT_FOLDER

    def save_secret(self, secret: str) -> None:
        """Store the target's password, or its private key. Raises OSError."""
        self._write(SECRET_FILE, secret.encode())

    def read_secret(self) -> str | None:
        """Return the password; None where none is kept here."""
        with suppress(OSError, UnicodeError):
            return self._read(SECRET_FILE)[0].decode()
        return None

    def read_state(self) -> SendingState:
        """Return how the sending stands; nothing in it before the first time."""
        with suppress(OSError, ValueError, TypeError):
            return SendingState(**json.loads(self._read(STATE_FILE)[0]))
        return SendingState()

    def is_barred(self, now: datetime) -> bool:
        """True if the server has refused us less than BARRED_FOR ago: it is not asked again and again, which it might
        take for an attack, unless somebody publishes."""
        if self.read_state().trouble not in REFUSALS:
            return False
        return is_within(self._read(STATE_FILE)[1], BARRED_FOR, now)

    def note_left(self, left: int) -> None:
        """Write every NOTED_EVERY files how many are still to be sent, for the club's page. Raises OSError."""
        if left % NOTED_EVERY == 0:
            self.save_state(left=left)

    def save_state(self, **changes: Any) -> SendingState:
        """Store the state of the sending with these fields changed, and return it. Raises OSError."""
        state = replace(self.read_state(), **changes)
        self._write(STATE_FILE, json.dumps(asdict(state)).encode())
        return state

    def _read(self, name: str) -> tuple[bytes, datetime]:
        """Return (the content stored under this name, when it was written). Raises OSError where there is none."""
        if connection.vendor == "sqlite":
            file = self.folder / name
            return file.read_bytes(), datetime.fromtimestamp(file.stat().st_mtime, tz=UTC)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT content, written_at FROM tournaments_target_file WHERE target = %s AND name = %s",
                [self.folder.name, name],
            )
            row = cursor.fetchone()
        if row is None:
            raise FileNotFoundError(name)
        from cryptography.fernet import InvalidToken

        try:
            return _make_cipher().decrypt(bytes(row[0])), row[1]
        except InvalidToken:  # the installation has another key now
            raise FileNotFoundError(name) from None

    def _write(self, name: str, content: bytes) -> None:
        """Store the content under this name: in a file, or on PostgreSQL in a table. Raises OSError."""
        if connection.vendor == "sqlite":
            write_file(self.folder / name, content)
            return
        with connection.cursor() as cursor:
            cursor.execute(
                """INSERT INTO tournaments_target_file VALUES (%s, %s, %s, clock_timestamp()) ON CONFLICT (target, name)
                DO UPDATE SET content = excluded.content, written_at = excluded.written_at""",
                [self.folder.name, name, _make_cipher().encrypt(content)],
            )


def _make_cipher() -> "Fernet":
    """Return the cipher for stored secrets, whose key follows from the installation's own."""
    from cryptography.fernet import Fernet

    key: str = settings.SECRET_KEY
    return Fernet(urlsafe_b64encode(sha256(f"publication targets {key}".encode()).digest()))


def forget_files(target: PublicationTarget) -> None:
    """Delete all that is kept of a target: its password first of all. Raises OSError."""
    if connection.vendor != "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM tournaments_target_file WHERE target = %s", [target.key])
    shutil.rmtree(TargetFiles.find(target).folder)


def delete_other_files(targets: Iterable[PublicationTarget]) -> None:
    """Delete the files of all targets but these: those that were removed, and those of another installation whose
    backup was restored here."""
    keys = {target.key for target in targets}
    if connection.vendor != "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM tournaments_target_file WHERE target <> ALL(%s)", [list(keys)])
    with suppress(OSError):
        for folder in (get_sites_folder() / TARGETS).iterdir():
            if folder.name not in keys:
                shutil.rmtree(folder, ignore_errors=True)
