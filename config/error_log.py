"""The last errors, kept for the diagnostic file without anything that somebody typed or is called: in the var folder,
or in a table of the PostgreSQL database, where every server reads those of all.

Of each error stay the time, who logged it, the kind of exception and the lines of the program it went through; neither
its message nor an address, which may hold a name or a key.
"""

import json
import logging
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

from django.db import connection

from config.background.job_table import execute
from config.background.kinds import has_server_database
from config.durable import write_file

FILE_NAME = "errors.jsonl"
MAX_BYTES = 200_000
KEPT_LINES = 100
PROGRAM = Path(__file__).resolve().parent.parent
FRAMES = 12  # the innermost ones
AWAY_SECONDS = 30  # in which a database that took no line is not asked again: whoever logs would wait for it
KEEP_SQL = """WITH told AS (SELECT %s AS line, set_config('synchronous_commit', 'off', true)),
kept AS (INSERT INTO tournaments_error (told) SELECT line FROM told RETURNING id)
DELETE FROM tournaments_error WHERE id <= (SELECT id FROM kept) - %s"""
"""Inserts a line and deletes all but the last ones. Its commit waits for no replica, so that a page that failed because
a replica is frozen is answered by the primary at once."""


class ErrorFile(logging.Handler):
    """A logging handler that stores each error as one line: in the table on PostgreSQL, else in a file; in the file too
    while the database is away, or in a transaction that may be rolled back. Where that fails nothing happens."""

    def __init__(self, folder: str) -> None:
        super().__init__(logging.ERROR)
        self.file = Path(folder) / FILE_NAME
        self._asked_again_at = -float("inf")

    def emit(self, record: logging.LogRecord) -> None:
        line = json.dumps(describe_record(record))
        with suppress(OSError, ValueError):
            if not has_server_database() or not self._keep_in_table(line):
                self._append(line)

    def _keep_in_table(self, line: str) -> bool:
        """Insert the line, and delete all but the last ones. Return whether the database took it."""
        if connection.in_atomic_block or monotonic() < self._asked_again_at:
            return False
        try:
            execute(KEEP_SQL, line, KEPT_LINES)
        except OSError:
            self._asked_again_at = monotonic() + AWAY_SECONDS
            return False
        return True

    def _append(self, line: str) -> None:
        """Add the line to the file, which is cut first where it has grown too long. Raises OSError."""
        if self.file.exists() and self.file.stat().st_size > MAX_BYTES:
            lines = self.file.read_text(encoding="utf-8").splitlines()[-KEPT_LINES:]
            write_file(self.file, "".join(f"{each}\n" for each in lines).encode())
        if not self.file.exists():
            self.file.touch(mode=0o600)
        with self.file.open("a", encoding="utf-8") as stream:
            stream.write(line + "\n")


class OneLine(logging.Filter):
    """A logging filter that removes the traceback from every record of the logger it is set on, whose messages say
    enough."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        return True


def describe_record(record: logging.LogRecord) -> dict[str, Any]:
    """Return what is stored of a log record, as a JSON object: its time, the logger, the kind of the exception, and the
    places in the program that it went through; not its message."""
    kind, error, _trace = record.exc_info or (None, None, None)
    return {
        "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="seconds"),
        "logger": record.name,
        "level": record.levelname,
        "status": getattr(record, "status_code", None),
        "error": kind.__name__ if kind else None,
        "frames": list_frames(error) if error else [],
    }


def list_frames(error: BaseException) -> list[str]:
    """Return the innermost places in the program that the exception went through: file, line, function."""
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    return [f"{name_file(Path(frame.filename))}:{frame.lineno} {frame.name}" for frame in frames]


def name_file(path: Path) -> str:
    """Return the path inside the program, or the file's name alone: the rest may hold the name of an account."""
    own = path.is_relative_to(PROGRAM) and ".venv" not in path.parts
    return str(path.relative_to(PROGRAM)) if own else path.name


def read_errors(folder: Path) -> list[dict[str, Any]]:
    """Return the errors that are kept, each as `describe_record` gives it, the oldest first; a line that a full disk
    cut is left out."""
    lines, errors = [], []
    with suppress(OSError):
        if has_server_database():
            lines = [contents for (contents,) in execute("SELECT told FROM tournaments_error ORDER BY id")]
    with suppress(OSError, ValueError):
        lines += (folder / FILE_NAME).read_text(encoding="utf-8").splitlines()
    for line in lines:
        with suppress(ValueError):
            errors.append(json.loads(line))
    return sorted(errors, key=lambda error: str(error.get("at")))
