"""Measure the draw of round 8 of a Swiss of two, and the pages beside it, at four sizes.

    python benchmarks/rounds.py [--players 100,400,1000,5000] [--postgresql]

Each size is filled and measured in a process of its own, with its own installation on SQLite, or on a PostgreSQL server
that is started for it (whose own processor time is not counted): seven rounds are drawn and played to the end by random
players; over a thousand players, the tables hold copies of what a small Swiss played. Figures are the processor time of
a warm request in milliseconds, the median of three, beside what stands for nothing in the same run: a bare SQL sum of
what the seats won, a Django view that answers "ok" behind the same middleware, and one that reads a coup's form and
writes a row. `six tours` is the draft where each table plays six tours, beside the draft where it plays one, the two in
turn. `coup 3` and `coup 30` are a phone's whole request, at the first tables of the installation and at those after
table 40,000. `while drawing` is a coup recorded while another process draws, beside a coup alone, in time on the clock.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._installation import set_up_django
from benchmarks.large.coups import CoupSender, add_empty_tables, create_evening, write_trivial_row
from benchmarks.large.swiss import (
    draw_round,
    fill_swiss,
    get_page,
    measure,
    measure_in_turn,
    record_coup,
    sign_in,
)
from tasks.postgres import temporary_server

DATABASE = "CORBILLON_BENCH_DATABASE"
"""The variable that gives the process of one size its database."""
PLAYERS = (100, 400, 1000, 5000)
LIMITS = {
    "draft": {100: 200, 400: 500, 1000: 1200, 5000: 8000},
    "draft page": {100: 60, 400: 80, 1000: 120, 5000: 500},
    "publish": {400: 47, 1000: 59},
    "overview": {100: 60, 400: 80, 1000: 100},
}
"""By figure and number of players, the most milliseconds; of publishing, what Tabbycat took where this took 140
and 177."""
SIX_TOURS_LIMIT, MEMORY_LIMIT = 1.1, 200
OVERVIEW_KB = 60
SIX_TOURS_PLAYERS = 400
"""The six tours are measured up to so many players: playing them takes six times as long."""
COUPS_WATCHED = 15
COUP_LIMIT = 3
"""The most that a coup may cost, beside the trivial write."""
MANY_TABLES = 40_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", default=",".join(map(str, PLAYERS)))
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)  # the process of one size
    options = parser.parse_args()
    if options.one:
        with tempfile.TemporaryDirectory(prefix="corbillon-bench-") as folder:
            measure_size(options.one, Path(folder), os.environ.get(DATABASE, ""))
        return
    for players in map(int, options.players.split(",")):
        with temporary_server() if options.postgresql else nullcontext("") as database:
            size = [sys.executable, __file__, "--one", str(players)]
            subprocess.run(size, check=True, env=os.environ | {DATABASE: database})


def measure_size(players: int, folder: Path, database: str) -> None:
    """Fill an installation in `folder` with a Swiss of so many players, and print its figures. `database`: its address;
    "" for SQLite."""
    set_up_django(folder, database)
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    from config.server.worker import GARBAGE_THRESHOLD
    from tournaments.views.organiser.rounds import draw_jobs

    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.ROOT_URLCONF = "benchmarks.large.trivial_urls"
    call_command("migrate", verbosity=0)
    first_tables = create_evening("Premières tables")
    begun = time.perf_counter()
    tournament = fill_swiss(players)
    print(f"{players:,d} players, 7 rounds, made in {time.perf_counter() - begun:.0f} s", flush=True)
    connection.close()  # a server's connection is a minute old at most (CONN_MAX_AGE), and has filled nothing
    gc.freeze()  # as the server does
    gc.set_threshold(GARBAGE_THRESHOLD)
    draw_jobs.SEATS_AT_ONCE = sys.maxsize  # the request draws by itself, so that its own time is measured
    client = sign_in(tournament)
    measure_draft(tournament, client, players)
    measure_memory(tournament)
    measure_others(tournament, client)
    measure_coups(first_tables, client)
    measure_publishing(tournament)
    measure_coups_while_drawing(tournament)


def print_figure(what: str, figure: float, unit: str = "ms", limit: float | None = None) -> None:
    """Print one figure, beside its limit."""
    told = "" if limit is None else f" of at most {limit:g}"
    print(f"{what:>24}: {figure:8.1f} {unit}{told}", flush=True)


def measure_draft(tournament: Any, client: Any, players: int) -> None:
    """Print the draft with its three proposals, its page, the memory, and the six tours."""
    draft = measure(lambda: draw_round(tournament, client))
    print_figure("draft", 1000 * draft, limit=LIMITS["draft"].get(players))
    page = measure(lambda: get_page(client, f"/desk/event/{tournament.pk}/rounds"))
    print_figure("draft page", 1000 * page, limit=LIMITS["draft page"].get(players))
    if players <= SIX_TOURS_PLAYERS:
        longer = fill_swiss(players, tours=6)
        one, six = measure_in_turn(lambda: draw_round(tournament, client), lambda: draw_round(longer, client), times=5)
        print_figure("six tours beside one", six / one, "times", SIX_TOURS_LIMIT)


def measure_memory(tournament: Any) -> None:
    """Print the most memory that a process of its own has held while it drew: this one has filled the tables, too."""
    drawing = start_drawing(tournament)
    _pid, status, used = os.wait4(drawing.pid, 0)
    assert not status, status
    print_figure("memory", used.ru_maxrss / 1024, "MiB", MEMORY_LIMIT)


def start_drawing(tournament: Any) -> subprocess.Popen[bytes]:
    """Start a process that draws the next round, as the server does for a draw that takes a while."""
    given = ["--sizes", "2", "--seed", "1", "--effort", "0.1"]
    root = Path(__file__).resolve().parent.parent
    return subprocess.Popen([sys.executable, str(root / "manage.py"), "draw", str(tournament.pk), *given], cwd=root)


def measure_others(tournament: Any, client: Any) -> None:
    """Print the other pages, and what stands for nothing."""
    from tournaments.reading.tallies import get_standings

    print_figure("standings engine", 1000 * measure(lambda: get_standings(tournament)))
    for what, address in (("standings page", f"/{tournament.code}/standings"), ("board", f"/{tournament.code}")):
        print_figure(what, 1000 * measure(lambda address=address: get_page(client, address)))
    measure_overview(tournament, client)
    print_figure("bare SQL sum", 1000 * measure(sum_nets))
    print_figure("trivial view", 1000 * measure(lambda: get_page(client, "/bench/view")))
    print_figure("trivial write", 1000 * measure(lambda: write_trivial_row(client), 15))


def measure_overview(tournament: Any, client: Any) -> None:
    """Print the organiser's page of the evening, its size, and what it asks for every few seconds when something has
    changed each time."""
    address, players = f"/desk/event/{tournament.pk}", tournament.entries.count()
    page = measure(lambda: get_page(client, address))
    print_figure("overview", 1000 * page, limit=LIMITS["overview"].get(players))
    print_figure("its size", len(client.get(address).content) / 1000, "kB", OVERVIEW_KB)

    def look_after_change() -> None:
        """Ask for the tables when something of the evening is new."""
        tournament.change_marks.update(mark=Random().getrandbits(60))
        get_page(client, f"{address}/watch")

    print_figure("its poll, after a change", 1000 * measure(look_after_change))


def measure_publishing(tournament: Any) -> None:
    """Print how long it takes to publish the drafted round, each time taken back."""
    from django.db import transaction

    from tournaments.actions.rounds.drafts import publish_round
    from tournaments.models import Tournament

    def publish() -> None:
        """Publish the round, and take that back."""
        with transaction.atomic():
            publish_round(Tournament.objects.get(pk=tournament.pk), tournament.drafts.get(chosen=True).first)
            transaction.set_rollback(True)

    limit = LIMITS["publish"].get(tournament.entries.count())
    print_figure("publish", 1000 * measure(publish, 5), limit=limit)


def sum_nets() -> None:
    """Add up, by bare SQL, what each player won."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT entry_id, SUM(net) FROM tournaments_seatsummary JOIN tournaments_seat ON id = seat_id GROUP BY 1"
        )
        cursor.fetchall()


