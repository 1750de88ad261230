"""A temporary PostgreSQL server for tests: in its own folder, in memory where there is room, on a Unix socket alone,
deleted when they end."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from config.system_calls import is_administrator
from corbillon.words import Stop
from tasks.system import find_memory_folder, postgres_folder

SETTINGS = (
    "listen_addresses=",
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "wal_level=minimal",
    "max_wal_senders=0",
    "autovacuum=off",
    "jit=off",
    "shared_buffers=64MB",
    "max_connections=40",
)
USER = "corbillon"
READY_SECONDS = 600  # for a server that starts or stops, on the slowest machine


STREAMS = ("wal_level=replica", "max_wal_senders=4")


@contextmanager
def temporary_server(more: Sequence[str] = (), place: str | None = None) -> Iterator[str]:
    """Start a new server and yield its DATABASE_URL; the tests create their own databases in it. `more`: settings in
    place of the usual ones. `place`: where its folder is made, if not in memory."""
    programs = postgres_folder()
    if programs is None:
        raise Stop("PostgreSQL n’est pas installé.", "PostgreSQL is not installed.")
    folder = Path(tempfile.mkdtemp(prefix="corbillon-pg-", dir=place or find_memory_folder()))
    words = ("-D", str(folder / "data"), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
    _call(programs / "initdb", *words, **_who(folder))
    with _served(folder, more) as url:
        yield url


@contextmanager
def temporary_replica(primary: str) -> Iterator[str]:
    """Start a replica of a server that was started with STREAMS, at this URL, and yield its DATABASE_URL."""
    folder = Path(tempfile.mkdtemp(prefix="corbillon-replica-", dir=find_memory_folder()))
    programs, place = postgres_folder(), primary.partition("@/")[2].rpartition("/")[0]
    assert programs is not None
    words = ("-D", str(folder / "data"), "-h", place, "-U", USER, "-R", "-X", "stream", "-c", "fast", "--no-sync")
    _call(programs / "pg_basebackup", *words, **_who(folder))
    with _served(folder, STREAMS) as url:
        yield url


@contextmanager
def _served(folder: Path, more: Sequence[str]) -> Iterator[str]:
    """Start the server in this folder, yield its DATABASE_URL, end it and delete the folder. `more`: settings in place
    of the usual ones."""
    options = " ".join(f"-c {setting}" for setting in (*SETTINGS, *more, f"unix_socket_directories={folder}"))
    try:
        control_server(folder, "-o", options, "start")
        yield f"postgres://{USER}@/{folder}/postgres"
    finally:
        with suppress(Stop):
            control_server(folder, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def control_server(folder: Path, *words: str) -> None:
    """Tell the server in this folder to start, stop or restart, as `pg_ctl` understands it, and wait for it. Raises
    Stop."""
    programs = postgres_folder()
    assert programs is not None
    named = ("-D", str(folder / "data"), "-l", str(folder / "log"), "-w", "-t", str(READY_SECONDS), *words)
    _call(programs / "pg_ctl", *named, **_who(folder))


def _who(folder: Path) -> dict[str, Any]:
    """Return the process options for the user who runs the server: as root, `postgres` or `nobody`, who gets the
    folder, because PostgreSQL refuses to run as root."""
    home: dict[str, Any] = {"cwd": str(folder)}
    if not is_administrator():
        return home
    user = next(entry for name in ("postgres", "nobody") if (entry := _user(name)))
    os.chown(folder, user.pw_uid, user.pw_gid)
    return home | {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _user(name: str) -> Any:
    """Return the entry of the system's user of this name (`pwd.struct_passwd`); None if there is no such user."""
    try:
        return import_module("pwd").getpwnam(name)
    except KeyError:
        return None


def _call(program: Path, *arguments: str, **options: Any) -> None:
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise Stop(f"{program.name} a échoué : {done.stderr}", f"{program.name} failed: {done.stderr}")
