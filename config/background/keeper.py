"""The keeper: it starts jobs, watches them, and ends them with the server.

It is a thread of the server's first process; where several servers share one database, a thread of one of them. Where a
web server other than ours runs the program, the process that is asked for a job starts such a thread, for the kinds of
jobs that start only on demand.
"""

import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from json import loads
from math import inf
from pathlib import Path
from subprocess import TimeoutExpired
from threading import Event, Thread
from time import monotonic
from typing import Any

from config.background.jobs import JOB_VARIABLE, Job, JobState, open_jobs
from config.background.kinds import KINDS, RESTORE, AtEnd, JobKind
from config.commands import Process, start_command

OLD_PENDING_FILE = "restore-pending.json"  # of an older program: which backup is to be restored
LOOK_SECONDS = 0.5
LEAST_REST = 4  # times as long as the last one took: a large evening's site takes a quarter of one core at most
STOP_SECONDS, LAST_SECONDS = 5, 120  # the most that a stopping server waits for a process, and for a last job
RESTORE_SECONDS = 3600


def start_process(var: Path, job: Job) -> Process:
    """Start the process of a job. Raises OSError."""
    with open_jobs(var).get_result_path(job).with_name("output").open("ab") as output:  # for whoever looks for a fault
        return start_command(*job.kind.command, *job.arguments, output=output, variables={JOB_VARIABLE: job.key})


@dataclass
class KindRun:
    """The jobs of one kind, as the keeper runs them. `due`: when the next one starts by itself; `last`: when the last
    one was started (both by `monotonic()`); `length`: the seconds that it took; `running`: each job under way with its
    process."""

    kind: JobKind
    due: float
    last: float = -inf
    length: float = 0
    running: list[tuple[Job, Any]] = field(default_factory=list)


