"""Walk a table's page on phones through every state of every game, and list what cannot be read there.

    python benchmarks/phone_layout.py [--languages fr-FR,en-GB,it-IT] [--games brusquembille,briscola]

Every state is looked at on screens of 320 × 640, 360 × 740 and 412 × 915, held across as well, and with the keyboard
open where something is typed; each with letters at their size and at twice it. A word is counted once a state and
screen where it is broken, covered, cut off or beside the screen (tests/fixtures/screen_layout.py). Exits 1 if one is.
Needs Chromium, and what `make test` installs; where one is missing it says so.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._installation import BenchmarkServer, set_up_django
from tasks.system import browser

LANGUAGES = "fr-FR,en-GB,it-IT"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--languages", default=LANGUAGES)
    parser.add_argument("--games", default="")
    options = parser.parse_args()
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        print("not measured: make test installs the browser's driver")
        return 0
    if browser() is None:
        print("not measured: no Chromium on this machine")
        return 0
    with tempfile.TemporaryDirectory(prefix="corbillon-bench-") as folder:
        prepare(Path(folder))
        found = walk_languages(options.languages.split(","), set(filter(None, options.games.split(","))))
    for fault, times in found.most_common(40):
        print(f"{times:>6} × {fault}")
    print(f"{found.total()} words that cannot be read, of at most 0")
    return 1 if found else 0


def prepare(folder: Path) -> None:
    """Create an installation in `folder`."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # the browser's driver keeps an event loop in this thread
    set_up_django(folder)
    from django.core.management import call_command

    call_command("prepare", verbosity=0, stdout=open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123


def walk_languages(languages: list[str], games: set[str]) -> Counter[str]:
    """Walk through every table in each language, and count the faults, by their words."""
    from playwright.sync_api import sync_playwright

    found: Counter[str] = Counter()
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with BenchmarkServer() as port, sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=browser(), args=flags)
        for language in languages:
            for table in fill_new_tables(games):
                found += walk(chromium, f"http://127.0.0.1:{port}/t", table, language)
        chromium.close()
    return found


def fill_new_tables(games: set[str]) -> list[Any]:
    """Create the tables of every game anew, since a walk writes, and return those of `games`; of all where it is
    empty."""
    from tests.browser.phone_states import fill_tables
    from tournaments.models import Table

    known = set(Table.objects.values_list("pk", flat=True))
    fill_tables()
    tables = Table.objects.exclude(pk__in=known).select_related("round__tournament").order_by("pk")
    return [table for table in tables if not games or table.round.tournament.game in games]


def walk(chromium: Any, address: str, table: Any, language: str) -> Counter[str]:
    """Walk through a table's states in this language, print a line of it, and count the faults, by their words."""
    from tests.browser.conftest import PHONE
    from tests.browser.phone_states import walk_table
    from tests.fixtures.screen_layout import sweep
    from tournaments.book.table_keys import table_key

    told = f"{table.round.tournament.game} of {table.seats.count()}, {language}"
    options: Any = PHONE | {"viewport": {"width": 320, "height": 640}, "reduced_motion": "reduce"}
    context = chromium.new_context(**options, locale=language, service_workers="block")
    page = context.new_page()
    page.goto(f"{address}#{table_key(table)}")
    states, found = 0, Counter[str]()
    for state in walk_table(page):
        states += 1
        found.update(f"{told}, {state}, {fault}" for fault in sweep(page))
    print(f"{told:>28}: {states} states, {found.total()} words that cannot be read", flush=True)
    context.close()
    return found


if __name__ == "__main__":
    sys.exit(main())
