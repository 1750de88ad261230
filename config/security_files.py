"""The security log with the machines that asked: files of the var folder, one a day, deleted after KEPT_DAYS."""

import logging
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from django.conf import settings

FOLDER = "security"  # in the var folder
KEPT_DAYS = 30


class SecurityFiles(logging.Handler):
    """A logging handler that appends each line, with the address of the machine that asked, to the file of the day
    (UTC). Where that fails nothing happens."""

    def emit(self, record: logging.LogRecord) -> None:
        at = datetime.fromtimestamp(record.created, UTC)
        file = name_file(settings.VAR_DIR / FOLDER, at.date())
        with suppress(OSError):
            if not file.exists():
                file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                file.touch(mode=0o600)
            with file.open("a", encoding="utf-8") as stream:
                machine = getattr(record, "machine", "-")
                stream.write(f"{at:%Y-%m-%dT%H:%M:%SZ} {record.getMessage()} from={machine}\n")


def name_file(folder: Path, day: date) -> Path:
    """Return the path of one day's file of the security log: «2026-11-30.log» in the folder."""
    return folder / f"{day.isoformat()}.log"


def delete_old_lines(var: Path, today: date) -> None:
    """Delete the files of the days that are longer ago than KEPT_DAYS. Raises OSError."""
    oldest = name_file(var / FOLDER, today - timedelta(days=KEPT_DAYS))
    for file in (var / FOLDER).glob("????-??-??.log"):
        if file.name < oldest.name:
            file.unlink(missing_ok=True)
