"""The system packages that the program needs, installed with apt where that is allowed.

Each need is checked before apt is called, so that a machine that has everything is left alone.
"""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from config import pango
from config.system_calls import is_administrator
from corbillon.words import say

DRIVER_LIBRARIES = ("libatomic.so.1",)  # Playwright's own node
LIGHT_BROWSER = "chromium-headless-shell"
BROWSERS = (LIGHT_BROWSER, "chromium", "chromium-browser", "google-chrome")
"""The same pages in each; the first, which has no windows to draw, takes half the processor time of the second."""
MEMORY_ROOM = 2 * 2**30  # bytes: databases of a test run, several times over
APT_OPTIONS = ["-q", "-y", "-o", "DPkg::Lock::Timeout=120", "-o", "Acquire::Retries=1"]


@dataclass(frozen=True)
class Need:
    """Something that the program needs of the system. `met`: returns whether it is there; `packages`: what brings it,
    by the names of Debian and Ubuntu; `for_french`, `for_english`: what cannot be done without it; `lighter`: a package
    that only Debian has, installed there in place of the first of `packages`, because its program needs less time."""

    met: Callable[[], bool]
    packages: tuple[str, ...]
    for_french: str
    for_english: str
    lighter: str = ""

    def choose_packages(self) -> tuple[str, ...]:
        """Return the packages to install, by what apt knows at this moment."""
        known = self.lighter and _is_known(self.lighter)
        return (self.lighter, *self.packages[1:]) if known else self.packages

    def can_be_lighter(self) -> bool:
        """Return True where the lighter program can be installed without asking anybody."""
        return bool(self.lighter) and is_administrator() and not shutil.which(self.lighter) and _is_known(self.lighter)


def _is_known(package: str) -> bool:
    """Return True if apt, as it was last updated, can install the package."""
    if not shutil.which("apt-cache"):
        return False
    return not subprocess.run(["apt-cache", "show", package], capture_output=True, check=False).returncode


def _load(*libraries: str) -> bool:
    try:
        for name in libraries:
            ctypes.CDLL(name)
    except OSError:
        return False
    return True


def browser() -> str | None:
    """Return the path of a Chromium or Chrome that starts, or None; Ubuntu's `chromium-browser` may be a script that
    asks for a snap."""
    return next((found for name in BROWSERS if (found := shutil.which(name)) and _starts(found)), None)


def _starts(program: str) -> bool:
    return not subprocess.run([program, "--version"], capture_output=True, check=False).returncode


def find_memory_folder() -> str | None:
    """Return a folder that the system keeps in memory, if it has one with room for databases; else None. A copy of a
    database is a thousand files, which a disk takes four times as long to write."""
    folder = "/dev/shm"
    if not os.access(folder, os.W_OK | os.X_OK):
        return None
    return folder if shutil.disk_usage(folder).free > MEMORY_ROOM else None


def postgres_folder() -> Path | None:
    """Return the folder of the newest PostgreSQL server's programs, or None."""
    debian = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(debian, key=lambda file: float(file.parts[-3]), default=None)
    found = newest or (Path(on_path) if (on_path := shutil.which("initdb")) else None)
    return found.parent if found else None


PRINTING = Need(
    pango.is_installed,
    pango.PACKAGES,
    "faire les PDF à imprimer",
    "making PDFs to print",
)
BROWSER = Need(
    lambda: _load(*DRIVER_LIBRARIES) and bool(browser()),
    ("chromium", "libatomic1"),
    "essayer les pages dans un navigateur",
    "testing the pages in a browser",
    lighter=LIGHT_BROWSER,
)
POSTGRES = Need(
    lambda: bool(postgres_folder()),
    ("postgresql",),
    "essayer le livre sur PostgreSQL",
    "testing the book on PostgreSQL",
)


def provide(*needs: Need) -> tuple[Need, ...]:
    """Install the packages of `needs` with apt where that is allowed; print and return the needs still missing."""
    missing = [need for need in needs if not need.met()]
    lacking = missing + [need for need in needs if need not in missing and need.can_be_lighter()]
    if lacking:
        _apt(lacking)
    left = tuple(need for need in missing if not need.met())
    for need in left:
        line = pango.find_install_command() if need is PRINTING else f"apt install {' '.join(need.packages)}"
        say(f"Pour {need.for_french}, il manque : {line}", f"For {need.for_english}, missing: {line}")
    return left


def _apt(needs: Sequence[Need]) -> None:
    """Install what these needs lack; one by one if apt does not know all of the names."""
    rights = _rights()
    if rights is None:
        return
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}

    def apt(*words: str) -> bool:
        command = [*rights, "apt-get", *APT_OPTIONS, *words]
        return not subprocess.run(command, env=environment, capture_output=True, check=False).returncode

    apt("update")
    packages = [package for need in needs for package in need.choose_packages()]
    say(f"Installation avec apt : {' '.join(packages)}", f"Installing with apt: {' '.join(packages)}")
    if not apt("install", "--no-install-recommends", *packages):
        for package in packages:
            apt("install", "--no-install-recommends", package)


def _rights() -> list[str] | None:
    """Return the prefix that lets `apt-get` run ([] as root, sudo); None if it may not run, or is not there."""
    if not shutil.which("apt-get"):
        return None
    if is_administrator():
        return []
    if not shutil.which("sudo"):
        return None
    if not subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode:
        return ["sudo", "-n"]
    return ["sudo"] if _may_ask_for_password() else None


def _may_ask_for_password() -> bool:
    """Ask sudo for the password of the person who sits here, if one does; False if it is not given."""
    if not sys.stdin.isatty():
        return False
    say(
        "Des paquets du système manquent : sudo demande votre mot de passe pour les installer (Ctrl-C : sans eux).",
        "Packages of the system are missing: sudo asks for your password to install them (Ctrl-C: without them).",
    )
    try:
        return not subprocess.run(["sudo", "-v"], check=False).returncode
    except KeyboardInterrupt:
        return False
