"""Give a benchmark its own installation (settings, files, database in a temporary folder), and serve the program from
it."""

import os
import signal
import socket
import subprocess
import sys
import time
from http.client import HTTPException
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
READY_SECONDS = 30


def set_up_django(folder: Path, database_url: str = "") -> None:
    """Point the settings at `folder` and start Django. `database_url`: of a database, else a file of SQLite in the
    folder; it is not created yet."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    os.environ |= {
        "CORBILLON_VAR": str(folder),
        "DATABASE_URL": database_url or f"sqlite:///{folder}/bench.sqlite3",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    import django

    django.setup()


def read_processor_seconds(group: int) -> float:
    """Return the processor time that the processes of this group have used so far, and those of theirs that have ended,
    as Linux counts it."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # a process that has just ended
            continue
        if int(fields[2]) == group:
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def read_page(port: int) -> bytes | None:
    """Return the home page that is served at this port; None while nobody answers."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/", timeout=120) as answer:
            return answer.read()
    except (OSError, HTTPException):
        return None


class BenchmarkServer:
    """The program served as in a real hall, in its own processes, always at the same loopback port."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]

    def start(self) -> None:
        """Start the server's processes. Does not wait until they answer."""
        command = [sys.executable, "-m", "config.server"]
        bound = os.environ | {"CORBILLON_BIND": f"127.0.0.1:{self.port}", "CORBILLON_BACKUPS": "0"}
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=bound, stderr=subprocess.DEVNULL, start_new_session=True
        )

    def kill(self, sig: signal.Signals = signal.SIGKILL) -> None:
        """Send the signal `sig` to all server processes, whatever they are doing, and wait for their end."""
        os.killpg(self._process.pid, sig)
        self._process.wait()

    def read_processor_seconds(self) -> float:
        """Return the processor time that the server's processes have used so far."""
        return read_processor_seconds(self._process.pid)

    def __enter__(self) -> int:
        """Start the server and return its port once it answers. Raise SystemExit after READY_SECONDS."""
        self.start()
        limit = time.monotonic() + READY_SECONDS
        while time.monotonic() < limit:
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self.port
            time.sleep(0.05)
        raise SystemExit("the server does not answer")

    def __exit__(self, *exception: object) -> None:
        self.kill(signal.SIGTERM)
