"""Measure a very large tournament: 10,000 players, 12 rounds, 40,000 tables, 240,000 coups, on SQLite.

    python benchmarks/standings.py [--entries 10000] [--rounds 12] [--spectators 500] [--times 5]

An evening of ten tables is played through the program. A small tournament (ten tables a round) and the large one are
copied from its tables into this run's own database, under the same triggers. Then five measurements, each against a
limit from the same run: the queries of the standings page (no more than the small tournament's); the complete standings
beside the nets of seats added up and sorted by the database; their first page beside a bare sum over the stored nets,
and the unchanged page (304) beside the whole one; a coup recorded beside one of the small tournament; a coup recorded
over HTTP while spectators poll the board, beside one without spectators.
One line each; exits 1 past a limit. The limits are meant for the full size: a page of a hundred rows takes a fixed
time to render, and a sum over few nets takes none.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.large.crowd import ServedProgram, poll_as_spectators, record_over_http
from benchmarks.large.tournament import (
    SEATS,
    SMALL,
    copy_tournament,
    list_table_ids,
    make_coup,
    play_evening,
    record_coup,
)

ENGINE_LIMIT, FIRST_PAGE_LIMIT, UNCHANGED_LIMIT, COUP_LIMIT, WATCHED_LIMIT = 3.0, 3.0, 1.0, 1.25, 1.5  # as ratios
WATCHED_COUPS = 40


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--spectators", type=int, default=500)
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="corbillon-bench-") as folder:
        prepare(Path(folder))
        return measure(options)


def prepare(folder: Path) -> None:
    """Create an installation in `folder`: the program's settings and a new database."""
    os.environ |= {
        "CORBILLON_VAR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)


def measure(options: argparse.Namespace) -> int:
    """Fill the database and print a line a measurement. Return 1 if one is past its limit, else 0."""
    model = play_evening()
    small = copy_tournament(model, "Petit tournoi", SEATS * SMALL, options.rounds)
    begun = time.perf_counter()
    large = copy_tournament(model, "Grand tournoi", options.entries, options.rounds)
    print_size(large, time.perf_counter() - begun)
    within = [
        compare_queries(small, large),
        measure_engine(large, options.times),
        measure_first_page(large, options.times),
        compare_coup_cost(small, large),
        compare_watched_recording(large, options.spectators),
    ]
    return 0 if all(within) else 1


def print_size(event: Any, seconds: float) -> None:
    """Print how many entries, tables, coups and nets the large tournament has."""
    from tournaments.models import Entry, LedgerLine, Record, Table

    tables = Table.objects.filter(round__tournament=event).count()
    records = Record.objects.filter(table__round__tournament=event).count()
    entries, lines = Entry.objects.filter(tournament=event).count(), LedgerLine.objects.count()
    print(f"{entries:,d} entries, {tables:,d} tables, {records:,d} coups, {lines:,d} nets, made in {seconds:.0f} s")


def print_measurement(what: str, ratio: float, limit: float, words: str) -> bool:
    """Print one measurement. True if its ratio is within the limit."""
    print(f"{what:>22}: {words}, ratio {ratio:.2f} (limit {limit})", flush=True)
    return ratio <= limit


def create_client() -> Any:
    """Return a test client that speaks French."""
    from django.test import Client

    return Client(headers={"host": "127.0.0.1", "accept-language": "fr"})


def compare_queries(small: Any, large: Any) -> bool:
    """True if the large tournament's page makes no more queries than the small one's."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    asked = []
    for event in (small, large):
        with CaptureQueriesContext(connection) as found:
            assert create_client().get(f"/{event.code}/standings").status_code == 200
        asked.append(len(found))
    return print_measurement("queries of the page", asked[1] / asked[0], 1.0, f"{asked[1]} large, {asked[0]} small")


def measure_engine(event: Any, times: int) -> bool:
    """Measure the complete standings beside the nets of seats added up and sorted."""
    import gc

    from django.db.models import Sum

    from config.server.worker import GARBAGE_THRESHOLD
    from tournaments.models import SeatSummary
    from tournaments.reading.tallies import get_standings

    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)  # as in a process of the server
    seats = SeatSummary.objects.filter(seat__table__round__tournament=event).values("seat__entry")
    nets = seats.annotate(whole=Sum("net")).order_by("-whole")
    found = measure_medians(times, sum=lambda: bool(list(nets.all())), engine=lambda: bool(get_standings(event)))
    words = f"{1000 * found['engine']:.1f} ms, sums sorted {1000 * found['sum']:.1f} ms"
    return print_measurement("standings engine", found["engine"] / found["sum"], ENGINE_LIMIT, words)


def measure_first_page(event: Any, times: int) -> bool:
    """Measure the standings page beside the bare sum of nets, and the unchanged page beside the whole one."""
    from django.db.models import Sum

    from tournaments.models import LedgerLine

    client, address = create_client(), f"/{event.code}/standings"
    client.get(address)  # sets the cookie that every later request carries
    mark = client.get(address)["ETag"]
    nets = (
        LedgerLine.objects.filter(seat__table__round__tournament=event)
        .values("seat__entry")
        .annotate(Sum("net"))
        .order_by()
    )

    def whole() -> bool:
        """Get the whole page. True if it was served."""
        return client.get(address).status_code == 200  # type: ignore[no-any-return]

    def unchanged() -> bool:
        """Get the page with its current ETag. True if the answer is 304."""
        return client.get(address, headers={"If-None-Match": mark}).status_code == 304  # type: ignore[no-any-return]

    found = measure_medians(times, sum=lambda: bool(list(nets.all())), page=whole, unchanged=unchanged)
    words = {key: f"{1000 * each:.1f} ms" for key, each in found.items()}
    return all(
        [
            print_measurement(
                "first page",
                found["page"] / found["sum"],
                FIRST_PAGE_LIMIT,
                f"{words['page']}, bare sum {words['sum']}",
            ),
            print_measurement(
                "unchanged page (304)",
                found["unchanged"] / found["page"],
                UNCHANGED_LIMIT,
                f"{words['unchanged']}, whole {words['page']}",
            ),
        ]
    )


def measure_medians(times: int, **work: Callable[[], bool]) -> dict[str, float]:
    """Return the median CPU seconds of each action, by name. The actions run in turn; a first turn, which fills caches,
    is left out."""
    found: dict[str, list[float]] = {key: [] for key in work}
    for turn in range(times + 1):
        for key, deed in work.items():
            begun = time.process_time()
            assert deed(), key
            found[key] += [time.process_time() - begun] if turn else []
    return {key: statistics.median(seconds) for key, seconds in found.items()}


def compare_coup_cost(small: Any, large: Any) -> bool:
    """Record coups alternately at tables of both tournaments, which have as many records each."""
    chance = Random(3)
    costs: dict[str, list[float]] = {"small": [], "large": []}
    few, many = list_table_ids(small), list_table_ids(large)
    for _ in range(4):
        for one, other in zip(few, many[:: max(1, len(many) // SMALL)], strict=False):
            body = make_coup(chance)
            costs["small"].append(record_coup(one, body))
            costs["large"].append(record_coup(other, body))
    mine, its = (1000 * statistics.median(costs[size]) for size in ("large", "small"))
    return print_measurement("a coup recorded", mine / its, COUP_LIMIT, f"{mine:.1f} ms large, {its:.1f} ms small")


def compare_watched_recording(event: Any, spectators: int) -> bool:
    """Record coups over HTTP without and with spectators who poll the board."""
    from tournaments.book.table_keys import table_key
    from tournaments.models import Table

    tables = Table.objects.filter(pk__in=list_table_ids(event)[1 : WATCHED_COUPS + 1])
    keys = [table_key(table) for table in tables]
    with ServedProgram() as port:
        alone = statistics.median(record_over_http(port, keys))
        spawned = get_context("spawn")
        answers = spawned.Value("q", 0)
        process = spawned.Process(
            target=poll_as_spectators, args=(port, f"/{event.code}", spectators, answers), daemon=True
        )
        process.start()
        while answers.value < spectators and process.is_alive():  # until everybody has come
            time.sleep(0.1)
        before, begun = answers.value, time.perf_counter()
        watched = statistics.median(record_over_http(port, keys))
        rate = (answers.value - before) / (time.perf_counter() - begun)
        assert process.is_alive(), "the spectators have gone"
        process.terminate()
        process.join()
    watching = f"{spectators} spectators ({rate:.0f} answers a second)"
    words = f"{1000 * watched:.1f} ms with {watching}, {1000 * alone:.1f} ms alone"
    return print_measurement("recording, watched", watched / alone, WATCHED_LIMIT, words)


if __name__ == "__main__":
    sys.exit(main())
