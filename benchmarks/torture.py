"""Kill a writer at each of its system calls, cut the power, play an evening on a bad Wi-Fi; look for a coup that was
acknowledged and is lost, or stands there twice.

    python benchmarks/torture.py [--kills 400] [--seed 1]
    python benchmarks/torture.py --replay STORE SEED CALL

A store is SQLite with one of its two journals (wal, truncate) or PostgreSQL. A writer forked off this process, where
Django is loaded, records what a seed plans on a copy of a small evening, and is killed before its n-th system call: n
goes through all calls of the run, then the next seed follows. On PostgreSQL every fourth kill takes the server's own
process for this writer as well, another fourth the whole server. Then the copy is read: each acknowledged coup stands
there once, `recheck` holds, all is sent again and stands there once (tests/fixtures/killed_writer.py). In the same run
two controls, in which coups must be lost and doubled. How far each store is stands in a file in CORBILLON_VAR (else in
`var/`): a run that was stopped goes on there, and one that asks for more kills adds to it. Then power_cuts.py on the
journals, and evening.py, phones through a proxy that loses a third, on both databases. Linux alone traces processes
like this (ptrace). Exits 1 where anything is wrong.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING

from _installation import ROOT, set_up_django

sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    import psycopg

    from tests.fixtures.killed_writer import KillOutcome, PlannedCoup, Stop

SHARES = {"postgres": 0.1, "wal": 0.45, "truncate": 0.45}  # a copy of a PostgreSQL database takes longest
SAVE_EVERY = 20  # kills
PROCESSES = 2
MEMORY = Path("/dev/shm")  # files there need no disk: a killed process loses nothing of what it wrote
FIRST_VERSION_WITH_STRATEGY = 150_000  # of PostgreSQL
READY_SECONDS = 300  # for a server that starts again, on the slowest machine
EVENING = ("Soirée", 2, 3)


class Store(ABC):
    """Where copies of the small evening are made. `tables`: the ids of its tables."""

    tables: list[int]

    @abstractmethod
    def copy(self) -> str:
        """Make a further copy of the evening. Return its name."""

    @abstractmethod
    def drop(self, name: str) -> None: ...

    def choose_stop(self, call: int) -> Stop | None:
        """Return what happens to the database when a writer is killed before this call; None for nothing."""
        return None


class FileStore(Store):
    """SQLite files in a folder, with this journal."""

    def __init__(self, folder: Path, journal: str) -> None:
        from power_cuts import use_journal

        use_journal(journal)
        set_up_django(folder)
        self.folder = folder
        self.tables = create_small_evening()

    def copy(self) -> str:
        copyfile(self.folder / "bench.sqlite3", self.folder / "copy.sqlite3")
        return str(self.folder / "copy.sqlite3")

    def drop(self, name: str) -> None:
        for file in self.folder.glob("copy.sqlite3*"):
            file.unlink()


class ServerStore(Store):
    """Databases of a PostgreSQL server that a kill may take along."""

    def __init__(self, folder: Path, url: str) -> None:
        set_up_django(folder, f"{url.rpartition('/')[0]}/evening?options=-c%20synchronous_commit%3Don")
        self.folder = Path(url.partition("@/")[2]).parent
        self.version = 0
        self.execute("CREATE DATABASE evening")
        self.tables = create_small_evening()

    def copy(self) -> str:
        """Copy the evening's files: a copy through the server's log forgets how far its sequences are when the server
        dies. Servers before version 15 know no other way."""
        way = "STRATEGY FILE_COPY" if self.version >= FIRST_VERSION_WITH_STRATEGY else ""
        self.execute(f"CREATE DATABASE copy TEMPLATE evening {way}")
        return "copy"

    def drop(self, name: str) -> None:
        self.execute("DROP DATABASE copy WITH (FORCE)")

    def execute(self, statement: str) -> None:
        """Execute a statement once the server lets us in."""
        import psycopg

        limit = time.monotonic() + READY_SECONDS
        while True:
            try:
                with self.enter() as connection:
                    self.version = connection.info.server_version
                    connection.execute(statement)
                    return
            except psycopg.OperationalError:
                if time.monotonic() > limit:
                    raise
                time.sleep(0.02)

    def enter(self) -> psycopg.Connection:
        """Connect to the server itself. Raises psycopg.OperationalError."""
        import psycopg

        from tasks.postgres import USER

        return psycopg.connect(f"host={self.folder} user={USER} dbname=postgres", autocommit=True)

    def choose_stop(self, call: int) -> Stop | None:
        return (None, None, self.kill_backend, self.crash_server)[call % 4]

    def kill_backend(self, said: list[str]) -> None:
        """Kill the server's process for this writer: the server throws out all others and recovers."""
        import psycopg

        backend = next((int(line.split()[1]) for line in said if line.startswith("backend")), None)
        if not backend:
            return
        killed = False
        with suppress(psycopg.OperationalError), self.enter() as witness:
            while witness.execute(f"SELECT 1, pg_sleep(0.01) FROM pg_stat_activity WHERE pid = {backend}").fetchone():
                if not killed:  # else it may have ended by itself, and its number be another's
                    killed = True
                    os.kill(backend, signal.SIGKILL)
        self.execute("SELECT 1")

    def crash_server(self, said: list[str]) -> None:
        """Stop the server where it stands, and start it again."""
        from tasks.postgres import control_server

        control_server(self.folder, "-m", "immediate", "restart")


