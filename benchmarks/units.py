"""Boot machines of the recipe under systemd, and set a federation up on them as docs/deploying.md writes it.

    python benchmarks/units.py FOLDER [--package FILE] [--suite bookworm] [--mirror ADDRESS]

Two machines, each a Debian in namespaces of its own with systemd as its first process, in FOLDER (2 GB; what lies in
its `base` is used again); a cable joins them that leads nowhere else. On each the packages of the recipe are installed
by its own line, with their units, on the first our Debian package too (`packaging/build_deb.py` makes it where no
--package is named). Then Patroni's and HAProxy's files of packaging/federation/ are put where the units read them, the
server that Debian made is dropped, a page is read through HAProxy, our server is killed (-9), the primary with its
Patroni too, its unit is stopped, and the machine of the next primary loses its power and boots again: each time a page
must be answered again.
Prints what each step took; exits 1 where one fails. Needs root, debootstrap, Debian's packages, and Linux's control
groups of the second version; where one is missing it says so and tries nothing.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from string import Template
from typing import Any, TypeVar

from _installation import ROOT

RECIPES = ROOT / "packaging" / "federation"
GROUPS = [Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/unified")]  # where the second version may be mounted
LINE = r"^apt-get install .*etcd-server.*$"  # of docs/deploying.md, step 1
BASE = "systemd,systemd-sysv,dbus,iproute2,procps,curl,ca-certificates"
ADDRESSES = {"one": "10.77.0.1", "two": "10.77.0.2"}  # in namespaces that nobody else reaches
SECRET = "only-on-loopback"
CLEAN = ("env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive")
INSTALL = "apt-get install --yes --no-install-recommends /package.deb"
CURL = ("curl", "--silent", "--output", "/dev/null", "--max-time", "5", "--write-out", "%{http_code}")
OURS = "set -a; . /etc/default/corbillon; CORBILLON_VAR=/var/lib/corbillon corbillon"
EVENING = "simulate --game briscola --players 8 --rounds 2 --seed 1"
PATIENCE = 900  # seconds, for a step on a busy machine
STEADY = 25  # seconds, five rounds of Patroni's: what it says of a primary that was killed may be from before
OWN = "--fork --kill-child --pid --mount --uts --ipc --cgroup --net"
BOOT = """
set -e
mkdir -p $M/upper $M/work $M/root
mount -t overlay overlay -o lowerdir=$BASE,upperdir=$M/upper,workdir=$M/work $M/root
cd $M/root
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
for each in dev run tmp; do mount -t tmpfs -o mode=755 tmpfs $each; done
chmod 1777 tmp
for each in null zero full random urandom tty; do touch dev/$each; mount --bind /dev/$each dev/$each; done
mkdir dev/shm dev/pts
mount -t tmpfs tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s /proc/self/fd dev/fd
ln -s pts/ptmx dev/ptmx
mount -t cgroup2 cgroup2 sys/fs/cgroup
echo $NAME > etc/hostname
exec chroot . env -i container=corbillon PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --log-target=console
"""
DATABASE_PORT, REPLICA_PORT, WEB_PORT = 5000, 5001, 80
SETTINGS = f"""\
CORBILLON_DEMO=0
CORBILLON_ADDRESS={{address}}
DATABASE_URL=postgres://postgres:{SECRET}@{{address}}:{DATABASE_PORT}/postgres
DATABASE_REPLICA_URL=postgres://postgres:{SECRET}@{{address}}:{REPLICA_PORT}/postgres
CORBILLON_SECRET_KEY={SECRET * 3}
CORBILLON_URL=http://{{address}}
CORBILLON_BACKUPS=0
FORWARDED_ALLOW_IPS={{address}}
"""


Result = TypeVar("Result")


class Machine:
    """A Debian under systemd, whose files lie over those of `base`."""

    def __init__(self, name: str, folder: Path, base: Path, groups: Path) -> None:
        self.name, self.folder, self.base, self.group = name, folder / name, base, groups / f"corbillon-{name}"
        self.address = ADDRESSES[name]

    def start(self) -> None:
        """Start its systemd, and wait until that has started what it should."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.group.mkdir(exist_ok=True)
        words = {"M": str(self.folder), "BASE": str(self.base), "NAME": self.name, "BOOT": BOOT}
        script = f'echo $$ > {self.group}/cgroup.procs; exec unshare {OWN} sh -c "$BOOT"'
        with (self.folder / "log").open("ab") as log:
            self._outer = subprocess.Popen(
                ["sh", "-c", script],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=os.environ | words,
                start_new_session=True,
            )
        await_true(f"systemd on {self.name}", self.is_up)

    @property
    def first(self) -> int:
        """The id of its first process, as seen from outside."""
        return int(
            Path(f"/proc/{self._outer.pid}/task/{self._outer.pid}/children").read_text(encoding="utf-8").split()[0]
        )

    def is_up(self) -> bool:
        """True once all its units have been started."""
        if self._outer.poll() is not None:
            raise SystemExit(f"systemd does not start, see {self.folder / 'log'}")
        said = self.ask("systemctl", "is-system-running")
        return said in ("running", "degraded")

    def call(self, *command: str) -> str:
        """Run a command on the machine, and return what it says. Exits 1 where it fails."""
        done = self._run(*command)
        if done.returncode:
            sys.exit(f"{self.name}: {' '.join(command)}\n{done.stdout}\n{self.ask('journalctl', '-n', '60')}")
        return done.stdout.strip()

    def ask(self, *command: str) -> str:
        """Run a command on the machine, which may fail, and return what it says."""
        return self._run(*command).stdout.strip()

    def _run(self, *command: str) -> subprocess.CompletedProcess[str]:
        try:
            inside = ["nsenter", "--target", str(self.first), "--all", "chroot", str(self.folder / "root"), *CLEAN]
        except (OSError, IndexError):
            return subprocess.CompletedProcess(command, 1, "")
        return subprocess.run(
            [*inside, *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )

    def write(self, path: str, text: str) -> None:
        """Write a file of the machine."""
        file = Path("/proc", str(self.first), "root", path.lstrip("/"))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def stop(self) -> None:
        """End its first process, and with it all others."""
        if self._outer.poll() is None:
            os.kill(self.first, signal.SIGKILL)
            self._outer.wait()
        for folder in [*sorted(self.group.rglob("*/"), reverse=True), self.group]:
            folder.rmdir()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--package", type=Path, help="ours, built for that Debian")
    parser.add_argument("--suite", default="bookworm")
    parser.add_argument("--mirror", action="append", default=[], help="of Debian's packages, else debootstrap's own")
    given = parser.parse_args()
    missing = [name for name in ("debootstrap", "unshare", "nsenter", "ip") if not shutil.which(name)]
    missing += [] if os.geteuid() == 0 else ["root"]
    groups = next((each for each in GROUPS if (each / "cgroup.controllers").exists()), None)
    missing += [] if groups else ["control groups of the second version"]
    if missing or groups is None:
        print(f"not run: {', '.join(missing)} missing")
        return 0
    folder = given.folder.resolve()
    package = given.package or folder / measure("our package", build_package, folder)
    base = folder / "base"
    if not base.exists():
        measure("a clean Debian", make_base, base, given.suite, given.mirror, package)
    with ExitStack() as stay:
        machines = [Machine(name, folder, base, groups) for name in ADDRESSES]
        for machine in machines:
            stay.callback(machine.stop)
            measure(f"systemd boots on {machine.name}", machine.start)
        join(*machines)
        follow_recipe(*machines, package)
        pull_plugs(*machines)
    return 0


def build_package(folder: Path) -> Path:
    """Build our Debian package into the folder, and return its file."""
    command = [sys.executable, str(ROOT / "packaging" / "build_deb.py"), str(folder)]
    return Path(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip())


def make_base(base: Path, suite: str, mirror: list[str], package: Path) -> None:
    """Make a Debian with systemd, with the packages of the recipe and those that ours needs at hand: the machines have
    no network but their cable."""
    fresh = base.with_suffix(".new")
    subprocess.run(["debootstrap", "--variant=minbase", f"--include={BASE}", suite, str(fresh), *mirror], check=True)
    shutil.copy(package, fresh / "package.deb")
    for line in ("apt-get update", f"{read_line()} --yes --download-only", f"{INSTALL} --download-only"):
        subprocess.run(["chroot", str(fresh), *CLEAN, *line.split()], check=True, stdout=subprocess.DEVNULL)
    fresh.rename(base)


def read_line() -> str:
    """Return the line by which the recipe installs its packages."""
    found = re.search(LINE, (ROOT / "docs" / "deploying.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert found, "docs/deploying.md installs etcd-server"
    return found[0]


def join(one: Machine, two: Machine) -> None:
    """Lay a cable between the machines. An address stays when the cable goes, as with the machine at its other end."""
    change_net(one, "link", "add", "cable", "type", "veth", "peer", "cable", "netns", str(two.first))
    for machine, other in ((one, two), (two, one)):
        change_net(machine, "address", "replace", f"{machine.address}/32", "dev", "lo")
        change_net(machine, "link", "set", "cable", "up")
        change_net(machine, "route", "add", other.address, "dev", "cable", "src", machine.address)


def change_net(machine: Machine, *words: str) -> None:
    """Call `ip` where it sees the machine's network alone."""
    subprocess.run(["nsenter", "--target", str(machine.first), "--net", "ip", *words], check=True)


def follow_recipe(one: Machine, two: Machine, package: Path) -> None:
    """Set up etcd, HAProxy and our server on the first machine, and PostgreSQL under Patroni on both."""
    for machine in (one, two):
        measure(f"{machine.name}: the recipe's packages", machine.call, *read_line().split(), "--yes")
        machine.call("pg_dropcluster", "--stop", "15", "main")
    client = f"http://{one.address}:2379"
    one.write(
        "etc/default/etcd",
        f"ETCD_ENABLE_V2=true\nETCD_LISTEN_CLIENT_URLS={client}\nETCD_ADVERTISE_CLIENT_URLS={client}\n",
    )
    one.call("systemctl", "restart", "etcd")
    ours = f"    server one {one.address}:8000 check\n"
    words: dict[str, object] = {"DATABASE_PORT": DATABASE_PORT, "REPLICA_PORT": REPLICA_PORT, "WEB_PORT": WEB_PORT}
    words |= {"HOST": one.address, "NAME": one.address, "SERVERS": ours}
    for n, machine in enumerate((one, two), 1):
        words |= {f"HOST_{n}": machine.address, f"PORT_{n}": 5432, f"REST_PORT_{n}": 8008}
    one.write("etc/haproxy/haproxy.cfg", fill_in("haproxy.cfg", words))
    one.call("systemctl", "restart", "haproxy")
    for machine, role in ((one, "primary"), (two, "synchronous")):
        machine.call("install", "-d", "-o", "postgres", "/srv/archive")  # a share, where machines have one
        own = {"NAME": machine.name, "HOST": machine.address, "PORT": 5432, "REST_PORT": 8008, "VERSION": 15}
        own |= {"ETCD": f"{one.address}:2379", "NETWORK": "10.77.0.0/24", "PASSWORD": SECRET}
        own |= {"FOLDER": "/var/lib/postgresql", "ARCHIVE": "/srv/archive"}
        machine.write("etc/patroni/config.yml", fill_in("patroni.yml", own))
        machine.call("systemctl", "restart", "patroni")
        measure(f"{machine.name}: {role}", await_true, role, lambda machine=machine, role=role: has_role(machine, role))
    shutil.copy(package, Path("/proc", str(one.first), "root", "package.deb"))
    measure("one: our package", one.call, *INSTALL.split())
    one.write("etc/default/corbillon", SETTINGS.format(address=one.address))
    one.call("systemctl", "restart", "corbillon")
    measure("a page through HAProxy", await_true, "a page", lambda: is_answered(one))
    measure("an evening", call_ours, one, EVENING)


def call_ours(machine: Machine, words: str) -> str:
    """Call our command with the settings of our server, as its user, and return what it says."""
    return machine.call("runuser", "-u", "corbillon", "--", "sh", "-c", f"{OURS} {words}")


def fill_in(recipe: str, words: dict[str, object]) -> str:
    """Return a file of packaging/federation/ with these words in it."""
    return Template((RECIPES / recipe).read_text(encoding="utf-8")).substitute(words)


def pull_plugs(one: Machine, two: Machine) -> None:
    """Kill our server, then the primary, then the machine of the next one, and wait each time for a page."""

    def read_again() -> None:
        await_true("a page", lambda: is_answered(one))

    for what, unit in (("our server", "corbillon"), ("the primary with its Patroni", "patroni")):
        one.call("systemctl", "kill", "--signal=KILL", unit)
        measure(f"{what} is killed (-9); its unit: a page after", read_again)
    measure("two follows again", await_replica, two)  # or it may not take over
    one.call("systemctl", "stop", "patroni")
    measure("the primary's unit is stopped; the other one is", await_true, "two", lambda: has_role(two, "primary"))
    measure("a page again after", read_again)
    one.call("systemctl", "start", "patroni")
    measure("it is started, and follows", await_replica, one)
    two.stop()
    measure("the primary's machine loses power; the first is", await_true, "one", lambda: has_role(one, "primary"))
    measure("a page again after", read_again)
    two.start()
    join(one, two)
    measure("it boots and follows, by its unit", await_true, "two", lambda: has_role(two, "synchronous"))
    print(measure("recheck", call_ours, one, "recheck"))
    print(
        "failed units:",
        " / ".join(machine.ask("systemctl", "--failed", "--plain", "--no-legend") for machine in (one, two)),
    )


def has_role(machine: Machine, role: str) -> bool:
    """True if Patroni says that the machine's PostgreSQL has this role."""
    return machine.ask(*CURL, f"http://{machine.address}:8008/{role}") == "200"


def is_answered(machine: Machine) -> bool:
    """True if HAProxy answers with a page of ours."""
    return machine.ask(*CURL, f"http://{machine.address}:{WEB_PORT}/") == "200"


def await_true(what: str, ask: Callable[[], bool]) -> None:
    """Wait until it is so. Exits 1 after PATIENCE."""
    until = time.monotonic() + PATIENCE
    while not ask():
        if time.monotonic() > until:
            sys.exit(f"{what}: not within {PATIENCE} s")
        time.sleep(0.5)


def await_replica(machine: Machine) -> None:
    """Wait until the machine has been the synchronous replica for STEADY seconds. Exits 1 after PATIENCE."""
    begun = since = time.monotonic()
    while time.monotonic() - since < STEADY:
        if not has_role(machine, "synchronous"):
            since = time.monotonic()
        if time.monotonic() - begun > PATIENCE:
            sys.exit(f"{machine.name}: no synchronous replica within {PATIENCE} s")
        time.sleep(0.5)


def measure(what: str, act: Callable[..., Result], *words: Any) -> Result:
    """Do it, print how long it took, and return what it returns."""
    began = time.monotonic()
    result = act(*words)
    print(f"{what:45} {time.monotonic() - began:6.1f} s", flush=True)
    return result


if __name__ == "__main__":
    sys.exit(main())
