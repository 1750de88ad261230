"""What the pages, the server's first process and the one that sends webhooks tell each other: files of the var folder.

Standard library only; knows no page and no table.
"""

from contextlib import suppress
from pathlib import Path

ASKED_FILE = "webhooks.asked"  # a club has something to send, or a receiver more
SENDING_LOCK = "webhooks.lock"  # held by the process that sends


def ask_for_sending(var: Path) -> None:
    """Have the process that sends started within a second or two, where the server runs and it does not run yet."""
    with suppress(OSError):
        (var / ASKED_FILE).touch(mode=0o600)


def take_request(var: Path) -> bool:
    """Return True if somebody asked for it since the last call."""
    try:
        (var / ASKED_FILE).unlink()
    except OSError:
        return False
    return True
