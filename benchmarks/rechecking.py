"""Measure `recheck` of a book of 60,000 records, from its first link and from a head that is given.

    python benchmarks/rechecking.py [--records 60000]

Whole tournaments are simulated, one game after the other, until the book has so many records. Then `recheck` goes over
all of it, and from the head before the last tournament: the processor time of all its processes, beside the limits.
Exits 1 past a limit.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._installation import ROOT, set_up_django

LIMIT_SECONDS, SINCE_LIMIT_SECONDS = 25.0, 5.0
PLAYERS, ROUNDS = 60, 5


def main() -> int:
    """Run the benchmark. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=60_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rechecking-") as folder:
        set_up_django(Path(folder))
        head = build_book(asked.records)
        seconds, since = measure_recheck(), measure_recheck("--since", head)
    print(f"{asked.records} records: {seconds:.1f} s of a core, limit {LIMIT_SECONDS:.0f}")
    print(f"from the head before the last tournament: {since:.1f} s of a core, limit {SINCE_LIMIT_SECONDS:.0f}")
    return int(seconds > LIMIT_SECONDS or since > SINCE_LIMIT_SECONDS)


def build_book(records: int) -> str:
    """Simulate tournaments of every game until the book has so many records. Return its head before the last one."""
    from django.core.management import call_command
    from django.db import transaction

    import scoring
    from tournaments.actions.tables.held_heads import find_last_head
    from tournaments.exchange.simulation import simulate_tournament
    from tournaments.models import Record

    call_command("migrate", verbosity=0)
    games = [game.key for game in scoring.list_games()]
    head, n = "", 0
    while Record.objects.count() < records:
        head, n = find_last_head(), n + 1
        with transaction.atomic():  # waits for the disk once
            simulate_tournament(games[n % len(games)], PLAYERS, ROUNDS, n)
    return head


def measure_recheck(*arguments: str) -> float:
    """Return how many seconds of a processor `recheck` takes, with the processes that it starts."""
    began = sum(os.times()[2:4])
    subprocess.run([sys.executable, "manage.py", "recheck", *arguments], cwd=ROOT, check=True)
    return sum(os.times()[2:4]) - began


if __name__ == "__main__":
    sys.exit(main())
