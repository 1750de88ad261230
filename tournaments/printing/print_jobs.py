"""Print jobs: documents that take a while, made by a process of their own, which can be started, watched, stopped and
fetched."""

from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

from django.conf import settings
from django.utils.translation import get_language

from tournaments.models import Tournament
from tournaments.upkeep import job_folders
from tournaments.upkeep.job_folders import JobFolder

from .papers import PrintOptions


class PrintJob(JobFolder):
    """A document being made. `names`: the document's name, or those of a bundle."""

    KIND = "paper"

    @property
    def file(self) -> Path:
        """The path of the finished document."""
        return self.folder / "document.pdf"

    @property
    def asked_at(self) -> datetime:
        """When it was asked for."""
        return datetime.fromtimestamp((self.folder / job_folders.ASKED_FILE).stat().st_mtime, UTC)

    @property
    def asked(self) -> tuple[str, PrintOptions]:
        """The language of the document and its options, as they were asked for."""
        given = self.read_arguments()
        found = dict.fromkeys(("--language", "--round"), "")
        looks = []
        for name, value in pairwise(given):
            if name in found:
                found[name] = value
            elif name == "--look":
                looks.append(value)
        n = int(found["--round"]) if found["--round"] else None
        return found["--language"], PrintOptions(n, tuple(looks), "--left" in given)

    @property
    def ready(self) -> bool:
        """True once the document is finished."""
        return self.file.exists()

    def count_pages(self) -> int:
        """Return how many pages the finished document has; 0 where it cannot be read."""
        from pypdf import PdfReader
        from pypdf.errors import PyPdfError

        try:
            return len(PdfReader(self.file).pages)
        except (OSError, PyPdfError):
            return 0


def start_job(tournament: Tournament, names: str, options: PrintOptions) -> PrintJob:
    """Start a job that makes the document in the active language, or let it wait for its turn. One that waits already
    for the same document is that job."""
    asked = get_active_language(), options
    for job in PrintJob.list_queued():
        if (job.tournament_id, job.names, job.asked) == (tournament.pk, names, asked):
            return job
    job = PrintJob.enqueue(tournament.pk, names, lambda job: build_arguments(job, options))
    job_folders.start_queued_jobs(PrintJob)
    return job


def find_job(tournament: Tournament, key: str) -> PrintJob | None:
    """Return the tournament's job of this key, or None."""
    job_folders.start_queued_jobs(PrintJob)
    found = PrintJob.find(key)
    return found if found and found.tournament_id == tournament.pk else None


def list_jobs(tournament: Tournament) -> list[PrintJob]:
    """Return the tournament's jobs that are still kept, the newest first."""
    job_folders.start_queued_jobs(PrintJob)
    return PrintJob.list_for(tournament.pk)


def count_ahead(job: PrintJob) -> int:
    """Count the jobs that wait for their turn before this one; 0 where it waits no more."""
    queued = PrintJob.list_queued()
    return queued.index(job) if job in queued else 0


def stop_job(job: PrintJob) -> None:
    """Stop a job; the next one in the queue starts."""
    job.stop()
    job_folders.start_queued_jobs(PrintJob)


def get_active_language() -> str:
    """Return the language in which documents are made now."""
    return (get_language() or settings.LANGUAGE_CODE).partition("-")[0]


def build_arguments(job: PrintJob, options: PrintOptions) -> list[str]:
    """Return the arguments of `manage.py` that make this job's document."""
    given = ["print", str(job.tournament_id), job.names, "-o", str(job.file), "--job", str(job.folder)]
    given += ["--language", get_active_language()]
    given += ["--round", str(options.n)] if options.n else []
    given += ["--left"] if options.left else []
    return given + [part for look in options.look for part in ("--look", look)]
