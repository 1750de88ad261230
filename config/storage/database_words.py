"""Find the trouble of the storage that a database's error message tells of.

The message is read rather than an error code: it is the same in every library that brings SQLite.
"""

from . import troubles
from .troubles import Trouble

BY_WORDS = (
    ("database or disk is full", troubles.FULL),
    ("no space left on device", troubles.FULL),
    ("file is not a database", troubles.FOREIGN),
    ("malformed", troubles.DAMAGED),
    ("readonly database", troubles.READ_ONLY),
    ("unable to open", troubles.READ_ONLY),
    ("disk i/o error", troubles.DISK),
    ("is locked", troubles.BUSY),
    ("lock timeout", troubles.BUSY),
    ("connection failed", troubles.UNREACHABLE),
    ("connection refused", troubles.UNREACHABLE),
    ("server closed the connection", troubles.UNREACHABLE),
    ("the connection is closed", troubles.UNREACHABLE),
    ("the connection is lost", troubles.UNREACHABLE),
    ("terminating connection", troubles.UNREACHABLE),
    ("connection timeout", troubles.UNREACHABLE),
    ("the database system is", troubles.UNREACHABLE),  # starting up, shutting down
    ("read-only transaction", troubles.UNREACHABLE),  # another one is the primary now
    ("connection to server", troubles.UNREACHABLE),
    ("no more connections allowed", troubles.UNREACHABLE),  # of a pooler
    ("query_wait_timeout", troubles.UNREACHABLE),
)


def find_named_trouble(error: BaseException) -> Trouble | None:
    """Return the trouble that the database's error message tells of, or None."""
    words = str(error).lower()
    return next((trouble for part, trouble in BY_WORDS if part in words), None)
