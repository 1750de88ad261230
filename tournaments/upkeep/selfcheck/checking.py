"""The self-check: all checks in their order, done one by one by a job that a page follows."""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from config.background.jobs import open_jobs
from config.background.keeper import wake_keeper
from config.background.kinds import SELF_CHECK
from config.durable import write_file

from . import machine_checks, scratch_checks
from .scratch_checks import ScratchInstallation
from .verdicts import Verdict, build_failure_verdict


def list_checks(scratch: ScratchInstallation) -> list[tuple[str, Callable[[], Verdict]]]:
    """Return (title, function) of each check, in their order."""
    return [
        (_("Ce qui est gardé"), machine_checks.check_storage_and_write),
        (_("Place sur le disque"), machine_checks.check_disk),
        (_("Horloge"), machine_checks.check_clock),
        (_("Versions"), machine_checks.check_versions),
        (_("Copie"), partial(scratch_checks.check_backup, scratch)),
        (_("Livre"), partial(scratch_checks.check_book, scratch)),
        (_("Impression"), partial(scratch_checks.check_print, scratch)),
        (_("Téléphones"), machine_checks.check_phones),
    ]


def run_checks() -> Iterator[tuple[str, Verdict | None]]:
    """Yield each check's title before it is done, with None, and after it, with its verdict. One that fails in a way
    nobody foresaw is red, and the others are done all the same."""
    with ScratchInstallation() as scratch:
        for title, check in list_checks(scratch):
            yield title, None
            try:
                verdict = check()
            except Exception as error:
                verdict = build_failure_verdict(error)
            yield title, verdict


@dataclass(frozen=True)
class SelfCheck:
    """A self-check that runs or is done: `done`, title and verdict of each check; `current`, the title of the one that
    runs, "" when all are done; `is_running`: more is to come."""

    done: list[tuple[str, Verdict]]
    current: str
    is_running: bool

    @property
    def is_ready(self) -> bool:
        """True if all checks are done and green."""
        return not self.current and not self.red

    @property
    def red(self) -> int:
        """How many checks are red."""
        return sum(not verdict.is_sound for _title, verdict in self.done)


def start_self_check() -> None:
    """Start the self-check in the active language, unless one runs. Raises OSError."""
    running = read_self_check()
    if not (running and running.is_running):
        language = (get_language() or settings.LANGUAGE_CODE).partition("-")[0]
        open_jobs(settings.VAR_DIR).ask(SELF_CHECK, ["--language", language])
    wake_keeper(settings.VAR_DIR)


def save_progress(file: Path, done: list[tuple[str, Verdict]], current: str) -> None:
    """Keep in the file of its job how far the self-check is. `done`: (title, verdict) of each check done; `current`:
    the title of the one that runs, "" when all are done. Raises OSError."""
    state = {"done": [[title, asdict(verdict)] for title, verdict in done], "current": current}
    write_file(file, json.dumps(state).encode())


def read_self_check() -> SelfCheck | None:
    """Return the latest self-check; None if there is none."""
    jobs = open_jobs(settings.VAR_DIR)
    job = next(iter(jobs.list_jobs(SELF_CHECK)), None)
    if job is None:
        return None
    try:
        state = json.loads(jobs.read_result(job))
        done = [(title, Verdict(**verdict)) for title, verdict in state["done"]]
        return SelfCheck(done, state["current"], not job.is_over)
    except (OSError, ValueError, KeyError, TypeError):  # its process has just begun
        return SelfCheck([], "…", not job.is_over)
