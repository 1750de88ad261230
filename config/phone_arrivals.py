"""The time at which another machine (a phone) last sent a request to the hall's address.

It is the modification time of one empty file, touched at most every half minute. Which machine it was is not stored.
Standard library only; knows no page and no table.
"""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

from config import hall

MARK_FILE = "phone-came"
CHECK_INTERVAL_SECONDS = 30  # between two checks of where requests come from
EVENING_LENGTH = timedelta(hours=12)

_skip_until: dict[Path, float] = {}


def note_request(var: Path, remote: str, host: str) -> None:
    """Note one request from the IP address `remote` for the name or address `host`, if it came from another machine.

    It nearly always does nothing: requests from this machine and within CHECK_INTERVAL_SECONDS of the last one are
    skipped.
    """
    if is_local_address(remote) or _skip_until.get(var, 0) > monotonic():
        return
    if parse_host_name(host) != urlsplit(hall.get_base_url(var)).hostname or remote in hall.list_addresses():
        return
    _skip_until[var] = monotonic() + CHECK_INTERVAL_SECONDS
    with suppress(OSError):  # in a folder that cannot be written no arrival is noted
        (var / MARK_FILE).touch()


def parse_host_name(host: str) -> str | None:
    """Return the host name or address without its port; None for a malformed Host header, which anyone may send."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def is_local_address(remote: str) -> bool:
    """True for this machine's loopback address, and for text that is no IP address."""
    try:
        return ip_address(remote).is_loopback
    except ValueError:
        return True


def find_last_arrival(var: Path, now: datetime) -> datetime | None:
    """Return when a phone last came to the hall's current address; None if none did within EVENING_LENGTH."""
    with suppress(OSError):
        at = datetime.fromtimestamp((var / MARK_FILE).stat().st_mtime, UTC)
        file = var / hall.FILE_NAME
        since = datetime.fromtimestamp(file.stat().st_mtime, UTC) if file.exists() else at
        return at if at >= since and abs(now - at) < EVENING_LENGTH else None
    return None
