"""Build the Debian package, install it in a clean root, use it, update it, remove it.

    python benchmarks/deb.py [--suite bookworm] [--mirror ADDRESS]

Needs root, debootstrap, dpkg-deb and the network. The clean root has nothing but Debian's minimal system; its Python
must be the one that runs this. Service managers do not run in such a root: the unit file is only read by
`systemd-analyze`. Prints what each step took, and the size of what was installed. Exits 1 where a step fails; where
debootstrap or root are missing it says so, and exits 0.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from _installation import ROOT

PROMPT = ("env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive")
OWN = ("runuser", "-u", "corbillon", "--", "env", "CORBILLON_VAR=/var/lib/corbillon")
SIMULATE = ("simulate", "--game", "briscola", "--players", "8", "--rounds", "2", "--seed", "1")
READ_PAGE = (
    "import time, urllib.request\n"
    "until = time.monotonic() + 300\n"
    "while True:\n"
    "    try:\n"
    "        assert b'Corbillon' in urllib.request.urlopen('http://127.0.0.1:8765/', timeout=60).read()\n"
    "        break\n"
    "    except OSError:\n"
    "        assert time.monotonic() < until\n"
    "        time.sleep(0.5)\n"
)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--suite", default="bookworm")
    parser.add_argument("--mirror", action="append", default=[], help="of Debian's packages, else debootstrap's own")
    given = parser.parse_args()
    missing = [name for name in ("debootstrap", "dpkg-deb") if not shutil.which(name)]
    if missing or os.geteuid() != 0:
        print(f"not run: {' and '.join(missing) or 'root'} missing")
        return
    with tempfile.TemporaryDirectory() as scratch:
        package = Path(measure("build", [sys.executable, str(ROOT / "packaging" / "build_deb.py"), scratch]).strip())
        print(f"package {package.stat().st_size / 1e6:.0f} MB")
        root = Path(scratch) / "root"
        measure("a clean root", ["debootstrap", "--variant=minbase", given.suite, str(root), *given.mirror])
        shutil.copy(package, root / "package.deb")
        try_package(root)


def try_package(root: Path) -> None:
    """Install the package in the root, use it, update it and remove it."""

    def call(what: str, *command: str) -> str:
        return measure(what, ["chroot", str(root), *PROMPT, *command])

    call("lists", "apt-get", "-q", "update")
    call("install", "apt-get", "-q", "-y", "install", "--no-install-recommends", "/package.deb")
    size = call("size", "du", "-sm", "/usr/lib/corbillon").split()[0]
    print(f"installed {size} MB")
    print(call("version", *OWN, "corbillon", "--version").strip())
    call("the driver", *OWN, "PYTHONPATH=/usr/lib/corbillon", "python3", "-s", "-c", "import psycopg")  # PostgreSQL's
    subprocess.run(["systemd-analyze", "verify", str(root / "lib/systemd/system/corbillon.service")], check=False)
    call("prepare", *OWN, "corbillon", "prepare")
    call(
        "simulate",
        *OWN,
        "corbillon",
        *SIMULATE,
    )
    call("print", *OWN, "corbillon", "print", "1", "standings", "-o", "/var/lib/corbillon/standings.pdf")
    assert (root / "var/lib/corbillon/standings.pdf").read_bytes().startswith(b"%PDF")
    serve = ["chroot", str(root), *PROMPT, *OWN, "CORBILLON_PORT=8765", "CORBILLON_ADDRESS=127.0.0.1"]
    server = subprocess.Popen([*serve, "corbillon", "--no-browser"], stdout=subprocess.DEVNULL)
    try:
        measure("first page", [sys.executable, "-c", READ_PAGE])
    finally:
        server.terminate()
        server.wait(60)
    before = call("recheck", *OWN, "corbillon", "recheck")
    call("update", "apt-get", "-q", "-y", "install", "--reinstall", "/package.deb")
    assert call("recheck after it", *OWN, "corbillon", "recheck") == before
    assert "/var/lib/corbillon" in call("remove", "apt-get", "-q", "-y", "remove", "corbillon")
    assert (root / "var/lib/corbillon/corbillon.sqlite3").exists()
    print("the data are still there")


def measure(what: str, command: list[str]) -> str:
    """Run the command, print how long it took, and return its output. Exits 1 where it fails."""
    began = time.monotonic()
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    print(f"{what:20} {time.monotonic() - began:6.1f} s", flush=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}")
    return done.stdout


if __name__ == "__main__":
    main()
