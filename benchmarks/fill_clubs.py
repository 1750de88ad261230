"""Play the past of a federation's clubs into a file, which `benchmarks/federation.py --past` then serves.

    python benchmarks/fill_clubs.py FILE [--clubs 100] [--evenings 100] [--seconds 3600] [--processes 2]

On a PostgreSQL server in memory that nobody else asks. The first two evenings of each club are invented and played by
the program's own actions; the others are copies of these, of other days (`_copied_evenings.py`), written with the
book's guards lifted, as a dump is loaded: `recheck`, which benchmarks/federation.py asks twice, judges all of them.
Every ten minutes, and at the end, all that is there is kept in FILE; started again it goes on from there. Says how much
there is.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from _installation import set_up_django

from tasks.postgres import temporary_server
from tasks.system import postgres_folder

CLUBS, EVENINGS = 100, 100
GAME, PLAYERS, ROUNDS = "briscola", 8, 2
PLAYED = 2  # evenings of each club; the others are copies of these
WEEK = 7  # days from one evening of a club to its next
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
    """Play for so long, until each club has as many evenings (`size`): those that are played, then the copies."""
    until = time.monotonic() + seconds
    run_parts(play_part, size, until, processes)
    with lift_guards():
        run_parts(copy_part, size, until, processes)


def run_parts(work: Callable[..., None], size: tuple[int, int], until: float, processes: int) -> None:
    """Do the work in so many processes, each for clubs of its own."""
    from django.db import connection

    connection.close()  # or the processes would share it
    fork = get_context("fork")
    clubs = [range(n, size[0], processes) for n in range(processes)]
    parts = [fork.Process(target=work, args=(some, size[1], until)) for some in clubs]
    for part in parts:
        part.start()
    for part in parts:
        part.join()
        if part.exitcode:
            raise SystemExit("an evening could not be played")


def play_part(clubs: Iterable[int], evenings: int, until: float) -> None:
    """Play evenings in these clubs, one in each, then the next one, until each has PLAYED."""
    from tournaments.exchange import simulation

    done = count_evenings()
    for turn, n in product(range(min(PLAYED, evenings)), clubs):
        simulation.CLUB = name_club(n)
        if done.get(simulation.CLUB, 0) <= turn and time.monotonic() < until:
            simulation.simulate_tournament(GAME, PLAYERS, ROUNDS, evenings * n + turn)


def copy_part(clubs: Iterable[int], evenings: int, until: float) -> None:
    """Copy the first evenings of each of these clubs until it has as many."""
    from _copied_evenings import PlayedEvening

    from tournaments.models import Tournament

    for n in clubs:
        there = dict(Tournament.objects.filter(club__name=name_club(n)).order_by("pk").values_list("code", "pk"))
        days = {f"C{n * evenings + turn:05}": WEEK * turn for turn in range(PLAYED, evenings)}
        missing = [code for code in days if code not in there][: evenings - len(there)]
        for first, pk in enumerate(list(there.values())[:PLAYED]):
            codes = missing[first::PLAYED]
            if codes and time.monotonic() < until:
                PlayedEvening.load(Tournament.objects.get(pk=pk)).copy({code: days[code] for code in codes})


@contextmanager
def lift_guards() -> Iterator[None]:
    """Context manager: inside it the database does not judge each row of the book; who reads it checks it whole."""
    from django.db import connection

    from tournaments.models import ChainLink, LedgerLine, Posting, Record
    from tournaments.models.guards.install import install_guards

    with connection.cursor() as cursor:
        for model in (Record, Posting, LedgerLine, ChainLink):
            cursor.execute(f"ALTER TABLE {model._meta.db_table} DISABLE TRIGGER USER")
    yield
    install_guards(connection)


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
