"""How much of the program the tests hold: a random sample of slips, and which of them a test notices.

    python benchmarks/mutants.py [scoring] [book] [rights] [--seed 1] [--folder test-results/mutants] [--again]

A mutant is the program with one change in one function (`_mutants`), none of them of a text. Of each group of folders
a sample is drawn, which the seed replays, and each of its mutants is tried on the tests that run the changed line, as
many as a fixed time allows (`_mutant_runs`). What has been tried stays in the folder, and the next run goes on there;
`--again` tries once more what no test noticed, with the tests that are new. Where a test's lines have changed, delete
the folder's map.

`equivalent_mutants.txt` lists the mutants that no test can notice, each with why: they do not count. Prints each mutant
that survives, then the figures of each group. Exits 1 under SHARE.

The operators are mutmut's; the runs are not. mutmut changes no decorated function (no view, no property, no cached
function), draws no sample, and would migrate a database for each of its processes; cosmic-ray starts all tests anew for
each mutant, which is ten seconds before the first test of a database.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pytest
from _mutant_runs import ROOT, ForkingLoop, MapMaker, Trial, exchange_code, find_statement, load_map, read_equivalents
from _mutants import Mutant, draw_sample

SHARE = 0.95
PLUGINS_OFF = ("-p", "no:xdist", "-p", "no:cacheprovider", "-q", "-s", "--timeout", "3600")


class Group(NamedTuple):
    """A part of the program. `rooms`: its folders and files; `tests`: the tests that should hold it; `warm`: one of
    them that needs the database; `count`: of the sample."""

    rooms: tuple[str, ...]
    tests: tuple[str, ...]
    warm: tuple[str, ...]
    count: int


RIGHTS_TESTS = (
    "tests/web/test_rights.py",
    "tests/web/test_organiser_access.py",
    "tests/web/test_organiser_evenings.py",
    "tests/web/test_organiser_presets.py",
    "tests/web/test_phone_reading.py",
    "tests/web/test_public_pages.py",
    "tests/web/test_seasons.py",
    "tests/book/test_keys.py",
    "tests/house/test_accounts.py",
    "tests/house/test_second_code.py",
    "tests/house/test_security_log.py",
)
GROUPS = {
    "scoring": Group(("scoring",), ("tests/scoring",), (), 400),
    "book": Group(
        ("tournaments/book", "tournaments/guards", "tournaments/actions"),
        ("tests/book", "tests/web", "tests/standings"),
        ("tests/book/test_names.py",),
        400,
    ),
    "rights": Group(
        (
            "config/devices.py",
            "config/password_reset.py",
            "config/private_pages.py",
            "tournaments/actions/people/tries.py",
            "tournaments/book/table_keys.py",
            "tournaments/models/querysets.py",
            "tournaments/views/access.py",
            "tournaments/views/organiser/account.py",
            "tournaments/views/organiser/scoping.py",
            "tournaments/views/requests.py",
            "tournaments/views/sign_in.py",
        ),
        RIGHTS_TESTS,
        ("tests/web/test_rights.py",),
        200,
    ),
}


class Result(NamedTuple):
    """What became of a mutant. `noticed`: the test that failed, or how the fork ended; "" if it survived."""

    key: str
    line: int
    tests: int
    noticed: str


def make_map(group: Group, file: Path) -> None:
    """Run the group's tests once and keep what each one runs."""
    maker = MapMaker(group.rooms)
    if pytest.main([*PLUGINS_OFF, *group.tests], plugins=[maker]):
        raise SystemExit(f"these fail without a mutant: {' '.join(maker.failed)}")
    maker.make_map().save(file)


