"""Print jobs: documents that take a while, made by a process of their own, which can be started, watched, stopped and
fetched.

A job is a folder in the var folder, which holds all that is known of it: so any process of the server can answer for
it, and a restarted server finds the jobs that it had begun. Finished jobs are deleted after a while. No task queue does
this: each wants a broker or a worker that runs beside the server, and a club's laptop starts one program.
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

from tournaments.models import Tournament

from .papers import PrintOptions

KEPT_SECONDS = 3600
SILENT_SECONDS = 300  # a process silent for longer counts as dead
AT_ONCE = 2  # jobs of one installation at the same time; more are refused, there is no queue


@dataclass(frozen=True)
class PrintJob:
    """A document being made. `key`: in its address; `event`: the tournament's id; `names`: the document's name, or
    those of a bundle."""

    key: str
    folder: Path
    tournament_id: int
    names: str

    @property
    def file(self) -> Path:
        """The path of the finished document."""
        return self.folder / "document.pdf"

    @property
    def ready(self) -> bool:
        """True once the document is finished."""
        return self.file.exists()

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
        """True where the process ended or died without a document."""
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
        """Ask the process to stop; it looks for this file between two pieces."""
        (self.folder / "stop").touch()


class TooManyJobs(Exception):
    """So many documents are being made that another one is refused."""


def start_job(tournament: Tournament, names: str, options: PrintOptions) -> PrintJob:
    """Start a job that makes the document in the active language. Raises TooMany."""
    root = _get_jobs_folder()
    _delete_old_jobs(root)
    if (
        sum(not job.over for key in root.iterdir() if (job := find_job(tournament, key.name, any_event=True)))
        >= AT_ONCE
    ):
        raise TooManyJobs
    key = secrets.token_urlsafe(12)
    folder = root / key
    folder.mkdir(mode=0o700)
    (folder / "asked").write_text(json.dumps({"event": tournament.pk, "names": names}), encoding="utf-8")
    job = PrintJob(key, folder, tournament.pk, names)
    start_process(job, build_arguments(job, options))
    return job


def find_job(tournament: Tournament, key: str, *, any_event: bool = False) -> PrintJob | None:
    """Return the tournament's job of this key, or None; `any_event`: of any tournament."""
    if not key.replace("-", "").replace("_", "").isalnum():
        return None
    folder = _get_jobs_folder() / key
    try:
        asked = json.loads((folder / "asked").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    job = PrintJob(key, folder, asked["event"], asked["names"])
    return job if any_event or job.tournament_id == tournament.pk else None


def build_arguments(job: PrintJob, options: PrintOptions) -> list[str]:
    """Return the arguments of the `print` command for this job."""
    given = [str(job.tournament_id), job.names, "-o", str(job.file), "--job", str(job.folder)]
    given += ["--language", (get_language() or settings.LANGUAGE_CODE).partition("-")[0]]
    given += ["--round", str(options.n)] if options.n else []
    return given + [part for look in options.look for part in ("--look", look)]


def start_process(job: PrintJob, given: list[str]) -> None:
    """Start the `print` command in a process of its own. If it ends without a document, the job is marked as failed."""
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
    Thread(target=_await_process, args=(job, process), daemon=True).start()


def _await_process(job: PrintJob, process: "subprocess.Popen[bytes]") -> None:
    """Wait for the process, and mark the job as failed if there is no document."""
    process.wait()
    if not job.ready:
        with suppress(OSError):
            (job.folder / "failed").touch()


def _get_jobs_folder() -> Path:
    """Return the folder of all jobs, created if need be."""
    root = settings.VAR_DIR / "paper"
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    return root


def _delete_old_jobs(root: Path) -> None:
    """Delete jobs older than KEPT_SECONDS."""
    for folder in root.iterdir():
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > KEPT_SECONDS:
                shutil.rmtree(folder)
