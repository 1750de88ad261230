"""Jobs: what was asked for, how far it is, and what came of it.

`JobFolders` keeps them as folders of the var folder: so any process can answer for a job, and a server started anew
finds what was asked for. Its public methods are all that the rest of the program knows of it. With PostgreSQL, which
several servers share, `JobTable` stands in its place; `open_jobs` says which.
"""

import json
import os
import secrets
import shutil
import signal
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from io import BufferedRandom
from pathlib import Path
from typing import TYPE_CHECKING, Any

from config.background.kinds import KINDS, JobKind, has_server_database
from config.durable import create_folder, move_file, write_file
from config.parent import Parent
from config.system_calls import replace_file, take_lock

if TYPE_CHECKING:
    from config.background.job_table import JobTable

KEPT_SECONDS = 3600
PIECE_BYTES = 1_000_000  # of a result that is read in pieces
LEAST_BETWEEN = 0.001  # seconds, between two jobs of a kind
KEEPER_LOCK = "keeper.lock"  # held by the process that starts jobs; in it the names of their kinds
JOB_VARIABLE = "CORBILLON_JOB"  # in the environment of a job's process: the job's key


class JobState(StrEnum):
    """The state of a job. In `JobFolders` the job's folder has a file of this name; where it has files of several
    states, the first one here counts."""

    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"
    WAITING = "waiting"
    RUNNING = "running"


@dataclass(frozen=True)
class Job:
    """A job as it stands now. `key`: its name in addresses, which begins with its kind; `tournament_id`: the id of the
    tournament that it is for; -7 if it is for the club with id 7; None for the installation's own; `arguments`: what
    follows its kind's command; `details`: what was asked for, as a page shows it; `is_calm`: nobody waits for it.
    `steps`: (done, in all), (0, 0) while unknown; `failure`: why it failed, or ""."""

    kind: JobKind
    key: str
    tournament_id: int | None
    arguments: list[str]
    details: dict[str, Any]
    is_calm: bool
    asked_at: datetime
    state: JobState = field(default=JobState.WAITING, compare=False)
    steps: tuple[int, int] = field(default=(0, 0), compare=False)
    failure: str = field(default="", compare=False)

    @property
    def is_over(self) -> bool:
        """True if the job neither waits nor runs any more."""
        return self.state not in (JobState.WAITING, JobState.RUNNING)


