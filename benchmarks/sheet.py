"""Measure what a phone asks for after each coup, its table's sheet, at tables of 1, 30, 100 and 297 coups.

    python benchmarks/sheet.py [--coups 1,30,100,297]

Figures are the processor time of a warm request in milliseconds, the median of five, and the size of its answer before
it is compressed. The first figure is of a process that has told none of the table's coups.
"""

from __future__ import annotations

import argparse
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

        settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
        call_command("migrate", verbosity=0)
        for coups in map(int, asked.coups.split(",")):
            measure_sheet(coups)


def measure_sheet(coups: int) -> None:
    """Play so many coups at a new table, and print what its sheet costs."""
    from django.test import Client

    from benchmarks.large.coups import create_evening
    from tournaments.book.table_keys import table_key

    table = create_evening(f"À {coups} coups", TOURS)[0]
    for _coup in range(coups):
        record_coup(table.pk)
    client = Client(headers={"host": "127.0.0.1", "x-table-key": table_key(table), "x-table-seat": "1"})
    begun = time.process_time()
    size = len(get_sheet(client))
    first = time.process_time() - begun
    took = measure(lambda: get_sheet(client), 5)
    print(
        f"coup {coups:3d}: {1000 * took:6.1f} ms, the first time {1000 * first:6.1f}; {size / 1000:.0f} kB", flush=True
    )


def get_sheet(client: Any) -> bytes:
    """Ask for the sheet."""
    answer = client.get("/t/sheet")
    assert answer.status_code == 200, answer.status_code
    return bytes(answer.content)


if __name__ == "__main__":
    main()
