"""Run pip, and say how far it is: how many packages, how many megabytes."""

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from corbillon.words import say

BEGUN = re.compile(r"Collecting ([\w.-]+)")
FETCHED = re.compile(r"\s*(?:Downloading|Using cached) \S+ \((\d+(?:\.\d+)?) (kB|MB)\)")
MEGABYTES = {"kB": 0.001, "MB": 1.0}


def run_pip(command: list[str], lock: Path, folder: Path, environment: dict[str, str]) -> bool:
    """Install the packages of a lock by this command of pip. Return whether it worked; pip says itself why not."""
    wanted = count_packages(lock.read_text(encoding="utf-8"))
    pip = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
    assert pip.stdout
    found, megabytes = follow(pip.stdout, wanted, shown=sys.stdout.isatty())
    worked = pip.wait() == 0
    if worked and found:
        say(f"  {found} paquets, {megabytes:.0f} Mo. / {found} packages, {megabytes:.0f} MB.")
    return worked


def count_packages(lock: str) -> int:
    """Return how many packages a lock names; some may be for other systems."""
    return len(re.findall(r"^[\w.\[\]-]+==", lock, re.MULTILINE))


def follow(lines: Iterable[str], wanted: int, *, shown: bool) -> tuple[int, float]:
    """Read what pip says as it installs `wanted` packages, and with `shown` write how far it is into one line of the
    terminal. Return the number of packages and of their megabytes."""
    found, megabytes = 0, 0.0
    for line in lines:
        if begun := BEGUN.match(line):
            found += 1
            progress = f"  {found} / {wanted} · {megabytes:.0f} Mo · {begun[1]}"
        elif fetched := FETCHED.match(line):
            megabytes += float(fetched[1]) * MEGABYTES[fetched[2]]
            continue
        elif line.startswith("Installing collected packages"):
            progress = f"  {found} / {wanted} · {megabytes:.0f} Mo · mise en place / putting in place…"
        else:
            continue
        if shown:
            sys.stdout.write(f"\r\033[K{progress}")
            sys.stdout.flush()
    if shown:
        sys.stdout.write("\r\033[K")
        sys.stdout.flush()
    return found, megabytes