class JobFolders:
    """The jobs of an installation, in its var folder `var`. A job of a tournament is deleted after KEPT_SECONDS; of the
    installation's own the latest of each kind stays."""

    def __init__(self, var: Path) -> None:
        self._var = var
        self._root = var / "jobs"
        self._lock: BufferedRandom | None = None

    def ask(
        self,
        kind: JobKind,
        arguments: Sequence[str] = (),
        *,
        tournament_id: int | None = None,
        details: dict[str, Any] | None = None,
        is_calm: bool = False,
    ) -> Job:
        """Ask for a job of this kind, and return it; if one with the same arguments waits already, return that one
        instead, but no calm one to somebody who waits. `details`: shown on its page; `is_calm`: nobody waits for it.
        Raises OSError."""
        for job in self._list_waiting(kind):
            same = (job.tournament_id, job.arguments) == (tournament_id, list(arguments))
            if same and (is_calm or not job.is_calm):
                return job
        if tournament_id is not None:
            self.delete_old()
        given, about = list(arguments), details or {}
        last = next(iter(self.list_jobs(kind)), None)  # after it, whatever the clock says
        at = max(time.time(), last.asked_at.timestamp() + LEAST_BETWEEN if last else 0)
        request = {"event": tournament_id, "arguments": given, "details": about, "calm": is_calm, "at": at}
        key = f"{kind.name}-{secrets.token_urlsafe(12)}"
        self._root.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = create_folder(self._root, ".")
        try:
            (draft / JobState.WAITING).touch()
            write_file(draft / "asked", json.dumps(request).encode())
            move_file(draft, self._root / key)
        except OSError:
            shutil.rmtree(draft, ignore_errors=True)
            raise
        return Job(kind, key, tournament_id, given, about, is_calm, datetime.fromtimestamp(at, UTC))

    def take(self, kind: JobKind, *, calm: bool = True) -> Job | None:
        """Mark the next waiting job of this kind as running, and return it, or None: first those that somebody waits
        for, then, with `calm`, the others. Of the installation's own jobs the newest is taken; it serves for the older
        ones too, which are deleted."""
        waiting = [job for job in self._list_waiting(kind) if calm or not job.is_calm]
        waiting.sort(key=lambda job: (job.is_calm, (-1 if job.tournament_id is None else 1) * job.asked_at.timestamp()))
        for job in waiting:
            folder = self._root / job.key
            with suppress(OSError):  # another process has just taken it
                os.utime(folder / JobState.WAITING)
                move_file(folder / JobState.WAITING, folder / JobState.RUNNING)
                if job.tournament_id is None:
                    for each in self.list_jobs(kind):
                        if each != job and each.state is not JobState.RUNNING:
                            shutil.rmtree(self._root / each.key, ignore_errors=True)
                return self.find(job.key)
        return None

    def report(self, job: Job, done: int, steps: int) -> None:
        """Store that `done` of the job's `steps` are done. Raises OSError, also if the job was deleted."""
        draft = self._root / job.key / ".progress"
        draft.write_text(f"{done} {steps}", encoding="ascii")
        replace_file(draft, draft.with_name("progress"))

    def finish(self, job: Job, failure: str | None = None) -> None:
        """Store that the job is done; or that it failed: `failure` is a sentence, or "". No effect if the job was
        deleted."""
        folder = self._root / job.key
        state = JobState.DONE if failure is None else JobState.FAILED
        try:
            if failure is None:
                (folder / state).touch()
            elif failure or not self._read(job.key, JobState.FAILED):
                (folder / state).write_text(failure, encoding="utf-8")
        except OSError:
            with suppress(OSError):  # a full disk has no room for a file, and lets one be renamed
                (folder / JobState.RUNNING).replace(folder / state)

    def give_up(self, job: Job) -> None:
        """Mark a job that cannot be finished as failed, as there is no other server to do it."""
        self.finish(job, "")

    def stop(self, job: Job) -> None:
        """Note that nobody wants the job any more; its process sees that between two steps, and ends. No effect if it
        was deleted."""
        with suppress(OSError):
            (self._root / job.key / JobState.STOPPED).touch()
            (self._root / job.key / JobState.WAITING).unlink(missing_ok=True)

    def has_waiting(self, kind: JobKind) -> bool:
        """True if a job of this kind waits."""
        return any(self._root.glob(f"{kind.name}-*/{JobState.WAITING}"))

    def find(self, key: str) -> Job | None:
        """Return the job with this key, or None. A job whose process has reported nothing for too long is returned as
        failed."""
        kind = find_kind(key)
        if kind is None or not key.replace("-", "").replace("_", "").isalnum():
            return None
        folder = self._root / key
        try:
            request = json.loads((folder / "asked").read_text(encoding="utf-8"))
            at = datetime.fromtimestamp(request["at"], UTC)
            whose, arguments, details = request["event"], request["arguments"], request["details"]
        except (OSError, ValueError, KeyError, TypeError):
            return None
        state = self._read_state(folder)
        done, steps = (self._read(key, "progress") or "0 0").split()
        failure = self._read(key, JobState.FAILED)
        return Job(kind, key, whose, arguments, details, request["calm"], at, state, (int(done), int(steps)), failure)

    def list_jobs(self, kind: JobKind) -> list[Job]:
        """Return the jobs of this kind that are still kept, the newest first."""
        jobs = [job for each in self._root.glob(f"{kind.name}-*") if (job := self.find(each.name))]
        return sorted(jobs, key=lambda job: job.asked_at, reverse=True)

    def get_result_path(self, job: Job) -> Path:
        """Return the file for what the job makes; it counts once the job is done."""
        return self._root / job.key / "result"

    def read_result(self, job: Job) -> bytes:
        """Return the content of the file that the job has made. Raises OSError where there is none."""
        return self.get_result_path(job).read_bytes()

    def iterate_result(self, job: Job) -> Iterator[bytes]:
        """Yield the content of the file that the job has made, piece by piece. Raises OSError where there is none."""
        with self.get_result_path(job).open("rb") as file:
            while piece := file.read(PIECE_BYTES):
                yield piece

    def delete_old(self, tournaments: Collection[int] = ()) -> None:
        """Delete the tournaments' jobs that are older than KEPT_SECONDS and not running; and all jobs of these
        `tournaments` (ids), even running ones, whose processes then find no folder any more. Folders that an older
        program kept beside ours are deleted alike."""
        for file in self._var.glob("*/*/asked"):
            with suppress(OSError):
                is_under_way = self._read_mark(file.parent) is JobState.RUNNING  # a clock that jumps ends no job
                is_old = not is_under_way and time.time() - file.parent.stat().st_mtime > KEPT_SECONDS
                try:
                    whose = json.loads(file.read_text(encoding="utf-8"))["event"]
                except (ValueError, KeyError, TypeError):
                    whose = 0
                if whose in tournaments or (is_old and whose is not None):
                    shutil.rmtree(file.parent)

    def lead(self, kinds: Sequence[JobKind]) -> bool:
        """Make this process the one that starts jobs, or keep it so, and return True; False if another one is. `kinds`:
        of the jobs that it starts, which it notes. Raises OSError."""
        if self._lock is None and (lock := take_lock(self._var / KEEPER_LOCK)):
            self._lock = lock
            lock.truncate(0)
            lock.write(" ".join(kind.name for kind in kinds).encode())
            lock.flush()
        return self._lock is not None

    def leave(self) -> None:
        """Let another process start the jobs from now on."""
        if self._lock:
            self._lock.close()
            self._lock = None

    def find_leader_start(self, kind: JobKind) -> float | None:
        """Return since when some process has been starting the jobs of this kind, in seconds since 1970; None if none
        does."""
        file = self._var / KEEPER_LOCK
        with suppress(OSError):
            began = file.stat().st_mtime
            lock = take_lock(file)
            if lock is None:
                return began if kind.name in file.read_text(encoding="utf-8").split() else None
            lock.close()
        return None

    def _list_waiting(self, kind: JobKind) -> list[Job]:
        """Return the jobs of this kind that wait."""
        folders = [file.parent for file in self._root.glob(f"{kind.name}-*/{JobState.WAITING}")]
        return [job for folder in folders if (job := self.find(folder.name)) and job.state is JobState.WAITING]

    def _read_state(self, folder: Path) -> JobState:
        """Return the state of the job in this folder; failed if its process has reported nothing for too long."""
        state, kind = self._read_mark(folder), find_kind(folder.name)
        if kind is None or kind.silent is None or state is not JobState.RUNNING:
            return state
        return JobState.FAILED if self._is_silent(folder, kind.silent) else state

    @staticmethod
    def _read_mark(folder: Path) -> JobState:
        """Return the state of the job in this folder: the first of `JobState` that a file there is named after; FAILED
        without any."""
        return next((each for each in JobState if (folder / each).exists()), JobState.FAILED)

    def _is_silent(self, folder: Path, seconds: float) -> bool:
        """True if nothing was written to the job's folder for this many seconds."""
        with suppress(OSError):
            return time.time() - max(path.stat().st_mtime for path in folder.iterdir()) > seconds
        return False

    def _read(self, key: str, name: str) -> str:
        """Return the content of a file of a job; "" where there is none."""
        try:
            return (self._root / key / name).read_text(encoding="utf-8")
        except OSError:
            return ""


