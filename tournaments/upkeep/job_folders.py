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
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Thread
from typing import ClassVar, Self

from django.conf import settings

from config.commands import Process, start_command

KEPT_SECONDS = 3600
ASKED_FILE = "asked"  # in a job's folder: whose it is
QUEUED_FILE = "queued"  # in the folder of a job that waits for its turn: the arguments of its command
TAKEN_FILE = "taken"  # the same once it has its turn
SILENT_SECONDS = 300  # a process silent for longer counts as dead
AT_ONCE = 2  # jobs of one kind at the same time; more wait for their turn, or are refused

_queue_lock = Lock()


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
        delete_old_jobs()
        if count_running(cls.list_all()) >= AT_ONCE:
            raise TooManyJobs
        return cls._create_folder(tournament_id, names)

    @classmethod
    def enqueue(cls, tournament_id: int, names: str, build_arguments: Callable[[Self], list[str]]) -> Self:
        """Create the folder of a new job that waits for its turn. `build_arguments`: returns the arguments of its
        command of `manage.py`."""
        delete_old_jobs()
        job = cls._create_folder(tournament_id, names)
        draft = job.folder / "draft"
        draft.write_text(json.dumps(build_arguments(job)), encoding="utf-8")
        draft.replace(job.folder / QUEUED_FILE)
        return job

    @classmethod
    def _create_folder(cls, tournament_id: int, names: str) -> Self:
        """Create the folder of a new job."""
        root = cls.get_root()
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
        own = [job for job in cls.list_all() if job.tournament_id == tournament_id and not job.stopped]
        return sorted(own, key=lambda job: job.folder.stat().st_ctime, reverse=True)

    @classmethod
    def list_all(cls) -> list[Self]:
        """Return all jobs of this kind that are still kept."""
        return [job for each in cls.get_root().iterdir() if (job := cls.find(each.name))]

    @classmethod
    def list_queued(cls) -> list[Self]:
        """Return the jobs of this kind that wait for their turn, the next one first."""
        times = {}
        for job in cls.list_all():
            with suppress(OSError):  # its turn has just come
                times[job] = (job.folder / QUEUED_FILE).stat().st_mtime_ns
        return sorted((job for job in times if not job.stopped), key=times.__getitem__)

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
    def is_queued(self) -> bool:
        """True while the job waits for its turn."""
        return (self.folder / QUEUED_FILE).exists()

    def take_from_queue(self) -> list[str] | None:
        """Take the job out of the queue. Return the arguments of its command; None where it waits no more."""
        taken = self.folder / TAKEN_FILE
        try:
            (self.folder / QUEUED_FILE).rename(taken)
        except OSError:
            return None
        found: list[str] = json.loads(taken.read_text(encoding="utf-8"))
        return found

    def read_arguments(self) -> list[str]:
        """Return the arguments of the command of a job that was queued; none where they cannot be read."""
        for name in (TAKEN_FILE, QUEUED_FILE):
            with suppress(OSError, ValueError):
                found: list[str] = json.loads((self.folder / name).read_text(encoding="utf-8"))
                return found
        return []

    @property
    def failed(self) -> bool:
        """True where the process ended or died without what was asked for."""
        return not self.ready and not self.is_queued and ((self.folder / "failed").exists() or self._is_silent())

    @property
    def why_failed(self) -> str:
        """The sentence that the process left, or nothing."""
        try:
            return (self.folder / "failed").read_text(encoding="utf-8")
        except OSError:
            return ""

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


def count_running(jobs: Sequence[JobFolder]) -> int:
    """Count the jobs on which a process works."""
    return sum(not job.over and not job.is_queued for job in jobs)


def start_queued_jobs(kind: type[JobFolder]) -> None:
    """Start the jobs of this kind whose turn it is: the oldest, until AT_ONCE run. Called whenever one is asked for,
    ends, is stopped or looked at, so that a server started anew takes up what waits."""
    with _queue_lock:
        queued = kind.list_queued()
        free = AT_ONCE - count_running(kind.list_all()) if queued else 0
        for job in queued[: max(0, free)]:
            if given := job.take_from_queue():
                start_process(job, given, lambda: start_queued_jobs(kind))


def start_process(job: JobFolder, given: Sequence[str], after: Callable[[], None] = lambda: None) -> None:
    """Start a command of `manage.py` in a process of its own. If it ends without what was asked for, the job is marked
    as failed. `after`: called when it has ended, in a thread of its own."""
    with (job.folder / "said").open("wb") as said:
        process = start_command(*given, output=said)
    Thread(target=_await_process, args=(job, process, after), daemon=True).start()


def _await_process(job: JobFolder, process: Process, after: Callable[[], None]) -> None:
    """Wait for the process, mark the job as failed if it left nothing, and call `after`."""
    process.wait()
    if not job.ready:
        with suppress(OSError):
            (job.folder / "failed").touch()
    after()


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

    def tell_failure(self, why: str) -> None:
        """Leave the sentence for whoever asked for the work."""

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

    def tell_failure(self, why: str) -> None:
        (self._folder / "failed").write_text(why, encoding="utf-8")

    def is_stopped(self) -> bool:
        return (self._folder / "stop").exists() or os.getppid() != self._server
