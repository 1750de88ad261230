"""Print jobs: documents that take a while, made by a process of their own, which can be started, watched, stopped and
fetched."""

from pathlib import Path

from django.conf import settings
from django.utils.translation import get_language

from tournaments.jobs import job_folders
from tournaments.jobs.job_folders import JobFolder
from tournaments.models import Tournament

from .papers import PrintOptions


class PrintJob(JobFolder):
    """A document being made. `names`: the document's name, or those of a bundle."""

    KIND = "paper"

    @property
    def file(self) -> Path:
        """The path of the finished document."""
        return self.folder / "document.pdf"

    @property
    def ready(self) -> bool:
        """True once the document is finished."""
        return self.file.exists()


def start_job(tournament: Tournament, names: str, options: PrintOptions) -> PrintJob:
    """Start a job that makes the document in the active language. Raises TooManyJobs."""
    job = PrintJob.create(tournament.pk, names)
    start_process(job, build_arguments(job, options))
    return job


def find_job(tournament: Tournament, key: str) -> PrintJob | None:
    """Return the tournament's job of this key, or None."""
    found = PrintJob.find(key)
    return found if found and found.tournament_id == tournament.pk else None


def build_arguments(job: PrintJob, options: PrintOptions) -> list[str]:
    """Return the arguments of the `print` command for this job."""
    given = [str(job.tournament_id), job.names, "-o", str(job.file), "--job", str(job.folder)]
    given += ["--language", (get_language() or settings.LANGUAGE_CODE).partition("-")[0]]
    given += ["--round", str(options.n)] if options.n else []
    return given + [part for look in options.look for part in ("--look", look)]


def start_process(job: PrintJob, given: list[str]) -> None:
    """Start the `print` command in a process of its own. If it ends without a document, the job is marked as failed."""
    job_folders.start_process(job, ["print", *given])
