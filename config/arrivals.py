"""Has a phone come? When another machine last asked for the hall's address: the time of one empty file, touched at most
every half minute. Who came is not kept.

Standard library only; knows no page and no table.
"""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

from config import hall

MARK = "phone-came"
REST_SECONDS = 30  # between two looks at who asks
AN_EVENING = timedelta(hours=12)

_rests_until: dict[Path, float] = {}


def note(var: Path, remote: str, host: str) -> None:
    """One request: from the address `remote`, for the name or address `host`. Nearly always does nothing."""
    if is_here(remote) or _rests_until.get(var, 0) > monotonic():
        return
    if name_in(host) != urlsplit(hall.base_url(var)).hostname or remote in hall.addresses():
        return
    _rests_until[var] = monotonic() + REST_SECONDS
    with suppress(OSError):  # a folder that cannot be written: nobody is told
        (var / MARK).touch()


def name_in(host: str) -> str | None:
    """The name or address without its port; None for what is none, which anybody may send."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def is_here(remote: str) -> bool:
    """Does the request come from this machine, or from nobody knows where?"""
    try:
        return ip_address(remote).is_loopback
    except ValueError:
        return True


def came(var: Path, now: datetime) -> datetime | None:
    """When a phone last came to the address that is kept now; None where none did this evening."""
    with suppress(OSError):
        at = datetime.fromtimestamp((var / MARK).stat().st_mtime, UTC)
        kept = var / hall.KEPT_AS
        since = datetime.fromtimestamp(kept.stat().st_mtime, UTC) if kept.exists() else at
        return at if at >= since and now - at < AN_EVENING else None
    return None
