"""Restoring a backup from a page: chosen, checked and compared by a job, and put in place by another one between two
runs of the server."""

import hashlib
import json
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from config.background.jobs import open_jobs
from config.background.keeper import wake_keeper
from config.background.kinds import PREVIEW, RESTORE
from config.durable import write_file
from config.storage.diagnosis import explain_error
from tournaments.actions.errors import NotNow
from tournaments.exchange.backup import COPY_ALIAS, open_copy
from tournaments.exchange.restore import restore_backup
from tournaments.models.elapsed import is_within
from tournaments.upkeep.selfcheck.scratch_checks import ScratchInstallation

from .encryption import decrypt, is_encrypted
from .folders import BackupFile
from .preview import BackupPreview, compare_databases

CANDIDATE_FOLDER = "restoring"
ARCHIVE_FILE, CANDIDATE_FILE = "candidate.zip", "candidate.json"
RESULT_FILE = "restored.json"
SCRATCH_PREFIX = "restore-check-"
RESULT_DAYS = 7  # for which a page says what came of a restore


@dataclass(frozen=True)
class RestoreCandidate:
    """The backup that somebody (`by`) wants to restore: its file's `name`, when it was `made_at`, the `digest` of the
    archive. While it is checked it has no `preview` and no `trouble`; then one of them."""

    name: str
    made_at: str
    by: str
    digest: str
    trouble: str = ""
    preview: dict[str, Any] | None = None

    @property
    def is_checking(self) -> bool:
        """True while the check is under way."""
        jobs = open_jobs(settings.VAR_DIR).list_jobs(PREVIEW)
        return not self.trouble and self.preview is None and bool(jobs) and not jobs[0].is_over

    @property
    def found(self) -> BackupPreview | None:
        """What is in the backup and what restoring it would lose; None until it was found sound."""
        return BackupPreview.from_json(self.preview) if self.preview else None


@dataclass(frozen=True)
class RestoreResult:
    """What came of the last restore: the backup's `name`, `at` (in ISO form), who asked for it, the files that were
    moved aside, and why it failed ("": it did not)."""

    name: str
    at: str
    by: str
    moved: list[str]
    trouble: str = ""


def choose_candidate(file: BackupFile, passphrase: str, by: str) -> None:
    """Choose this backup to be restored, and keep it, decrypted, to be examined first. `by`: who wants it. Raises
    CannotDecrypt, OSError."""
    content = file.path.read_bytes()
    content = decrypt(content, passphrase) if is_encrypted(content) else content
    folder = settings.VAR_DIR / CANDIDATE_FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    write_file(folder / ARCHIVE_FILE, content)
    digest = hashlib.sha256(content).hexdigest()
    save_candidate(RestoreCandidate(file.path.name, file.at.isoformat(), by, digest))


def save_candidate(candidate: RestoreCandidate, **changes: Any) -> None:
    """Store the backup chosen to be restored, with these fields changed. Raises OSError."""
    content = json.dumps(asdict(replace(candidate, **changes))).encode()
    write_file(settings.VAR_DIR / CANDIDATE_FOLDER / CANDIDATE_FILE, content)


def read_candidate() -> RestoreCandidate | None:
    """Return the backup chosen to be restored; None if there is none that can be read."""
    try:
        return RestoreCandidate(**read_json(settings.VAR_DIR / CANDIDATE_FOLDER / CANDIDATE_FILE))
    except (OSError, ValueError, TypeError):
        return None


def forget_candidate() -> None:
    """Delete the copy of the backup chosen to be restored; the backup itself stays. Raises OSError."""
    for name in (CANDIDATE_FILE, ARCHIVE_FILE):
        (settings.VAR_DIR / CANDIDATE_FOLDER / name).unlink(missing_ok=True)


def examine_candidate() -> None:
    """Restore the chosen backup in a scratch installation, where every record is scored again, and compare it with the
    present data; store what was found. Raises OSError."""
    candidate = read_candidate()
    if candidate is None:
        return
    archive = settings.VAR_DIR / CANDIDATE_FOLDER / ARCHIVE_FILE
    with ScratchInstallation(SCRATCH_PREFIX) as scratch:
        why = scratch.restore(archive)
        if why:
            save_candidate(candidate, trouble=why)
            return
        with open_copy(scratch.database):
            preview = compare_databases(COPY_ALIAS)
    save_candidate(candidate, preview=asdict(preview))


def start_preview() -> None:
    """Ask for the job that examines the backup chosen to be restored. Raises OSError."""
    open_jobs(settings.VAR_DIR).ask(PREVIEW)
    wake_keeper(settings.VAR_DIR)


def order_restore(candidate: RestoreCandidate) -> None:
    """Have the chosen backup restored when the server next starts; a server that makes backups by itself starts again
    at once. Raises OSError."""
    open_jobs(settings.VAR_DIR).ask(RESTORE, [candidate.digest])


def restore_candidate(digest: str) -> RestoreResult:
    """Restore the chosen backup, if its archive has this digest; on failure all stays as it was. The result is kept for
    the page, and no backup is chosen any more. Raises OSError."""
    candidate = read_candidate() or RestoreCandidate("", "", "", "")
    moved, trouble = [], ""
    try:
        archive = settings.VAR_DIR / CANDIDATE_FOLDER / ARCHIVE_FILE
        if hashlib.sha256(archive.read_bytes()).hexdigest() != digest:
            raise NotNow(_("Ce n’est plus la copie qui avait été vérifiée."))
        moved = [path.name for path in restore_backup(archive)]
    except Exception as error:  # whatever it is, the server must start again, and say it
        trouble = explain_error(error) or str(error) or type(error).__name__
    result = RestoreResult(candidate.name, timezone.now().isoformat(), candidate.by, moved, trouble)
    write_file(settings.VAR_DIR / RESULT_FILE, json.dumps(asdict(result)).encode())
    forget_candidate()
    return result


def read_result(now: datetime) -> RestoreResult | None:
    """Return what came of the last restore; None if there was none for RESULT_DAYS."""
    with suppress(OSError, ValueError, TypeError):
        result = RestoreResult(**read_json(settings.VAR_DIR / RESULT_FILE))
        if is_within(datetime.fromisoformat(result.at), timedelta(days=RESULT_DAYS), now):
            return result
    return None


def read_json(file: Path) -> dict[str, Any]:
    """Return the content of a JSON file. Raises OSError, ValueError."""
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return content
