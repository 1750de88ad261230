"""How much of the program the tests hold: a random sample of slips, and which of them a test notices.

    python benchmarks/mutants.py [scoring] [book] [rights] [--seed 1] [--folder test-results/mutants]
        [--seconds 40] [--again]

A mutant is the program with one change in one function (`_mutants`), none of them of a text. Of each group of folders
a sample is drawn, which the seed replays, and each of its mutants is tried on the tests that run the changed line, as
many as a fixed time allows (`_mutant_runs`). Which test runs which lines stands in a map (`_mutant_map`), made once and
completed by the tests that are new; delete it where tests have changed. What runs while the program is loaded, or when
its tables are created, is tried in a process of its own, which loads the mutant. What has been tried stays in the
folder, and the next run goes on there; `--again` tries once more what no test noticed. Quickest is a first run with
`--seconds 5` of tests for each mutant, which most need not, then one with `--again`.

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
from functools import partial
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pytest
from _mutant_map import ROOT, MapMaker, find_statement, load_map
from _mutant_runs import ForkingLoop, Trial, exchange_code, read_equivalents, try_cold
from _mutants import Mutant, draw_sample

SHARE = 0.95
PLUGINS_OFF = ("-p", "no:xdist", "-p", "no:cacheprovider", "-q", "-s", "--timeout", "3600")


class Group(NamedTuple):
    """A part of the program. `rooms`: its folders and files; `tests`: a key of TESTS; `cold`: those that see what runs
    before any test; `count`: of the sample."""

    rooms: tuple[str, ...]
    tests: str
    cold: tuple[str, ...]
    count: int


class TestGroup(NamedTuple):
    """Tests of which a map is made. `warm`: those that are run before the forks, so that none of these has to migrate a
    database, load pages or read templates; `left_out`: what runs for so long that no mutant could wait for it."""

    paths: tuple[str, ...]
    warm: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


TESTS = {
    "scoring": TestGroup(("tests/scoring", "tests/standings/test_jeton_money.py")),
    "database": TestGroup(
        (
            "tests/book",
            "tests/web",
            "tests/standings",
            "tests/house/test_accounts.py",
            "tests/house/test_second_code.py",
            "tests/house/test_secret_key.py",
            "tests/house/test_security_log.py",
            "tests/draws",
            "tests/games",
            "tests/webhooks",
            "tests/printing/test_pack.py",
        ),
        (
            "tests/web/test_organiser_stages.py::test_every_page_and_paper_says_which_rules_hold_from_which_round",
            "tests/web/test_withdrawal.py::test_everybody_reads_that_it_is_withdrawn_and_its_sheets_stay",
            "tests/web/test_file_columns.py::test_every_file_keeps_its_keys_and_headings",
            "tests/web/test_rights.py::test_the_pages_of_accounts_answer_as_declared",
            "tests/web/test_api_writing.py::test_a_whole_evening_is_played_with_nothing_but_the_interface",
        ),
        ("tests/book/test_kills.py", "tests/book/test_races.py", "tests/book/test_stateful.py"),
    ),
}
GROUPS = {
    "scoring": Group(
        ("scoring",),
        "scoring",
        (
            "tests/scoring/test_briscan_cases.py",
            "tests/scoring/test_brusquembille",
            "tests/scoring/test_public_interface.py",
        ),
        400,
    ),
    "book": Group(
        ("tournaments/book", "tournaments/guards", "tournaments/actions"),
        "database",
        ("tests/book/test_guards.py", "tests/book/test_chain.py", "tests/book/test_change_marks.py"),
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
            "tournaments/views/organiser/club/account.py",
            "tournaments/views/organiser/scoping.py",
            "tournaments/views/requests.py",
            "tournaments/views/sign_in.py",
        ),
        "database",
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


def complete_map(name: str, folder: Path) -> None:
    """Run the tests that the map lacks once, and keep what each one runs."""
    file, group = folder / f"{name}.map", TESTS[name]
    rooms = tuple(room for each in GROUPS.values() if each.tests == name for room in each.rooms)
    maker = MapMaker(rooms, load_map(file))
    left_out = [f"--ignore={path}" for path in group.left_out]
    pytest.main([*PLUGINS_OFF, *left_out, *group.paths], plugins=[maker])
    if maker.failed:
        raise SystemExit(f"these fail without a mutant: {' '.join(maker.failed)}")
    maker.make_map().save(file)


def read_results(file: Path) -> dict[str, Result]:
    """Read what has been tried, by key; the last try counts."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else ()
    return {result.key: result for result in (Result(*json.loads(line)) for line in lines)}


def try_mutants(name: str, seed: int, folder: Path, again: bool, budget: float) -> None:
    """Try each mutant of the group's sample that has no result yet, on tests that take `budget` seconds; with `again`
    also those that survived."""
    group, equivalents = GROUPS[name], read_equivalents()
    tests, known = TESTS[group.tests], load_map(folder / f"{group.tests}.map")
    results = read_results(folder / f"{name}-{seed}.results")
    sample, _all = draw_sample(group.rooms, group.count, seed)

    def work(loop: ForkingLoop) -> None:
        with (folder / f"{name}-{seed}.results").open("a", encoding="utf-8") as kept:
            for number, mutant in enumerate(sample, 1):
                done = results.get(mutant.key)
                if mutant.key in equivalents or (done and (done.noticed or not again)):
                    continue
                result = try_mutant(loop, mutant)
                kept.write(json.dumps(result, ensure_ascii=False) + "\n")
                kept.flush()
                if not result.noticed:
                    print(f"{number} SURVIVED {result.tests} tests, line {mutant.line}: {mutant.key}", flush=True)

    def try_mutant(loop: ForkingLoop, mutant: Mutant) -> Result:
        lines = find_statement((ROOT / mutant.path).read_text(encoding="utf-8"), mutant.line)
        found = [test for test in known.find_tests(mutant.path, lines, budget) if test in loop.items]
        seconds = sum(known.seconds[test] for test in found)
        change = partial(exchange_code, mutant.path, mutant.source)
        noticed = loop.try_tests(Trial(change, found, seconds)) if found else ""
        if noticed.startswith("(no change"):
            raise SystemExit(f"{mutant.key}\n{noticed}")
        if not noticed and [*found, *cold] and known.is_loaded(mutant.path, lines):
            noticed = try_cold(mutant.path, mutant.source, [*found, *cold])
        return Result(mutant.key, mutant.line, len(found), noticed)

    cold = [test for test, seconds in known.seconds.items() if test.startswith(group.cold) and seconds < budget]
    pytest.main([*PLUGINS_OFF, *tests.paths], plugins=[ForkingLoop(work, tests.warm)])


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
            print(f"SURVIVED ({result.tests} tests tried), line {mutant.line}: {mutant.key}")
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
    parser.add_argument("--seconds", type=float, default=40.0, help="of tests for one mutant")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--stage", choices=("map", "try"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.stage == "map":
        complete_map(GROUPS[options.groups[0]].tests, options.folder)
        return 0
    if options.stage == "try":
        try_mutants(options.groups[0], options.seed, options.folder, options.again, options.seconds)
        return 0
    enough = True
    for name in options.groups or GROUPS:
        again = [sys.executable, __file__, name, "--seed", str(options.seed), "--folder", str(options.folder)]
        again += ["--seconds", str(options.seconds)]
        subprocess.run([*again, "--stage", "map"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        start = time.monotonic()
        subprocess.run([*again, "--stage", "try", *["--again"] * options.again], cwd=ROOT, check=True)
        enough &= report(name, options.seed, options.folder)
        print(f"    {time.monotonic() - start:.0f} s")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
