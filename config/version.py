"""The program's version, the commit it was built from, the fingerprint of its files, and known holes of the Python that
runs it. Standard library only; knows no page and no table."""

import hashlib
import http.cookies
from contextlib import suppress
from functools import cache
from pathlib import Path

__version__ = "1.0.0"

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("scoring", "tournaments", "templates", "static", "locale", "built")
SUFFIXES = {".py", ".html", ".js", ".css", ".mo"}
BUILD_FILE = ROOT / "build.txt"  # the commit, written into a built package


def read_commit() -> str:
    """Return the first letters of the commit from which this copy of the program was made; "" if unknown."""
    for read in (lambda: BUILD_FILE.read_text(encoding="ascii"), _read_checked_out_commit):
        with suppress(OSError, ValueError):
            return read().strip()[:8]
    return ""


def _read_checked_out_commit() -> str:
    """Return the commit that is checked out here. Raises OSError where this is no checkout."""
    git = ROOT / ".git"
    if git.is_file():  # a second checkout of one repository
        git = Path(git.read_text(encoding="utf-8").removeprefix("gitdir:").strip())
    head = (git / "HEAD").read_text(encoding="utf-8").strip()
    if not head.startswith("ref: "):
        return head
    name = head.removeprefix("ref: ")
    shared = git / (git / "commondir").read_text(encoding="utf-8").strip() if (git / "commondir").exists() else git
    for folder in (git, shared):
        if (folder / name).exists():
            return (folder / name).read_text(encoding="ascii")
    packed = (shared / "packed-refs").read_text(encoding="utf-8").splitlines()
    return next(line.split()[0] for line in packed if line.endswith(f" {name}"))


def describe_version() -> str:
    """Return the version with its commit, as people read it: "1.0.0 (0a1b2c3d)"."""
    commit = read_commit()
    return f"{__version__} ({commit})" if commit else __version__


def list_python_holes() -> list[str]:
    """Return the known security holes (CVE numbers) of the running Python that affect the program. What its library
    does is tested, not its version: systems mend a hole and keep the old version's number."""
    return [] if hasattr(http.cookies, "_unquote_sub") else ["CVE-2024-7592"]


@cache
def compute_fingerprint() -> str:
    """Return a digest of all files of the program that pages depend on, 16 hexadecimal digits."""
    digest = hashlib.sha256()
    for room in FOLDERS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in SUFFIXES:
                digest.update(f"{path.relative_to(ROOT)}\0".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
