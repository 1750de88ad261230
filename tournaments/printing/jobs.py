"""Documents that take a while, made by a process of their own: begun, looked at, stopped, fetched.

A job is a folder in the var folder, and all that is known of it lies there: so whichever process of the server is asked
can answer, and a server that starts anew finds what it had begun. Finished ones are thrown away after a while.
"""

import json
import os
import secrets
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from django.conf import settings
from django.utils.translation import get_language

from tournaments.models import Event

from .papers import Asked

KEPT_SECONDS = 3600
SILENT_SECONDS = 300  # without a word from the process, it is gone
AT_ONCE = 2  # jobs of one installation; more wait for nobody, they are refused


@dataclass(frozen=True)
class Job:
    """A document on its way. `key` is in its address; `names`: the document's, or those of a bundle."""

    key: str
    folder: Path
    event: int
    names: str

    @property
    def file(self) -> Path:
        return self.folder / "document.pdf"

    @property
    def ready(self) -> bool:
        return self.file.exists()

    @property
    def steps(self) -> tuple[int, int]:
        """How many are done, of how many; of none before it is known."""
        try:
            done, total = (self.folder / "progress").read_text().split()
            return int(done), int(total)
        except (OSError, ValueError):
            return 0, 0

    @property
    def stopped(self) -> bool:
        return (self.folder / "stop").exists()

    @property
    def failed(self) -> bool:
        return not self.ready and ((self.folder / "failed").exists() or self._silent())

    @property
    def over(self) -> bool:
        return self.ready or self.failed or self.stopped

    def _silent(self) -> bool:
        newest = max((path.stat().st_mtime for path in self.folder.iterdir()), default=0)
        return time.time() - newest > SILENT_SECONDS

    def stop(self) -> None:
        """The process looks whether this is there, between two pieces."""
        (self.folder / "stop").touch()


class TooMany(Exception):
    """So many documents are being made that another must wait."""


def begin(event: Event, names: str, asked: Asked) -> Job:
    """Start to make it, in the language that is active. Raises TooMany."""
    root = _root()
    _sweep(root)
    if sum(not job.over for key in root.iterdir() if (job := find(event, key.name, any_event=True))) >= AT_ONCE:
        raise TooMany
    key = secrets.token_urlsafe(12)
    folder = root / key
    folder.mkdir(mode=0o700)
    (folder / "asked").write_text(json.dumps({"event": event.pk, "names": names}), encoding="utf-8")
    job = Job(key, folder, event.pk, names)
    start(job, arguments(job, asked))
    return job


def find(event: Event, key: str, *, any_event: bool = False) -> Job | None:
    """The event's job of this key."""
    if not key.replace("-", "").replace("_", "").isalnum():
        return None
    folder = _root() / key
    try:
        asked = json.loads((folder / "asked").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    job = Job(key, folder, asked["event"], asked["names"])
    return job if any_event or job.event == event.pk else None


def arguments(job: Job, asked: Asked) -> list[str]:
    """What the `print` command is told."""
    given = [str(job.event), job.names, "-o", str(job.file), "--job", str(job.folder)]
    given += ["--language", (get_language() or settings.LANGUAGE_CODE).partition("-")[0]]
    given += ["--round", str(asked.n)] if asked.n else []
    return given + [part for look in asked.look for part in ("--look", look)]


def start(job: Job, given: list[str]) -> None:
    """A process beside the server, a little behind it; when it ends without its document, the job has failed."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "print", *given]
    with (job.folder / "said").open("wb") as said:
        process = subprocess.Popen(
            command,
            cwd=settings.BASE_DIR,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            env=os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        )
    Thread(target=_wait, args=(job, process), daemon=True).start()


def _wait(job: Job, process: "subprocess.Popen[bytes]") -> None:
    process.wait()
    if not job.ready:
        with suppress(OSError):
            (job.folder / "failed").touch()


def _root() -> Path:
    root = settings.VAR_DIR / "paper"
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    return root


def _sweep(root: Path) -> None:
    for folder in root.iterdir():
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > KEPT_SECONDS:
                shutil.rmtree(folder)
