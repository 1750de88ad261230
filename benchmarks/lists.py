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
from functools import partial
from pathlib import Path
from random import Random

from _damage import Watch

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

LISTS = ROOT / "tests" / "web" / "lists"


def main() -> int:
    """Read the damaged lists. Return the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    import django

    django.setup()
    from tests.fixtures.mutations import mutate_file, read_damaged

    watches = []
    files = [(path, path.read_bytes()) for path in sorted(LISTS.iterdir()) if path.suffix != ".json"]
    for kind in sorted({path.suffix for path, _content in files}):
        random = Random(f"{asked.seed}{kind}")
        own = [(path, content) for path, content in files if path.suffix == kind]
        watches.append(Watch(kind[1:]))
        for n in range(asked.times):
            content = mutate_file(*random.choice(own), random)
            watches[-1].read(n, partial(read_damaged, content))
        print(watches[-1], flush=True)
    return int(not all(each.is_bounded for each in watches))


if __name__ == "__main__":
    raise SystemExit(main())
