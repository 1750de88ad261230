"""Run a federation on this machine, pull its plugs one after the other, and look for a coup that is lost or doubled.

    python benchmarks/federation.py [--phones 12] [--seconds 20] [--past FILE] [--fill-seconds 600]

etcd, two PostgreSQL servers under Patroni, HAProxy and three servers of ours, on loopback, from the files in
packaging/federation/. One of the three runs the program from before its newest migration, and is brought up to date
after the others. With --past the clubs of that file are there instead; before, benchmarks/fill_clubs.py plays on for it
(0 seconds: not at all). The highest rate is found at which coups are recorded, beside that of a trivial write in their
place. At half of it phones record coups, as the page's queue does, each at a moment of its own and at a new table after
sixty coups, and somebody reads a public page. Then a server of ours is killed; the primary is killed with its Patroni
(-9) and comes back; the next one is frozen (SIGSTOP) and comes back; the replica is cut off (frozen as well) while it
is read, then its disk is filled. Of each it is printed how long no coup was acknowledged, and how long the slowest one
of the others took. At the end every coup that was acknowledged must stand in the book once, under the number that its
phone was told, and `recheck`, on the replica, must find no difference; and so once more after tables of the book were
dropped and the database was restored, from a base backup and the archived log, to the second before. What is wrong
stops nothing: all figures are printed once more at the end, and what was wrong, and it exits with 1. Where a program is
missing it says so and tries nothing. With the 20 seconds and four thousand evenings it takes some 15 minutes.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from string import Template
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from _installation import ROOT, set_up_django

sys.path.insert(0, str(ROOT))

from _federation_load import Host, MovingPhone, read_past
from _old_program import remove_old_program, start_old_server
from _plugs import Figures, Unready, pull_plugs
from fill_clubs import find_postgres, tell_state

from config.system_calls import is_administrator

PROGRAMS = ("etcd", "patroni", "haproxy")
PACKAGES = "etcd-server patroni haproxy postgresql"
RECIPES = ROOT / "packaging" / "federation"
HOST, SECRET = "127.0.0.1", "only-on-loopback"
SERVERS = 3
READY_SECONDS = 180
DISK_BYTES = 3_000_000_000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phones", type=int, default=12)
    parser.add_argument("--seconds", type=int, default=20, help="that each step is watched")
    parser.add_argument("--past", type=Path, help="a file with what clubs have played, made where it is missing")
    parser.add_argument("--fill-seconds", type=int, default=600, help="that evenings are played for it")
    options = parser.parse_args()
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing or not list(Path("/usr/lib/postgresql").glob("*/bin/postgres")):
        print(f"skipped: apt-get install --no-install-recommends {PACKAGES}")
        return 0
    if options.past and options.fill_seconds:
        fill = ("fill_clubs.py", options.past.resolve(), "--seconds", str(options.fill_seconds))
        subprocess.run([sys.executable, *fill], check=True, cwd=ROOT / "benchmarks")
    with ExitStack() as stay:
        folder = Path(stay.enter_context(tempfile.TemporaryDirectory(prefix="corbillon-federation-")))
        folder.chmod(0o755)
        federation = Federation(folder)
        stay.callback(federation.stop)
        federation.start_stack()
        os.environ |= {"CORBILLON_SECRET_KEY": SECRET * 3, "CORBILLON_URL": f"http://{HOST}:{federation.ports['web']}"}
        if options.past is None:
            stay.callback(remove_old_program, start_old_server(federation, SERVERS - 1))
        else:
            read_past(federation, options.past)
        phones, figures = prepare(federation, options.phones), Figures()
        tell_state()
        pull_plugs(federation, phones, options.seconds, figures, is_old=options.past is None)
    return figures.conclude()


class Federation:
    """The programs of a federation, each in a process group of its own, in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._restored = 0
        names = ("etcd", "peer", "database", "replica", "web", "restored", "one", "two", "rest one", "rest two")
        names = (*names, *(f"ours {n}" for n in range(SERVERS)))
        self.ports = dict(zip(names, find_ports(len(names)), strict=True))
        self.url, self.replica_url, self.restored_url = (
            f"postgres://postgres:{SECRET}@{HOST}:{self.ports[name]}/postgres"
            for name in ("database", "replica", "restored")
        )
        self.archive = folder / "archive"
        self.archive.mkdir()
        self.user = {"user": "postgres", "group": "postgres"} if is_administrator() else {}
        if self.user:
            shutil.chown(self.archive, "postgres", "postgres")

    def start_stack(self) -> None:
        """Start all but our own servers, and wait for a primary with its replica."""
        client, peer = (f"http://{HOST}:{self.ports[name]}" for name in ("etcd", "peer"))
        own = (
            "--data-dir",
            str(self.folder / "etcd"),
            "--listen-client-urls",
            client,
            "--advertise-client-urls",
            client,
        )
        peers = ("--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer)
        self._start("etcd", "etcd", "--enable-v2", *own, *peers, "--initial-cluster", f"default={peer}")
        # HAProxy before the databases: what it has not looked at yet counts as up, a replica as the primary too
        ours = "".join(f"    server s{n} {HOST}:{self.ports[f'ours {n}']} check\n" for n in range(SERVERS))
        words = {"DATABASE_PORT": self.ports["database"], "WEB_PORT": self.ports["web"], "SERVERS": ours}
        words |= {"REPLICA_PORT": self.ports["replica"], "NAME": HOST}
        for n, name in enumerate(("one", "two"), 1):
            words |= {f"HOST_{n}": HOST, f"PORT_{n}": self.ports[name], f"REST_PORT_{n}": self.ports[f"rest {name}"]}
        self._start("haproxy", "haproxy", "-db", "-f", str(self._write_recipe("haproxy.cfg", "haproxy.cfg", **words)))
        for name, role in (("one", "primary"), ("two", "synchronous")):
            self.start_database(name)
            self.await_role(name, role)

    def start_database(self, name: str) -> None:
        """Start a PostgreSQL server under its Patroni, as the user who may run one."""
        place = self.folder / name
        if not place.exists():
            place.mkdir()
            if is_administrator():  # a disk of its own, which can be filled
                subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "none", str(place)], check=True)
        version = find_postgres().parent.name
        words = {"NAME": name, "PORT": self.ports[name], "REST_PORT": self.ports[f"rest {name}"]}
        words |= {"ETCD": f"{HOST}:{self.ports['etcd']}", "NETWORK": f"{HOST}/32", "PASSWORD": SECRET}
        words["ARCHIVE"] = self.archive
        file = self._write_recipe("patroni.yml", f"{name}.yml", **words, FOLDER=place, VERSION=version)
        if self.user:
            shutil.chown(place, "postgres", "postgres")
        self._start(name, "patroni", str(file), **self.user)

    def await_role(self, name: str, role: str) -> None:
        """Wait until this server is the primary, or the synchronous replica."""
        until = time.monotonic() + READY_SECONDS
        while not self.ask_patroni(name, role):
            if time.monotonic() > until:
                raise Unready(f"{name} is not {role}, see {self.folder}")
            time.sleep(0.5)

    def ask_patroni(self, name: str, role: str) -> bool:
        """True if this server has this role, as HAProxy asks."""
        with suppress(HTTPError, URLError, OSError):
            return urlopen(f"http://{HOST}:{self.ports[f'rest {name}']}/{role}", timeout=2).status == 200
        return False

    def find_primary(self) -> tuple[str, str]:
        """Return the names of the primary and of the other one."""
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until:
            for name, other in (("one", "two"), ("two", "one")):
                if self.ask_patroni(name, "primary"):
                    return name, other
            time.sleep(0.5)
        raise Unready("there is no primary")

    def start_ours(self, n: int, *, program: Path = ROOT, static: Path | None = None, own: Any = None) -> None:
        """Start a server of ours, in place of the one that is there, with a var folder of its own. `program`: the
        folder of another version, with its `static` files; `own`: variables."""
        var = self.folder / f"ours-{n}"
        if f"ours {n}" in self._running:
            self.signal(f"ours {n}", signal.SIGKILL)
        var.mkdir(mode=0o700, exist_ok=True)
        (var / "static").unlink(missing_ok=True)
        (var / "static").symlink_to(static or self.folder / "prepared" / "static")
        more = own or {}
        own = {"CORBILLON_VAR": str(var), "CORBILLON_BIND": f"{HOST}:{self.ports[f'ours {n}']}"}
        own["DATABASE_REPLICA_URL"] = self.replica_url
        few = {"CORBILLON_WORKERS": "1", "CORBILLON_BACKUPS": "0"}
        environment = os.environ | own | few | more
        self._start(f"ours {n}", sys.executable, "-m", "config.server", cwd=program, env=environment)

    def signal(self, name: str, number: signal.Signals) -> None:
        """Send a signal to a program and all that it has started; PostgreSQL outlives its Patroni, and has its own."""
        process, family = self._running[name], list_family(self._running[name].pid)
        with suppress(OSError):
            family += list_family(int((self.folder / name / "data" / "postmaster.pid").read_text().split()[0]))
        for pid in family:
            with suppress(ProcessLookupError):
                os.kill(pid, number)
        if number is signal.SIGKILL:
            process.wait()

    def stop(self) -> None:
        """Kill everything."""
        for name in self._running:
            self.signal(name, signal.SIGKILL)
        for pid in list_family(self._restored) if self._restored else ():
            os.kill(pid, signal.SIGKILL)
        for name in ("one", "two"):
            if (self.folder / name).is_mount():
                subprocess.run(["umount", "--lazy", str(self.folder / name)], check=True)

    def note_restored(self, base: Path) -> None:
        """Remember a server that was restored in this folder, so that it is killed at the end as well."""
        self._restored = int((base / "postmaster.pid").read_text().split()[0])

    def fill_disk(self, name: str) -> Path:
        """Fill the disk of a database. Return the file that does."""
        ballast = self.folder / name / "ballast"
        with suppress(OSError), ballast.open("wb", buffering=0) as file:
            while file.write(bytes(1_000_000)):
                pass
        return ballast

    def _start(self, name: str, *command: str, **options: Any) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self._running[name] = subprocess.Popen(
                command, stdout=log, stderr=log, start_new_session=True, **{"cwd": self.folder, **options}
            )

    def _write_recipe(self, recipe: str, name: str, **words: object) -> Path:
        """Write a file of packaging/federation/ with these words in it."""
        file = self.folder / name
        file.write_text(Template((RECIPES / recipe).read_text()).substitute(words, HOST=HOST))
        return file


def find_ports(count: int) -> list[int]:
    """Return so many free ports of loopback."""
    with ExitStack() as stay:
        return [stay.enter_context(socket.create_server((HOST, 0))).getsockname()[1] for _ in range(count)]


def list_family(pid: int) -> list[int]:
    """Return a process and all that descend from it, those first that it started first."""
    family = [pid]
    for each in family:
        with suppress(OSError):
            for file in Path(f"/proc/{each}/task").glob("*/children"):
                family += [int(child) for child in file.read_text().split()]
    return family


def prepare(federation: Federation, phones: int) -> list[MovingPhone]:
    """Create the installation, or bring it up to date, with tables for so many phones, and return these."""
    (federation.folder / "prepared").mkdir(mode=0o700)
    set_up_django(federation.folder / "prepared", federation.url)
    from django.core.management import call_command

    call_command("prepare", verbosity=0, stdout=open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
    host, port = Host(), federation.ports["web"]
    host.open_evenings()
    host.start()
    return [MovingPhone(host, lambda: port, n) for n in range(phones)]


if __name__ == "__main__":
    sys.exit(main())