def measure_coups(first_tables: Sequence[Any], client: Any) -> None:
    """Print a coup at the first tables and at the last of many, beside a trivial write after each."""
    from django.db import connection

    add_empty_tables(MANY_TABLES)
    connection.close()
    for where, tables in (("table 1", first_tables), (f"table {MANY_TABLES:,d}", create_evening("Dernières tables"))):
        phones = CoupSender(tables)
        for coup in (3, 30):
            took, trivial = phones.send_until(coup, client)
            print_figure(f"coup {coup}, {where}", 1000 * took)
            print_figure("beside the trivial write", took / trivial, "times", COUP_LIMIT)


def measure_coups_while_drawing(tournament: Any) -> None:
    """Publish the drafted round, then print a coup at its tables while another process draws, beside a coup alone."""
    from tournaments.actions.rounds.drafts import publish_round
    from tournaments.models import Table

    publish_round(tournament, tournament.drafts.get(chosen=True).first)
    tables = Table.objects.filter(round=tournament.rounds.current()).order_by("n").values_list("pk", flat=True)
    at = iter(tables[: 3 * COUPS_WATCHED])
    clock_coup(next(at))
    alone = statistics.median(clock_coup(next(at)) for _ in range(COUPS_WATCHED))
    drawing = start_drawing(tournament)
    beside = []
    while drawing.poll() is None and len(beside) < COUPS_WATCHED:
        beside.append(clock_coup(next(at)))
        time.sleep(0.1)
    drawing.wait()
    print_figure("coup while drawing", statistics.median(beside) / alone, "times", 2)


def clock_coup(table: int) -> float:
    """Record a coup. Return the seconds on the clock."""
    begun = time.perf_counter()
    record_coup(table)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