class Keeper:
    """A thread that starts jobs of the given `kinds` for the installation in the folder `var`. `now`: when the thread
    begins, by `monotonic()`; `until_idle`: it ends once no job is left; `start`: starts a job and returns its process;
    `stop_server`: called so that a backup can be restored.

    `is_restarting`: the server was stopped for that, and is to start again.
    """

    def __init__(
        self,
        var: Path,
        now: float,
        kinds: Sequence[JobKind] = KINDS,
        *,
        until_idle: bool = False,
        start: Callable[[Path, Job], Any] = start_process,
        stop_server: Callable[[], None] = lambda: signal.raise_signal(signal.SIGTERM),
    ) -> None:
        self.is_restarting = False
        self._var, self._jobs, self._until_idle = var, open_jobs(var), until_idle
        self._start_process, self._stop_server = start, stop_server
        self._runs = [KindRun(kind, inf if kind.first is None else now + kind.first) for kind in kinds]
        self._over = Event()
        self._leads = False
        self._thread = Thread(target=self._watch, name="keeper", daemon=True)

    def start(self) -> None:
        """Start the thread; while another server of this installation starts the jobs, it waits until that one ends."""
        self.take_over()
        if self._leads or not self._until_idle:
            self._thread.start()

    def take_over(self) -> None:
        """Become the keeper that starts jobs, unless another process is. Jobs that an earlier process left running then
        count as failed, or wait again. If this process was held up so long that another took over, kill the processes
        of the jobs that it had started."""
        with suppress(OSError):
            led, self._leads = self._leads, self._jobs.lead([run.kind for run in self._runs])
            if self._leads and not led:
                for job in (job for run in self._runs for job in self._jobs.list_jobs(run.kind)):
                    if job.state is JobState.RUNNING:
                        self._jobs.give_up(job)
            elif led and not self._leads:
                for run in self._runs:
                    for _job, process in run.running:
                        process.kill()  # it leaves its job alone, which is another one's now
                    run.running.clear()
                    run.due = inf if run.kind.first is None else monotonic()  # should this one take over again

    def look(self, now: float) -> None:
        """Start and end the jobs that are due at the time `now`, by `monotonic()`."""
        for run in self._runs:
            self._note_ended(run, now)
            if not run.kind.between_runs:
                with suppress(OSError):  # as of a full disk
                    self._start_due(run, now)
            elif not self.is_restarting and self._jobs.has_waiting(run.kind):
                self.is_restarting = True
                self._stop_server()

    def finish(self) -> None:
        """Once the server has stopped, end the thread and the jobs that do not go on by themselves, and make the last
        backup."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
        if not self._leads:
            return
        stopping = [each for run in self._runs if run.kind.at_end is AtEnd.STOP for each in run.running]
        for _job, process in stopping:
            process.terminate()
        for run in self._runs:
            if run.kind.at_end is AtEnd.ONCE_MORE:
                self._make_last(run)
        for job, process in stopping:
            _await_end(process, STOP_SECONDS)
            self._jobs.give_up(job)
        self._jobs.leave()

    def _make_last(self, run: KindRun) -> None:
        """Run one more job of this kind as the server stops, since one that is under way may lack the last coup. A job
        that takes too long is left to go on by itself."""
        if sys.stdout.isatty():
            print("  Dernière copie de sauvegarde… / Last backup…", flush=True)
        for _job, process in run.running:
            _await_end(process, LAST_SECONDS)
        self._note_ended(run, monotonic())
        with suppress(OSError):
            self._jobs.ask(run.kind)
            if job := self._jobs.take(run.kind):
                self._start(run, job, monotonic())
                _await_end(run.running[-1][1], LAST_SECONDS)
                self._note_ended(run, monotonic())

    def _note_ended(self, run: KindRun, now: float) -> None:
        """Store the results of the jobs whose processes have ended, and when the next one of this kind is due."""
        for job, process in list(run.running):
            code = process.poll()
            if code is None:
                continue
            left = self._jobs.find(job.key)  # a database that is away is asked again
            run.running.remove((job, process))
            run.length = now - run.last
            if code and run.kind.again is not None:
                run.due = now + run.kind.again
            if left and left.state is JobState.RUNNING:
                self._jobs.finish(left, "" if code else None)

    def _start_due(self, run: KindRun, now: float) -> None:
        """Start the jobs of this kind that were asked for or are due, as many as may run at once."""
        kind = run.kind
        while self._count_wanted(run) < kind.most_at_once and now - run.last >= kind.rest:
            is_due = now >= run.due and kind.has_use(self._var)
            if is_due:
                self._jobs.ask(kind, is_calm=True)
            is_rested = now - run.last >= max(kind.calm_rest, LEAST_REST * run.length if kind.calm_rest else 0)
            job = self._jobs.take(kind, calm=is_due or is_rested)
            if job is None:
                return
            self._start(run, job, now)

    def _start(self, run: KindRun, job: Job, now: float) -> None:
        """Start a job. Raises OSError."""
        try:
            run.running.append((job, self._start_process(self._var, job)))
        except OSError:
            self._jobs.finish(job, "")
            raise
        run.last, run.due = now, inf if run.kind.every is None else now + run.kind.every

    def _count_wanted(self, run: KindRun) -> int:
        """Count the running jobs of this kind that are still wanted; one that was stopped ends soon, and holds nobody
        up."""
        jobs = [self._jobs.find(job.key) for job, _process in run.running]
        return sum(not (job and job.state is JobState.STOPPED) for job in jobs)

    def _is_idle(self) -> bool:
        """True if no job is asked for and none is running."""
        return not any(run.running or self._jobs.has_waiting(run.kind) for run in self._runs)

    def _watch(self) -> None:
        """Look for jobs to start or end, again and again, until the server has stopped."""
        while not self._over.is_set():
            self.take_over()
            with suppress(OSError):
                if self._leads:
                    self.look(monotonic())
                    if self._until_idle and self._is_idle():
                        self._jobs.leave()
                        self._leads = False
                        if self._is_idle():  # nobody asked while we had the lock, and trusted us
                            return
            self._over.wait(LOOK_SECONDS)


def _await_end(process: Any, seconds: float) -> None:
    """Wait until the process ends, but no longer than `seconds`."""
    with suppress(TimeoutExpired):
        process.wait(seconds)


def find_keeper_start(var: Path, kind: JobKind) -> float | None:
    """Return since when a process starts the jobs of this kind, as seconds since 1970; None if none does."""
    return open_jobs(var).find_leader_start(kind)


def wake_keeper(var: Path) -> None:
    """Make sure that the jobs asked for are started: if no server process does that now, a thread of this process
    does."""
    kinds = [kind for kind in KINDS if kind.is_on_demand]
    if find_keeper_start(var, kinds[0]) is None:
        Keeper(var, monotonic(), kinds, until_idle=True).start()


def restore_between_runs(var: Path) -> None:
    """Restore a backup if a job asks for that. A restore whose process dies is not tried again."""
    jobs, old = open_jobs(var), var / OLD_PENDING_FILE
    with suppress(OSError, ValueError, KeyError, TypeError):
        digest = loads(old.read_text(encoding="utf-8"))["digest"]
        jobs.ask(RESTORE, [digest])
        old.unlink()
    with suppress(OSError):
        begun = (job for job in jobs.list_jobs(RESTORE) if not job.is_over)  # when the power was cut
        if job := jobs.take(RESTORE) or next(begun, None):
            process = start_process(var, job)
            _await_end(process, RESTORE_SECONDS)
            jobs.finish(job, "" if process.poll() else None)
