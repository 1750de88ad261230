"""Damage real lists of players in thousands of ways, and read each: no traceback, bounded time and memory.

    python benchmarks/lists.py [--times 10000] [--seed 1]

Each file of tests/web/lists is mutated as the tests do it, workbooks in their members as well. Prints, for each kind,
how many were read and how many refused, the longest processor time and the largest memory of one; exits 1 where one
took more than 4 seconds or 100 megabytes. A traceback ends the run.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import tracemalloc
from collections import defaultdict
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

LISTS = ROOT / "tests" / "web" / "lists"
MOST_SECONDS, MOST_BYTES = 4.0, 100_000_000
WATCHED = 20  # one file in so many is read with its memory watched, which takes long


def main() -> int:
    """Read the damaged lists. Return the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    import django

    django.setup()
    from tests.fixtures.mutations import mutate_file, read_damaged

    longest: dict[str, float] = defaultdict(float)
    largest: dict[str, int] = defaultdict(int)
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    files = [(path, path.read_bytes()) for path in sorted(LISTS.iterdir()) if path.suffix != ".json"]
    for kind in sorted({path.suffix for path, _content in files}):
        random = Random(f"{asked.seed}{kind}")
        own = [(path, content) for path, content in files if path.suffix == kind]
        for n in range(asked.times):
            content = mutate_file(*random.choice(own), random)
            if n % WATCHED == 0:
                tracemalloc.start()
            begun = time.thread_time()
            counts[kind][read_damaged(content)] += 1
            if n % WATCHED == 0:
                largest[kind] = max(largest[kind], tracemalloc.get_traced_memory()[1])
                tracemalloc.stop()
            else:
                longest[kind] = max(longest[kind], time.thread_time() - begun)
        refused, taken = counts[kind]
        print(
            f"{kind[1:]:5} {taken} read, {refused} refused; at most {longest[kind]:.2f} s, {largest[kind] / 1e6:.1f} MB"
        )
    return int(max(longest.values()) > MOST_SECONDS or max(largest.values()) > MOST_BYTES)


if __name__ == "__main__":
    raise SystemExit(main())
