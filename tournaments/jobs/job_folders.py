"""Jobs: commands of `manage.py` that run in a process of their own, which can be started, watched and stopped.

A job is a folder in the var folder, which holds all that is known of it: so any process of the server can answer for
it, and a restarted server finds the jobs that it had begun. Finished jobs are deleted after a while. No task queue does
this: each wants a broker or a worker that runs beside the server, and a club's laptop starts one program.
"""

import json
import os
import secrets
import shutil
import signal
import sys
import time
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import ClassVar, Self

from django.conf import settings

from config.commands import Process, start_command

KEPT_SECONDS = 3600
ASKED_FILE = "asked"  # in a job's folder: whose it is
SILENT_SECONDS = 300  # a process silent for longer counts as dead
AT_ONCE = 2  # jobs of one kind at the same time; more are refused, there is no queue


class TooManyJobs(Exception):
    """So many jobs of a kind are running that another one is refused."""


@dataclass(frozen=True)
class JobFolder:
    """A job of some kind, each kind a subclass. `key`: in its address; `names`: what was asked for."""

    KIND: ClassVar[str]
    """The folder of all jobs of the kind, in the var folder."""

    key: str
    folder: Path
    tournament_id: int
    names: str

    @classmethod
    def create(cls, tournament_id: int, names: str) -> Self:
        """Create the folder of a new job. Raises TooManyJobs."""
        root = cls.get_root()
        delete_old_jobs()
        if sum(not job.over for each in root.iterdir() if (job := cls.find(each.name))) >= AT_ONCE:
            raise TooManyJobs
        key = secrets.token_urlsafe(12)
        folder = root / key
        folder.mkdir(mode=0o700)
        (folder / ASKED_FILE).write_text(json.dumps({"event": tournament_id, "names": names}), encoding="utf-8")
        return cls(key, folder, tournament_id, names)

    @classmethod
    def find(cls, key: str) -> Self | None:
        """Return the job of this key, or None."""
        if not key.replace("-", "").replace("_", "").isalnum():
            return None
        folder = cls.get_root() / key
        try:
            asked = json.loads((folder / ASKED_FILE).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return cls(key, folder, asked["event"], asked["names"])

    @classmethod
    def list_for(cls, tournament_id: int) -> list[Self]:
        """Return the jobs of this tournament that are still kept and were not stopped, the newest first."""
        found = [job for each in cls.get_root().iterdir() if (job := cls.find(each.name)) and not job.stopped]
        own = [job for job in found if job.tournament_id == tournament_id]
        return sorted(own, key=lambda job: job.folder.stat().st_ctime, reverse=True)

    @classmethod
    def get_root(cls) -> Path:
        """Return the folder of all jobs of this kind, created if need be."""
        root: Path = settings.VAR_DIR / cls.KIND
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        return root

    @property
    def ready(self) -> bool:
        """True once what was asked for is done."""
        return (self.folder / "ready").exists()

    @property
    def steps(self) -> tuple[int, int]:
        """How many steps are done, and of how many; (0, 0) before it is known."""
        try:
            done, total = (self.folder / "progress").read_text().split()
            return int(done), int(total)
        except (OSError, ValueError):
            return 0, 0

    @property
    def stopped(self) -> bool:
        """True once the job was asked to stop."""
        return (self.folder / "stop").exists()

    @property
    def failed(self) -> bool:
        """True where the process ended or died without what was asked for."""
        return not self.ready and ((self.folder / "failed").exists() or self._is_silent())

    @property
    def over(self) -> bool:
        """True where nothing more comes: finished, failed or stopped."""
        return self.ready or self.failed or self.stopped

    def _is_silent(self) -> bool:
        """True where the process has written nothing to the folder for SILENT_SECONDS."""
        newest = max((path.stat().st_mtime for path in self.folder.iterdir()), default=0)
        return time.time() - newest > SILENT_SECONDS

    def stop(self) -> None:
        """Ask the process to stop; it looks for this file between two steps."""
        (self.folder / "stop").touch()


def start_process(job: JobFolder, given: Sequence[str]) -> None:
    """Start a command of `manage.py` in a process of its own. If it ends without what was asked for, the job is marked
    as failed."""
    with (job.folder / "said").open("wb") as said:
        process = start_command(*given, output=said)
    Thread(target=_await_process, args=(job, process), daemon=True).start()


def _await_process(job: JobFolder, process: Process) -> None:
    """Wait for the process, and mark the job as failed if it left nothing."""
    process.wait()
    if not job.ready:
        with suppress(OSError):
            (job.folder / "failed").touch()


def list_job_folders() -> list[Path]:
    """Return the folders of all jobs of every kind."""
    return [asked.parent for asked in settings.VAR_DIR.glob(f"*/*/{ASKED_FILE}")]


def delete_old_jobs() -> None:
    """Delete the jobs older than KEPT_SECONDS."""
    for folder in list_job_folders():
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > KEPT_SECONDS:
                shutil.rmtree(folder)


def delete_jobs(tournaments: Collection[int]) -> None:
    """Delete the jobs of these tournaments (ids) with what they made; a process that still works on one of them finds
    no place for it."""
    for folder in list_job_folders():
        with suppress(OSError, ValueError):
            if json.loads((folder / ASKED_FILE).read_text(encoding="utf-8"))["event"] in tournaments:
                shutil.rmtree(folder, ignore_errors=True)


# --- in the job's own process -----------------------------------------------------------------------------------


class NoProgress(AbstractContextManager["NoProgress"]):
    """The progress of work that nobody follows and nobody can stop."""

    def __exit__(self, *exception: object) -> None:
        pass

    def report_progress(self, done: int, steps: int) -> None:
        pass

    def is_stopped(self) -> bool:
        """True if the work is no longer wanted."""
        return False


class ProgressFolder(NoProgress):
    """The progress of a job, written to its folder. It is to stop if the server asks for it or is gone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._server = os.getppid()
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # by SystemExit, so that clean-up code runs

    def __exit__(self, *exception: object) -> None:
        if any(exception):
            (self._folder / "failed").touch()

    def report_progress(self, done: int, steps: int) -> None:
        (self._folder / "progress").write_text(f"{done} {steps}")

    def is_stopped(self) -> bool:
        return (self._folder / "stop").exists() or os.getppid() != self._server