def point_at(name: str) -> None:
    """Point the default connection at the database of this name."""
    from django.db import connection

    connection.settings_dict["NAME"] = name


def create_small_evening() -> list[int]:
    """Create an open evening of two tables in a new database. Return the ids of its tables."""
    import datetime

    from django.core.management import call_command
    from django.db import connections

    from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
    from tournaments.actions.rounds.seating import draw_tables
    from tournaments.models import Club, Table

    call_command("migrate", verbosity=0)
    name, tables, seats = EVENING
    tournament = create_tournament(
        Club.objects.create(name="Banc d’essai"),
        name=name,
        date=datetime.date(2026, 11, 21),
        preset=None,
        options={"payments": "off"},
        players=[f"Joueur {n}" for n in range(1, tables * seats + 1)],
    )
    draw_tables(tournament, [seats] * tables, 1)
    open_tournament(tournament)
    found = list(Table.objects.filter(round__tournament=tournament).order_by("n").values_list("pk", flat=True))
    connections.close_all()
    return found


@dataclass
class Progress:
    """How far a store is: the next call of this seed is to be killed; `wrong`: the kills that left something wrong."""

    seed: int
    call: int = 1
    kills: int = 0
    acknowledged: int = 0
    wrong: list[str] = field(default_factory=list)


class ProgressFile:
    """The progress of a store with runs that began with a seed, kept between runs."""

    def __init__(self, kind: str, seed: int) -> None:
        folder = Path(os.environ.get("CORBILLON_VAR", ROOT / "var"))
        folder.mkdir(parents=True, exist_ok=True)
        self.path, self.seed = folder / f"torture-{kind}-{seed}.json", seed

    def read(self) -> Progress:
        """Return how far the store is."""
        return Progress(**json.loads(self.path.read_text())) if self.path.exists() else Progress(self.seed)

    def write(self, progress: Progress) -> None:
        """Keep how far the store is."""
        fresh = self.path.with_suffix(".new")
        fresh.write_text(json.dumps(asdict(progress), indent=1))
        fresh.replace(self.path)


@contextmanager
def open_store(kind: str) -> Iterator[Store]:
    """Context manager: a new store of this kind."""
    place = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="corbillon-bench-", dir=place) as folder:
        if kind != "postgres":
            yield FileStore(Path(folder), kind)
            return
        from tasks.postgres import temporary_server

        with temporary_server() as url:
            yield ServerStore(Path(folder), url)


@contextmanager
def copied(store: Store, seed: int) -> Iterator[tuple[Callable[[], None], list[PlannedCoup]]]:
    """Context manager: a copy of the evening, as what connects to it, and what the seed plans on it."""
    from tests.fixtures.killed_writer import plan_coups

    name = store.copy()
    try:
        yield partial(point_at, name), plan_coups(seed, store.tables)
    finally:
        store.drop(name)


def kill_once(store: Store, seed: int, call: int) -> KillOutcome:
    """Kill the writer of this seed's plan before this call, on a copy of its own."""
    from tests.fixtures.killed_writer import kill_writer

    with copied(store, seed) as (connect, plan):
        return kill_writer(connect, plan, call, stop=store.choose_stop(call))


def count_calls_of_seed(store: Store, seed: int) -> int:
    """Return how many system calls the writer of this seed's plan makes."""
    from tests.fixtures.killed_writer import count_calls

    with copied(store, seed) as (connect, plan):
        return count_calls(connect, plan)


