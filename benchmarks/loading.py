"""Measure what a process of the server takes to be loaded, beside Django with WeasyPrint in the same run.

    python benchmarks/loading.py [--times 5]

Each is a process of its own: the least processor time of several, and the memory that it then holds. One that serves
has all its pages loaded; the supervisor of several has nothing of Django. One line each; exits 1 past a limit.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_TIMES, MOST_MEGABYTES = 1.3, 30.0  # of the rival's processor time; of the supervisor
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
    print(f"Django with WeasyPrint: {1000 * rival[0]:.0f} ms, {rival[1]:.0f} MiB")
    ratio = serving[0] / rival[0]
    words = f"{1000 * serving[0]:.0f} ms, {serving[1]:.0f} MiB, ratio {ratio:.2f} (limit {MOST_TIMES})"
    print(f"a process that serves: {words}")
    print(f"the supervisor: {1000 * supervisor[0]:.0f} ms, {supervisor[1]:.0f} MiB (limit {MOST_MEGABYTES:.0f})")
    return 0 if ratio <= MOST_TIMES and supervisor[1] <= MOST_MEGABYTES else 1


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


if __name__ == "__main__":
    sys.exit(main())
