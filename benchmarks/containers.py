"""Build the container's image and run the three parts of its compose file, by the lines that the project names.

    python benchmarks/containers.py FOLDER [--base FOLDER]

The image is built from a copy of the project by the first line of packaging/container/Containerfile, the parts are
started under https://localhost by that of compose.yaml; what docs/installing.md does with podman-compose is done: the
first password is read, another one given. A page is read through the proxy, an evening played, our server killed (-9):
a page must be answered again. Images and data of Podman lie in FOLDER (3 GB), apart from the computer's own.
Where no registry can be reached, --base names a Debian 12, such as the `base` that units.py makes, which is read alone:
with Debian's own Python, PostgreSQL and Caddy a copy of it stands in for the base images, under their names.
Prints what each step took; exits 1 where one fails. Needs root, Podman, podman-compose, free ports 80 and 443, and a
registry or --base; where one is missing it says so and tries nothing.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

from _installation import ROOT
from _stand_ins import call, make_stand_ins
from units import CURL, EVENING, await_true, measure

RECIPE = Path("packaging", "container")
TOOLS = ("podman", "podman-compose", "curl", "unshare")
REGISTRY = "https://registry-1.docker.io/v2/"  # answers 401 to who says no name
MIXED = Path("/sys/fs/cgroup/unified")  # control groups of both versions at once: crun refuses them
IGNORED = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".*_cache")
SITE = "localhost"
STORAGE = '[storage]\ndriver = "overlay"\ngraphroot = "{0}/images"\nrunroot = "{0}/run"\n'
CONTAINERS = """\
[containers]
default_ulimits = []  # a machine may forbid to raise limits
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_config_dir = "{0}/networks"
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--base", type=Path, help="a Debian 12 that stands in for the base images")
    given = parser.parse_args()
    if missing := find_missing(given.base):
        print(f"not run: {', '.join(missing)} missing")
        return 0
    if MIXED.is_mount():
        again = ["sh", "-c", f'umount {MIXED} && exec "$@"', "sh", sys.executable, *sys.argv]
        os.execvp("unshare", ["unshare", "--mount", *again])
    folder = given.folder.resolve()
    recipe = prepare(folder)
    if given.base:
        print("base images: stand-ins from Debian's packages")
        measure("the stand-ins", make_stand_ins, folder, given.base, recipe)
    line = read(r"`(podman build .*)`", recipe / "Containerfile")
    measure(f"the image: {line}", call, line, folder / "project")
    try:
        try_parts(recipe)
    finally:
        measure("all is stopped: podman-compose down", call, "podman-compose down --volumes", recipe)
    return 0


def find_missing(base: Path | None) -> list[str]:
    """Return what the machine lacks, in words."""
    missing = [name for name in TOOLS if not shutil.which(name)]
    missing += [] if os.geteuid() == 0 else ["root"]
    for port in (80, 443):
        with socket.socket() as door:
            missing += [] if door.connect_ex((SITE, port)) else [f"a free port {port}"]
    if base is None and "curl" not in missing and ask(REGISTRY) != "401":
        missing.append("a registry with the base images (or --base)")
    return missing


def prepare(folder: Path) -> Path:
    """Copy the project into the folder, let Podman keep all there, and return the recipe's folder in the copy."""
    shutil.copytree(ROOT, folder / "project", ignore=IGNORED, symlinks=True, dirs_exist_ok=True)
    for variable, text in (("CONTAINERS_STORAGE_CONF", STORAGE), ("CONTAINERS_CONF", CONTAINERS)):
        os.environ[variable] = str(folder / variable)
        (folder / variable).write_text(text.format(folder), encoding="utf-8")
    recipe = folder / "project" / RECIPE
    (recipe / ".env").write_text(f"SITE={SITE}\nDATABASE_PASSWORD=only-on-loopback\n", encoding="utf-8")
    return recipe


def try_parts(recipe: Path) -> None:
    """Start the three parts, use them, kill ours and wait until it answers again."""
    start = read(r"then: (podman-compose .*?) {2}", recipe / "compose.yaml")
    logs, reset = (
        read(rf"`(podman-compose {word} [^`]*)`", ROOT / "docs" / "installing.md") for word in ("logs", "exec")
    )
    measure(f"the parts: {start}", call, start, recipe)
    measure("a page through the proxy", await_true, "a page", is_answered)
    for line in (logs, reset):
        assert re.search(r" / password: \S+-\S+", measure(f"a password: {line}", call, line, recipe)), line
    ours = reset.removesuffix("organiser --reset")
    measure("an evening", call, ours + EVENING, recipe)
    first = call("podman ps --quiet --filter label=com.docker.compose.service=corbillon", recipe)
    os.kill(int(call(f"podman inspect --format {{{{.State.Pid}}}} {first}", recipe)), signal.SIGKILL)
    measure("ours is killed (-9): a page after", await_true, "a page", is_answered)
    print(measure("recheck", call, f"{ours}recheck", recipe))


def read(pattern: str, file: Path) -> str:
    """Return the command that the file names."""
    found = re.search(pattern, file.read_text(encoding="utf-8"))
    assert found, f"{file.name}: {pattern}"
    return found[1]


def ask(address: str) -> str:
    """Return the code with which the address answers, "000" if nothing does."""
    return subprocess.run([*CURL, "--insecure", address], stdout=subprocess.PIPE, text=True, check=False).stdout


def is_answered() -> bool:
    """True if the proxy answers with a page of ours."""
    return ask(f"https://{SITE}/") == "200"


if __name__ == "__main__":
    sys.exit(main())
