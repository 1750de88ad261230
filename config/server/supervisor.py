"""Several serving processes on the same sockets: the system gives each new connection to one that is ready for it."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

from config.server.worker import GRACE_SECONDS

ROOT = Path(__file__).resolve().parent.parent.parent
LOOK_SECONDS = 0.5
YOUNG_SECONDS = 10  # a process that ends sooner would only end again

Process = subprocess.Popen[bytes]


class StopRequested(Exception):
    """Raised in the supervisor when a signal asks it to stop."""


def supervise(listeners: list[socket.socket], workers: int) -> int:
    """Run so many serving processes until a signal says to stop, and replace one that dies. Return the exit code.

    A process ends by itself once this one has ended, in whatever way: each reads a pipe that is closed then.
    """
    numbers = [listener.fileno() for listener in listeners]
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, _request_stop)
    running: dict[Process, float] = {}
    try:
        while True:
            for process in [process for process in running if process.poll() is not None]:
                if time.monotonic() - running.pop(process) < YOUNG_SECONDS:
                    return process.returncode or 1
            while len(running) < workers:
                running[_start_worker(numbers)] = time.monotonic()
            time.sleep(LOOK_SECONDS)
    except StopRequested:
        return 0
    finally:
        _stop_workers(list(running))


def _request_stop(number: int, frame: Any) -> NoReturn:
    """Signal handler that stops the supervisor; a second signal has its default effect."""
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_DFL)
    raise StopRequested


def _start_worker(numbers: list[int]) -> Process:
    """Start a serving process that inherits these sockets."""
    return subprocess.Popen(
        [sys.executable, "-m", "config.server", "--supervised"],
        cwd=ROOT,
        env=os.environ | {"CORBILLON_BIND": ",".join(f"fd://{number}" for number in numbers)},
        stdin=subprocess.PIPE,
        pass_fds=numbers,
    )


def _stop_workers(running: list[Process]) -> None:
    """Let the processes finish their answers and end; kill those that do not."""
    for process in running:
        process.terminate()
    until = time.monotonic() + GRACE_SECONDS + YOUNG_SECONDS
    for process in running:
        try:
            process.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
