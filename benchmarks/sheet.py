"""Measure what a phone asks for after each coup, its table's sheet, at tables of 1, 30, 100 and 297 coups.

    python benchmarks/sheet.py [--coups 1,30,100,297]

Figures are the processor time of a warm request in milliseconds, the median of five, and the size of its answer as it
is sent and before it is compressed: to a phone that has seen the coup before the last, as after each coup; to one that
opens the table; and twenty older coups. The first figure is of a process that has described
none of the table's coups. To be reached: 25 ms and 15 kB sent, at any coup.
"""

from __future__ import annotations

import argparse
import gc
import gzip
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._installation import set_up_django
from benchmarks.large.swiss import measure, record_coup

COUPS = (1, 30, 100, 297)
TOURS = 99


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--coups", default=",".join(map(str, COUPS)))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="corbillon-bench-") as folder:
        set_up_django(Path(folder))
        from django.conf import settings
        from django.core.management import call_command

        from config.server.worker import GARBAGE_THRESHOLD

        settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
        call_command("migrate", verbosity=0)
        gc.freeze()  # as in a process of the server
        gc.set_threshold(GARBAGE_THRESHOLD)
        for coups in map(int, asked.coups.split(",")):
            measure_sheet(coups)


def measure_sheet(coups: int) -> None:
    """Play so many coups at a new table, and print what its sheet costs."""
    from django.test import Client

    from benchmarks.large.coups import create_evening
    from tournaments.book.loading import load_sheet
    from tournaments.book.table_keys import table_key

    table = create_evening(f"À {coups} coups", TOURS)[0]
    for _coup in range(coups):
        record_coup(table.pk)
    client = Client(headers={"host": "127.0.0.1", "x-table-key": table_key(table), "x-table-seat": "1"})
    begun = time.process_time()
    get_page(client, "/t/sheet")
    print(f"coup {coups:3d}: the first time {1000 * (time.process_time() - begun):.1f} ms", flush=True)
    chain = load_sheet(table.pk).chain.split()
    seen = {"x-table-head": chain[max(coups - 2, 0)], "x-table-from": str(max(coups - 1, 1))}
    asked = {
        "after each coup": ("/t/sheet", seen),
        "opened": ("/t/sheet", {"x-table-from": "1000000000"}),
        "older": (f"/t/older/{coups - 5}", seen),
    }
    for what, (address, headers) in list(asked.items())[: 3 if coups > 6 else 2]:
        print(f"  {what:15} {measure_page(client, address, headers)}", flush=True)


def measure_page(client: Any, address: str, headers: dict[str, str]) -> str:
    """Return what a part of the sheet costs, and its sizes."""
    page = get_page(client, address, headers)
    took = measure(lambda: get_page(client, address, headers), 5)
    return f"{1000 * took:6.1f} ms; {len(gzip.compress(page)) / 1000:5.1f} kB sent, {len(page) / 1000:.0f} kB in all"


def get_page(client: Any, address: str, headers: dict[str, str] | None = None) -> bytes:
    """Ask for a part of the table's page."""
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200, answer.status_code
    return bytes(answer.content)


if __name__ == "__main__":
    main()
