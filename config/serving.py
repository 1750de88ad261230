"""Whether the server runs: each process that serves holds a lock on one file, which ends with it however it ends.

Standard library only; knows no page and no table.
"""

import fcntl
from contextlib import suppress
from io import BufferedRandom
from pathlib import Path

LOCK = "serving.lock"
_held: list[BufferedRandom] = []


def say_serving(var: Path) -> None:
    """Hold the lock, with whoever else serves, until this process ends. Where nothing can be written nobody is told."""
    with suppress(OSError):
        file = (var / LOCK).open("a+b")
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        _held.append(file)


def is_serving(var: Path) -> bool:
    """Does some process serve this installation now?"""
    try:
        with (var / LOCK).open("a+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
