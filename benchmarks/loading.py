"""Measure what a process of the server takes to be loaded, beside Django with WeasyPrint in the same run, and the first
page after `make run` of a checkout that is set up.

    python benchmarks/loading.py [--times 5]

Each is a process of its own: the least processor time of several, and the memory that it then holds. One that serves
has its pages loaded, but not what is loaded with the first paper, file of others, security key, large standings or call
of another program; the supervisor of several has nothing of Django. `make run` is started twice, and the second time
counts, until the page is there: in seconds, and in those of a core, which are the limit's. One process serves, so that
these are what a reader waits for on a quiet machine. One line each; exits 1 past a limit.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._installation import read_processor_seconds

ROOT = Path(__file__).resolve().parent.parent
MOST_TIMES, MOST_MEGABYTES = 1.3, 30.0  # of the rival's processor time; of the supervisor
MOST_SECONDS, MOST_WAIT = 4.0, 120.0  # of a core until the first page; before it is given up
MEASURED = """
import os, time
begun = time.process_time()
{}
seconds, pages = time.process_time() - begun, int(open("/proc/self/statm").read().split()[1])
print(seconds, pages * os.sysconf("SC_PAGESIZE") / 2**20)
"""
RIVAL = """
import django
from django.conf import settings
parts = ("auth", "contenttypes", "sessions", "messages", "staticfiles")
settings.configure(INSTALLED_APPS=[f"django.contrib.{part}" for part in parts])
django.setup()
import django.core.handlers.wsgi, django.forms, django.shortcuts, weasyprint
"""
SERVING = """
import gc
gc.disable()
import config.server.__main__, config.wsgi, config.urls, config.devices
gc.enable()
"""
SUPERVISOR = "import config.server.__main__"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    times = parser.parse_args().times
    with tempfile.TemporaryDirectory(prefix="corbillon-bench-") as folder:
        rival, serving, supervisor = (load(each, Path(folder), times) for each in (RIVAL, SERVING, SUPERVISOR))
        open_first_page(Path(folder))
        seconds, used = open_first_page(Path(folder))
    print(f"Django with WeasyPrint: {1000 * rival[0]:.0f} ms, {rival[1]:.0f} MiB")
    ratio = serving[0] / rival[0]
    words = f"{1000 * serving[0]:.0f} ms, {serving[1]:.0f} MiB, ratio {ratio:.2f} (limit {MOST_TIMES})"
    print(f"a process that serves: {words}")
    print(f"the supervisor: {1000 * supervisor[0]:.0f} ms, {supervisor[1]:.0f} MiB (limit {MOST_MEGABYTES:.0f})")
    print(f"first page after make run: {seconds:.1f} s ({used:.1f} s of a core, limit {MOST_SECONDS:.0f})")
    return 0 if ratio <= MOST_TIMES and supervisor[1] <= MOST_MEGABYTES and used <= MOST_SECONDS else 1


def load(program: str, folder: Path, times: int) -> tuple[float, float]:
    """Return the least processor seconds that a process takes for this program, and the MiB that it then holds."""
    own = {"CORBILLON_VAR": str(folder), "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3"}
    environment = os.environ | own | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-c", MEASURED.format(program)]
    told = [
        subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout
        for _ in range(times)
    ]
    seconds, megabytes = min(tuple(map(float, each.split()[-2:])) for each in told)
    return seconds, megabytes


def open_first_page(folder: Path) -> tuple[float, float]:
    """Call `make run` and open the first page. Return how many seconds that took, and how many of a core."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    began = time.perf_counter()
    environment = os.environ | {
        "CORBILLON_VAR": str(folder / "hall"),
        "CORBILLON_BACKUPS": "0",
        "CORBILLON_WORKERS": "1",
    }
    server = subprocess.Popen(
        ["make", "run", f"PORT={port}", "ADDRESS=127.0.0.1"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        while time.perf_counter() - began < MOST_WAIT:
            try:
                urlopen(f"http://127.0.0.1:{port}/").read()
            except (URLError, OSError):
                time.sleep(0.02)
            else:
                return time.perf_counter() - began, read_processor_seconds(server.pid)
        raise SystemExit("make run shows no page")
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()


if __name__ == "__main__":
    sys.exit(main())
