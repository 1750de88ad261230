"""Damage files of every kind that the program reads, lists of players aside (`lists.py`), and read each: no traceback,
bounded time and memory.

    python benchmarks/readers.py [--times 10000] [--seed 1] [--kinds evening report rule partie backup encrypted held]

What is damaged and how it is read is `tests/fixtures/damaged_files.py`: an evening's file and a report go into the
database and are taken back, a partie is scored, a backup judged and its rows read. Prints, for each kind, how many were
read and how many refused, the longest processor time and the largest memory of one; exits 1 where one took more than 4
seconds or 100 megabytes. A traceback ends the run.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
from functools import partial
from pathlib import Path
from random import Random

from _damage import Watch
from _installation import set_up_django


def main() -> int:
    """Read the damaged files. Return the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="*")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        set_up_django(Path(folder))
        from django.core.management import call_command

        call_command("migrate", verbosity=0, stdout=io.StringIO())
        return read_damaged_files(asked)


def read_damaged_files(asked: argparse.Namespace) -> int:
    """Read the damaged files of each kind that is asked for. Return the exit code."""
    from tests.fixtures.damaged_files import build_kinds

    watches = []
    for name, kind in build_kinds().items():
        if asked.kinds and name not in asked.kinds:
            continue
        random = Random(f"{asked.seed}{name}")
        watches.append(Watch(name))
        for n in range(asked.times):
            content = kind.damage_one(random)
            try:
                watches[-1].read(n, partial(kind.takes, content))
            except Exception:
                Path(f"damaged.{name}").write_bytes(content)
                print(f"{name} {n}: kept as damaged.{name}", file=sys.stderr)
                raise
        print(watches[-1], flush=True)
    return int(not all(each.is_bounded for each in watches))


if __name__ == "__main__":
    raise SystemExit(main())