def open_jobs(var: Path) -> "JobFolders | JobTable":
    """Return the jobs of the installation: in tables where it has a PostgreSQL database, else in its var folder."""
    if has_server_database():
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        from config.background.job_table import JobTable

        return JobTable(var)
    return JobFolders(var)


def find_kind(key: str) -> JobKind | None:
    """Return the kind of the job with this key; None if this program knows no such kind."""
    return next((kind for kind in KINDS if key.startswith(f"{kind.name}-")), None)


def request_job(var: Path, kind: JobKind, *, is_calm: bool = False) -> None:
    """Ask for a job of the installation's own (not of a tournament), which the server will run; do nothing where jobs
    of this kind have no use (`JobKind.has_use`). `is_calm`: nobody waits for it. If the folder cannot be written, no
    error is raised: the page «état» says so."""
    with suppress(OSError):
        if kind.has_use(var):
            open_jobs(var).ask(kind, is_calm=is_calm)


def serve_waiting(var: Path, kind: JobKind) -> Job | None:
    """Mark the waiting job of this kind, if any, as done, and return it: the work that this process is doing anyway
    serves it."""
    jobs = open_jobs(var)
    job = jobs.take(kind)
    if job:
        jobs.finish(job)
    return job


class OwnJob(AbstractContextManager["OwnJob"]):
    """The job of this process, for the `with` block: done at its end, failed where an exception ends it. `job` is None
    where the process was started by hand: then nobody follows it and nobody can stop it."""

    def __init__(self, var: Path) -> None:
        self._jobs, self._server = open_jobs(var), Parent()
        self.job = self._jobs.find(os.environ.pop(JOB_VARIABLE, ""))
        self.result = self._jobs.get_result_path(self.job) if self.job else None
        if self.job:
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # by SystemExit, so that clean-up code runs

    def __exit__(self, kind: type[BaseException] | None, *_error: object) -> None:
        if self.job is None:
            return
        if kind is SystemExit or (kind and self._server.is_gone()):  # the server ends, or is gone
            self._jobs.give_up(self.job)
        else:
            self._jobs.finish(self.job, "" if kind else None)

    def report(self, done: int, steps: int) -> None:
        """Report that `done` of the job's `steps` are done. Raises OSError where the job was deleted."""
        if self.job:
            self._jobs.report(self.job, done, steps)

    def fail(self, why: str) -> None:
        """Store the sentence that tells whoever asked for the job why it failed."""
        if self.job:
            self._jobs.finish(self.job, why)

    def is_stopped(self) -> bool:
        """True if nobody wants the job any more, or if the server that started it is gone."""
        if self.job is None:
            return False
        job = self._jobs.find(self.job.key)
        return job is None or job.state is JobState.STOPPED or self._server.is_gone()
