"""Play the past of a federation's clubs into a file, which `benchmarks/federation.py --past` then serves.

    python benchmarks/fill_clubs.py FILE [--clubs 100] [--evenings 100] [--seconds 3600] [--processes 2]

Evenings are invented and played by the program's own actions, on a PostgreSQL server in memory that nobody else asks.
Every ten minutes, and at the end, all that is there is kept in FILE; started again it goes on from there. Says
how much there is, and how many records were played a second.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from _installation import set_up_django

from tasks.postgres import temporary_server
from tasks.system import postgres_folder

CLUBS, EVENINGS = 100, 100
GAME, PLAYERS, ROUNDS = "briscola", 8, 2
KEPT_EVERY = 600  # seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--clubs", type=int, default=CLUBS)
    parser.add_argument("--evenings", type=int, default=EVENINGS, help="of each club")
    parser.add_argument("--seconds", type=float, default=3600, help="that are played at most")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    with ExitStack() as stay:
        folder = Path(stay.enter_context(tempfile.TemporaryDirectory(prefix="corbillon-fill-")))
        url = stay.enter_context(temporary_server(["autovacuum=on"]))
        if options.file.exists():
            run_postgres(url, "pg_restore", "--no-owner", "--no-privileges", str(options.file))
        set_up_django(folder, url)
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        size, until = (options.clubs, options.evenings), time.monotonic() + options.seconds
        while not tell_state(size) and (left := until - time.monotonic()) > 0:
            play(size, min(KEPT_EVERY, left), options.processes)
            keep(url, options.file)
    return 0


def play(size: tuple[int, int], seconds: float, processes: int) -> None:
    """Play for so long, in so many processes, each for clubs of its own."""
    from django.db import connection

    connection.close()  # or the processes would share it
    fork = get_context("fork")
    parts = [fork.Process(target=play_part, args=(size, seconds, n, processes)) for n in range(processes)]
    for part in parts:
        part.start()
    for part in parts:
        part.join()
        if part.exitcode:
            raise SystemExit("an evening could not be played")


def play_part(size: tuple[int, int], seconds: float, part: int, parts: int) -> None:
    """Play evenings until each club of one part has as many (`size`), or until the time is over: one in each club, then
    the next one."""
    from tournaments.exchange import simulation

    until, (clubs, evenings) = time.monotonic() + seconds, size
    done = count_evenings()
    for turn in range(evenings):
        for n in range(part, clubs, parts):
            simulation.CLUB = name_club(n)
            if done.get(simulation.CLUB, 0) <= turn and time.monotonic() < until:
                simulation.simulate_tournament(GAME, PLAYERS, ROUNDS, clubs * turn + n)


def tell_state(size: tuple[int, int] = (CLUBS, EVENINGS)) -> bool:
    """Print what is there. Return whether it is all."""
    from tournaments.models import Record

    done = count_evenings()
    clubs, evenings = size
    print(
        f"{time.strftime('%H:%M')} {len(done)} clubs, {sum(done.values())} evenings of {clubs * evenings} wanted, "
        f"{Record.objects.count()} records; load {os.getloadavg()[0]:.0f}",
        flush=True,
    )
    return all(done.get(name_club(n), 0) >= evenings for n in range(clubs))


def count_evenings() -> dict[str, int]:
    """Return how many evenings each club has."""
    from django.db.models import Count

    from tournaments.models import Club

    return dict(Club.objects.annotate(count=Count("tournaments")).values_list("name", "count"))


def name_club(n: int) -> str:
    """Return the name of a club."""
    return f"Club {n + 1}"


def keep(url: str, file: Path) -> None:
    """Keep all that is there in the file, whole or not at all."""
    fresh = file.with_suffix(".new")
    run_postgres(url, "pg_dump", "--format=custom", f"--file={fresh}")
    fresh.replace(file)


def run_postgres(url: str, program: str, *words: str) -> None:
    """Run a program of PostgreSQL's on the database, at an address of the network or in a folder."""
    user, place = url.removeprefix("postgres://").split("@", 1)
    if place.startswith("//"):
        place = f"{quote(place[1:].removesuffix('/postgres'), safe='')}/postgres"
    subprocess.run([find_postgres() / program, f"--dbname=postgresql://{user}@{place}", *words], check=True)


def find_postgres() -> Path:
    """Return the folder of PostgreSQL's programs, which are there."""
    found = postgres_folder()
    assert found is not None
    return found


if __name__ == "__main__":
    sys.exit(main())