def read_results(file: Path) -> dict[str, Result]:
    """Read what has been tried, by key; the last try counts."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else ()
    return {result.key: result for result in (Result(*json.loads(line)) for line in lines)}


def try_mutants(name: str, seed: int, folder: Path, again: bool) -> None:
    """Try each mutant of the group's sample that has no result yet; with `again` also those that survived."""
    group, known, equivalents = GROUPS[name], load_map(folder / f"{name}.map"), read_equivalents()
    results = read_results(folder / f"{name}-{seed}.results")
    sample, _all = draw_sample(group.rooms, group.count, seed)

    def work(loop: ForkingLoop) -> None:
        new = [test for test in loop.items if test not in known.seconds]
        with (folder / f"{name}-{seed}.results").open("a", encoding="utf-8") as kept:
            for number, mutant in enumerate(sample, 1):
                done = results.get(mutant.key)
                if mutant.key in equivalents or (done and (done.noticed or not again)):
                    continue
                tests = new + [test for test in find_tests(mutant) if test in loop.items]
                seconds = sum(known.seconds.get(test, 1.0) for test in tests)
                noticed = loop.try_tests(
                    Trial(lambda mutant=mutant: exchange_code(mutant.path, mutant.source), tests, seconds)
                )
                if noticed.startswith("(no change"):
                    raise SystemExit(f"{mutant.key}\n{noticed}")
                result = Result(mutant.key, mutant.line, len(tests), noticed)
                kept.write(json.dumps(result, ensure_ascii=False) + "\n")
                kept.flush()
                if not noticed:
                    print(f"{number} SURVIVED {len(tests)} tests, line {mutant.line}: {mutant.key}", flush=True)

    def find_tests(mutant: Mutant) -> list[str]:
        lines = find_statement((ROOT / mutant.path).read_text(encoding="utf-8"), mutant.line)
        return known.find_tests(mutant.path, lines)

    warm = [test for test in known.seconds if test.startswith(group.warm)][:1] if group.warm else []
    pytest.main([*PLUGINS_OFF, *group.tests], plugins=[ForkingLoop(work, warm)])


def report(name: str, seed: int, folder: Path) -> bool:
    """Print the group's figures. Return True if enough mutants were noticed."""
    group, equivalents = GROUPS[name], read_equivalents()
    results = read_results(folder / f"{name}-{seed}.results")
    sample, everything = draw_sample(group.rooms, group.count, seed)
    found: Counter[str] = Counter()
    for mutant in sample:
        result = results.get(mutant.key)
        if mutant.key in equivalents:
            found["equivalent"] += 1
            print(f"equivalent: {mutant.key}\n    {equivalents[mutant.key]}")
        elif result is None:
            found["not tried"] += 1
        elif result.noticed:
            found["noticed"] += 1
        else:
            found["survived"] += 1
            print(f"SURVIVED ({result.tests} tests reach it), line {mutant.line}: {mutant.key}")
    counted = found["noticed"] + found["survived"]
    share = found["noticed"] / counted if counted else 0.0
    figures = ", ".join(f"{count} {what}" for what, count in found.items())
    print(f"{name}, seed {seed}: {len(sample)} of {everything} mutants: {figures}: {share:.1%} noticed", flush=True)
    return share >= SHARE and not found["not tried"]


def main() -> int:
    """Make the maps that are missing, try the samples, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="*", choices=[*GROUPS, []], default=[], metavar="GROUP")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=ROOT / "test-results" / "mutants")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--stage", choices=("map", "try"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.stage == "map":
        make_map(GROUPS[options.groups[0]], options.folder / f"{options.groups[0]}.map")
        return 0
    if options.stage == "try":
        try_mutants(options.groups[0], options.seed, options.folder, options.again)
        return 0
    enough = True
    for name in options.groups or GROUPS:
        again = [sys.executable, __file__, name, "--seed", str(options.seed), "--folder", str(options.folder)]
        if not (options.folder / f"{name}.map").exists():
            subprocess.run([*again, "--stage", "map"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        start = time.monotonic()
        subprocess.run([*again, "--stage", "try", *["--again"] * options.again], cwd=ROOT, check=True)
        enough &= report(name, options.seed, options.folder)
        print(f"    {time.monotonic() - start:.0f} s")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
