"""Send the program what its grammars make up (`_grammars.py`), and look for an error that is nobody's sentence.

    python benchmarks/fuzz.py [TARGET…] [--seconds 10] [--seed 0]

Each target (`_fuzz_targets.py`) gets so many seconds. What it must never do: end with an exception of Python, answer
5xx, take more than SLOW_SECONDS of processor time, or, served over HTTP, leave whoever asks next without an answer.
Prints what was sent and what came of it, with the seed of each kind of failure: `--seed N --seconds 0` tries that one
again. Exits 1 if one failed.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random

from _fuzz_targets import TARGETS
from _installation import set_up_django

SLOW_SECONDS = 4.0  # of processor time: a workbook is refused after three


def try_target(name: str, seconds: float, seed: int) -> bool:
    """Send one target what the grammar makes up, and print what came of it. Return True if nothing failed."""
    try_one = TARGETS[name]()
    counts, slowest, failed = Counter[str](), 0.0, Counter[str]()
    until = time.monotonic() + seconds
    while not (counts or failed) or time.monotonic() < until:
        begun = time.process_time()
        try:
            counts[try_one(Random(f"{name} {seed}"))] += 1
        except (Exception, RecursionError) as error:
            frames = traceback.extract_tb(error.__traceback__)
            place = f"{type(error).__name__} at {Path(frames[-1].filename).name}:{frames[-1].lineno}"
            failed[place] += 1
            if failed[place] == 1:
                print(f"  {name} --seed {seed}: {place}: {str(error)[:700]}", flush=True)
                traceback.print_exc()
        spent = time.process_time() - begun
        if spent > SLOW_SECONDS:
            failed["slow"] += 1
            print(f"  {name} --seed {seed}: {spent:.1f} s of processor time", flush=True)
        slowest = max(slowest, spent)
        seed += 1
    if end := getattr(try_one, "end", None):
        end()
    told = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
    print(
        f"{name:>10}: {counts.total() + failed.total()} sent, {told}; slowest {slowest:.2f} s; {failed.total()} failed",
        flush=True,
    )
    return not failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", default=list(TARGETS))
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    held = [try_apart(name, asked.seconds, asked.seed) for name in asked.targets]
    return 0 if all(held) else 1


def try_apart(name: str, seconds: float, seed: int) -> bool:
    """Try a target in a process and an installation of its own. Return True if nothing failed."""
    with tempfile.TemporaryDirectory(prefix="corbillon-fuzz-") as folder:
        if child := os.fork():
            return os.waitpid(child, 0)[1] == 0
        set_up_django(Path(folder))
        from django.core.management import call_command
        from django.test.utils import setup_test_environment

        logging.disable()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        setup_test_environment()
        good = try_target(name, seconds, seed)
        sys.stdout.flush()
        os._exit(not good)


if __name__ == "__main__":
    sys.exit(main())
