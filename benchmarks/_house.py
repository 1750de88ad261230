"""A house of a benchmark's own: the program's settings, files and database in a folder that goes with the run; and the
program served from there."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
READY_SECONDS = 30


def settle(folder: Path) -> None:
    """Django is ready; the database is still to be made."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    os.environ |= {
        "CORBILLON_VAR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    import django

    django.setup()


class Server:
    """The program as it is served to a hall, in processes of its own, always at the same port of loopback."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]

    def start(self) -> None:
        command = [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.py", "config.wsgi"]
        bound = os.environ | {"CORBILLON_BIND": f"127.0.0.1:{self.port}"}
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=bound, stderr=subprocess.DEVNULL, start_new_session=True
        )

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """All its processes, in the middle of whatever they do."""
        os.killpg(self._process.pid, how)
        self._process.wait()

    def __enter__(self) -> int:
        """Its port, once it answers there."""
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
