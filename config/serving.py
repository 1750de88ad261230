"""Whether the server runs: each server process holds a lock on one file, released when the process ends in any way.

Standard library only; knows no page and no table.
"""

from contextlib import suppress
from io import BufferedRandom
from pathlib import Path

from config.system_calls import try_lock

LOCK_FILE = "serving.lock"
_held: list[BufferedRandom] = []


def hold_serving_lock(var: Path) -> None:
    """Hold, until this process ends, the shared lock that tells `is_serving` that a server runs. If the folder `var`
    cannot be written, do nothing: then `is_serving` does not see this process."""
    with suppress(OSError):
        file = (var / LOCK_FILE).open("a+b")
        if try_lock(file, shared=True):
            _held.append(file)


def is_serving(var: Path) -> bool:
    """True while a server process of this installation runs, as far as its lock in the folder `var` shows."""
    try:
        with (var / LOCK_FILE).open("a+b") as file:
            return not try_lock(file)
    except OSError:
        return False
