"""Try the attacks that docs/security.md lists, and say of each what happened and whether it held.

    python benchmarks/attack.py [WORD…]      # only those whose names contain one of these words

Strangers who would hold a hall up (`_attackers.py`) come to a server of its own, on loopback, one kind after the other,
beside phones, spectators and an organiser who signs in: nobody honest may fail, nor 95 % of them wait longer than a
second, or than FACTOR times what they wait without an attack where the machine itself is slower. All other attacks are
those of the tests that the document names. Exits 1 where one did not hold.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from _attackers import ATTACKS, UNREAD_SECONDS
from _installation import ROOT, BenchmarkServer, set_up_django
from load import FIGURES, LIMIT_SECONDS, Load, Waited, create_evening, let_come

FACTOR = 4
PHONES, SPECTATORS, SECONDS, WARM_SECONDS = 8, 40, 20, 3
HONEST = ("coup", "sheet", "poll", "log-in")
DOCUMENT = ROOT / "docs" / "security.md"
LINE = re.compile(r"^\| ([^|`]+) \| ([^|]+) \| (?:(\d+) × `([a-z -]+)`|((?:`tests/[^`]+`(?:, )?)+)) \|$", re.MULTILINE)
TEST_SECONDS = 900


class Attack(NamedTuple):
    """One line of the document. `name`: what is tried; `strangers`, `kind`: how many make which attack of
    `_attackers.py`; `tests`: else the tests that try it."""

    name: str
    strangers: int
    kind: str
    tests: tuple[str, ...]


def list_attacks(document: str) -> Iterator[Attack]:
    """Yield the attacks that the document lists."""
    for name, _held_by, strangers, kind, tests in LINE.findall(document):
        yield Attack(name, int(strangers or 0), kind, tuple(re.findall(r"`([^`]+)`", tests)))


def describe_wait(waited: Waited) -> dict[str, float]:
    """Return for each kind of honest request the seconds within which 95 % were answered, the crowd's own time off."""
    net = {
        kind: sorted(max(0.0, seconds - own) for seconds, own in waited[kind]) for kind in HONEST if waited.get(kind)
    }
    return {kind: FIGURES["95 %"](seconds) for kind, seconds in net.items()}


def let_attack(evening_port: int, kind: str, strangers: int) -> tuple[Waited, Mapping[str, int]]:
    """Let so many strangers make an attack beside an evening of its own."""
    seconds = UNREAD_SECONDS + SECONDS // 2 if kind == "unread" else SECONDS
    evening = create_evening(PHONES)
    waited, failed, _spent = let_come(
        Load(
            **vars(evening),
            port=evening_port,
            spectators=SPECTATORS,
            seconds=seconds,
            attackers={kind: strangers} if kind else {},
            warm_seconds=WARM_SECONDS,
        )
    )
    return waited, failed


def judge_crowd(attack: Attack, port: int, limits: Mapping[str, float]) -> tuple[bool, str]:
    """Let the strangers of an attack come. Return whether it held, and what happened."""
    waited, failed = let_attack(port, attack.kind, attack.strangers)
    waits = describe_wait(waited)
    tries = sum(len(times) for kind, times in waited.items() if kind not in HONEST)
    wrong = sum(failed.get(kind, 0) for kind in waited if kind not in HONEST)
    lost = sum(failed.get(kind, 0) for kind in HONEST)
    held = (
        bool(waits) and not wrong and not lost and all(waits[kind] <= limits.get(kind, LIMIT_SECONDS) for kind in waits)
    )
    told = ", ".join(f"{kind} {seconds:.2f} s" for kind, seconds in waits.items())
    return (
        held,
        f"{attack.strangers} strangers, {tries} tries, {wrong} not refused as they must; {lost} honest lost; {told}",
    )


def run_tests(attack: Attack) -> tuple[bool, str]:
    """Run the tests of an attack. Return whether it held, and what happened."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout", "300", *attack.tests]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=TEST_SECONDS, check=False)
    last = done.stdout.strip().splitlines()[-1:] or [done.stderr.strip()[-200:]]
    return not done.returncode, last[0].strip("= ")


def try_attacks(attacks: list[Attack]) -> list[str]:
    """Try them, a line each. Return the names of those that did not hold."""
    fallen, limits = [], dict[str, float]()
    with ExitStack() as stack:
        port = 0
        if any(attack.kind for attack in attacks):
            port = stack.enter_context(BenchmarkServer())
            let_attack(port, "", 0)  # what a process makes once
            quiet = describe_wait(let_attack(port, "", 0)[0])
            limits = {kind: max(LIMIT_SECONDS, FACTOR * seconds) for kind, seconds in quiet.items()}
            told = ", ".join(f"{kind} {seconds:.2f} s" for kind, seconds in quiet.items())
            print(
                f"without an attack 95 % of the answers came within: {told}; load {os.getloadavg()[0]:.1f}", flush=True
            )
        for attack in attacks:
            held, told = judge_crowd(attack, port, limits) if attack.kind else run_tests(attack)
            print(f"{'held    ' if held else 'NOT HELD'}  {attack.name}: {told}", flush=True)
            fallen += [] if held else [attack.name]
    return fallen


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*")
    words = parser.parse_args().words
    attacks = list(list_attacks(DOCUMENT.read_text(encoding="utf-8")))
    assert {attack.kind for attack in attacks if attack.kind} == set(ATTACKS), (
        "an attack without its line, or a line without"
    )
    chosen = [each for each in attacks if not words or any(word in each.name for word in words)]
    with tempfile.TemporaryDirectory(prefix="corbillon-attack-") as folder:
        set_up_django(Path(folder))
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        fallen = try_attacks(chosen)
    print(f"{len(chosen) - len(fallen)} of {len(chosen)} attacks held")
    return 1 if fallen else 0


if __name__ == "__main__":
    sys.exit(main())