def torture_store(kind: str, kills: int, seed: int) -> int:
    """Kill until this store has had so many kills, then the controls, and print the figures. Return how many were
    wrong."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # leave no server behind
    kept = ProgressFile(kind, seed)
    progress = kept.read()
    with open_store(kind) as store:
        warm_up(store, seed)
        began, before = time.monotonic(), progress.kills
        calls = count_calls_of_seed(store, progress.seed)
        while progress.kills < kills:
            outcome = kill_once(store, progress.seed, progress.call)
            progress.kills += outcome.killed
            progress.acknowledged += outcome.acknowledged
            if outcome.wrong:
                progress.wrong.append(f"--replay {kind} {progress.seed} {progress.call}: {outcome.wrong}")
                print(f"WRONG {progress.wrong[-1]}", flush=True)
            progress.call += 1
            if progress.call > calls:
                progress.seed, progress.call = progress.seed + 1, 1
                calls = count_calls_of_seed(store, progress.seed)
            if progress.kills % SAVE_EVERY == 0 or outcome.wrong:
                kept.write(progress)
        kept.write(progress)
        seconds, controls = time.monotonic() - began, try_controls(store, seed)
    print(f"{kind}: {progress.kills} kills ({progress.kills - before} now, in {seconds:.0f} s), ", end="")
    print(f"seeds {seed} to {progress.seed}, {calls} system calls in the last; ", end="")
    print(f"{progress.acknowledged} coups acknowledged; ", end="")
    print(f"{len(progress.wrong)} wrong; controls: {format_controls(controls)}", flush=True)
    return len(progress.wrong) + sum(found < tried for found, tried in controls.values())


def warm_up(store: Store, seed: int) -> None:
    """Record a plan once in this process, so that what Python loads late is there before a writer is forked off."""
    from django.db import connections

    from tests.fixtures.killed_writer import NO_FAULTS, read_book, write_coups

    with copied(store, seed) as (connect, plan):
        write_coups(connect, plan, NO_FAULTS, lambda line: None)
        read_book(connect, plan, len(plan), NO_FAULTS, lambda line: None)
        connections.close_all()
    gc.collect()
    gc.freeze()  # each process forked off would copy what its collector looks at


def try_controls(store: Store, seed: int) -> dict[str, tuple[int, int]]:
    """Kill writers that acknowledge too early, and send again under new ids what stands in the book. Return how many
    were lost and doubled, and of how many."""
    from tests.fixtures.killed_writer import CONTROLS, find_acknowledging_calls, kill_writer

    counts = {}
    for faults, later, word in CONTROLS:
        with copied(store, seed) as (connect, plan):
            calls = find_acknowledging_calls(connect, plan, faults)
        found = 0
        for call in calls:
            with copied(store, seed) as (connect, plan):
                found += kill_writer(connect, plan, call + later, faults=faults).wrong.startswith(word)
        counts[word] = found, len(calls)
    return counts


def format_controls(controls: dict[str, tuple[int, int]]) -> str:
    """Return what the controls found as text."""
    return ", ".join(f"{found} of {tried} {word}" for word, (found, tried) in controls.items())


def replay(kind: str, seed: int, call: int) -> int:
    """Do one kill again, and print what it left. Return 1 if that is wrong."""
    with open_store(kind) as store:
        warm_up(store, seed)
        outcome = kill_once(store, seed, call)
    print(f"{kind}, seed {seed}, killed before call {call}: {outcome.wrong or 'nothing wrong'}; ", end="")
    print(f"{outcome.acknowledged} coups acknowledged")
    return 1 if outcome.wrong else 0


def run_benchmark(*command: str) -> int:
    """Run another benchmark. Return 1 if it found something wrong."""
    return 1 if subprocess.run([sys.executable, *command], cwd=ROOT / "benchmarks", check=False).returncode else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--replay", nargs=3, metavar=("STORE", "SEED", "CALL"))
    options = parser.parse_args()
    spawn = get_context("spawn")  # each store has settings of its own
    with spawn.Pool(PROCESSES, maxtasksperchild=1) as pool:
        if options.replay:
            kind, seed, call = options.replay
            return pool.apply(replay, (kind, int(seed), int(call)))
        work = [(kind, round(share * options.kills), options.seed) for kind, share in SHARES.items()]
        wrong = sum(pool.starmap(torture_store, work, chunksize=1))
    seed = ("--seed", str(options.seed))
    wrong += run_benchmark("power_cuts.py", *seed)
    wrong += run_benchmark("evening.py", *seed) + run_benchmark("evening.py", "--postgres", *seed)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
