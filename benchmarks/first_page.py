"""Print what a phone fetches when it opens its table for the first time, and what it has to build, for each game.

    python benchmarks/first_page.py

The program is served from an installation of its own, its files collected as for a hall. A browser without cache opens
the table over plain http and takes a seat; requests and bytes are counted until the coup's form is there, then the
nodes that are kept (after a garbage collection), and the processor time of the page's main thread, times six: a cheap
phone's. Needs Chromium, and what `make test` installs; where one is missing it says so.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._installation import BenchmarkServer, set_up_django
from tasks.system import browser

MOST_REQUESTS, MOST_KILOBYTES = 15, 120
MOST_NODES, MOST_MILLISECONDS, SLOWER = 1_500, 600, 6
HALL_NAME = "corbillon.test"


def main() -> None:
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        print("not measured: make test installs the browser's driver")
        return
    if browser() is None:
        print("not measured: no Chromium on this machine")
        return
    with tempfile.TemporaryDirectory(prefix="corbillon-bench-") as folder:
        measure(prepare(Path(folder)))


def prepare(folder: Path) -> dict[str, str]:
    """Create an installation in `folder`, with a table of each game. Return the tables' keys."""
    set_up_django(folder)
    from django.core.management import call_command

    call_command("prepare", verbosity=0, stdout=open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
    import scoring
    from tests.book.evening_builders import create_table
    from tournaments.book.table_keys import table_key

    return {game.key: table_key(create_table(max(game.sizes), game=game.key)) for game in scoring.list_games()}


def measure(keys: dict[str, str]) -> None:
    """Open each table's page by its key, and print what came over the wire."""
    from playwright.sync_api import sync_playwright

    from tests.fixtures.page_load import PageEffort, PageLoad

    names = f"--host-resolver-rules=MAP {HALL_NAME} 127.0.0.1"
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", names]
    with BenchmarkServer() as port, sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=browser(), args=flags)
        for game, key in keys.items():
            context = chromium.new_context(viewport={"width": 360, "height": 740}, has_touch=True, locale="fr-FR")
            page = context.new_page()
            load, effort = PageLoad(page), PageEffort(page)
            page.goto(f"http://{HALL_NAME}:{port}/t#{key}")
            page.locator("[data-seat='1']").click()
            page.locator("#coup").wait_for()
            page.wait_for_load_state("networkidle")
            told = f"{load.requests} requests of at most {MOST_REQUESTS}"
            print(f"{game:>14}: {told}, {load.kilobytes:.0f} kB of at most {MOST_KILOBYTES}", flush=True)
            built = f"{effort.nodes} nodes of at most {MOST_NODES}"
            spent = SLOWER * effort.milliseconds
            print(f"{'':>16}{built}, {spent:.0f} ms of main thread of at most {MOST_MILLISECONDS}", flush=True)
            context.close()
        chromium.close()


if __name__ == "__main__":
    main()
