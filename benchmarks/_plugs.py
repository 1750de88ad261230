"""The plugs that benchmarks/federation.py pulls while phones record coups, the figures of each, and what the book says
at the end. A plug that goes wrong is noted, and the next one is pulled."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from subprocess import SubprocessError
from threading import Event
from typing import TYPE_CHECKING

from _federation_load import (
    MovingPhone,
    Player,
    Reader,
    create_trivial_phones,
    find_highest_rate,
    start_reader,
)
from _installation import ROOT
from _point_in_time import make_base_backup, restore_before_accident
from django.db import Error

from config.system_calls import is_administrator

if TYPE_CHECKING:
    from federation import Federation

FROZEN_SECONDS = 40  # longer than Patroni's ttl
PAGE_SECONDS = 15  # the most that a page may take while the replica is frozen, on a machine that does other work
ENOUGH = 1.0  # second: 95 % of the coups outside of a change of primary
FIRST_SECONDS = 120  # until every phone has recorded a coup
LAST_SECONDS = 60  # until what a phone has under way is acknowledged


class Unready(Exception):
    """What the federation should have become by itself it has not, in time."""


@dataclass
class Figures:
    """What was measured, line by line, and what was wrong."""

    lines: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def say(self, line: str) -> None:
        """Print a figure, and keep it for the end."""
        print(f"{time.strftime('%H:%M:%S')} {line}", flush=True)
        self.lines.append(line)

    def conclude(self) -> int:
        """Print all figures once more, then what was wrong. Return the exit code."""
        print("\n".join(["", "All figures:", *self.lines, *(f"WRONG {sentence}" for sentence in self.wrong)]))
        return 1 if self.wrong else 0


@dataclass
class Load:
    """What the federation bears while a plug is pulled. `seconds`: that each step is watched."""

    federation: Federation
    players: Sequence[Player]
    reader: Reader
    seconds: float
    figures: Figures

    def watch(self, what: str, seconds: float = 0) -> float:
        """Watch the phones for the usual time and `seconds` more, and print the longest time without a coup
        acknowledged. Return within how many seconds 95 % of the coups were acknowledged. `what`: the line's title."""
        begun = time.monotonic()
        time.sleep(self.seconds + seconds)
        answers = sorted(each for player in self.players for each in list(player.answers) if each[0] > begun)
        times = [begun, *(at for at, _took in answers), time.monotonic()]
        gap = max(after - before for before, after in pairwise(times))
        took = sorted(took for _at, took in answers) or [self.seconds + seconds]
        late = took[int(0.95 * (len(took) - 1))]
        self.figures.say(
            f"{what:<36} {len(answers):>5} coups; none for {gap:5.1f} s; half within {took[len(took) // 2]:5.2f} s, "
            f"95 % within {late:5.2f} s, the last {took[-1]:5.1f} s; load {os.getloadavg()[0]:.0f}"
        )
        return late

    def hold(self, what: str) -> None:
        """Watch a change that leaves the primary as it is; note it as wrong if 95 % of the coups were not acknowledged
        within ENOUGH. `what`: the change, in words."""
        late = self.watch(what)
        if late > ENOUGH:
            self.figures.wrong.append(f"{what}: 95 % of the coups within {late:.2f} s, not {ENOUGH:g}")


def pull_plugs(
    federation: Federation, phones: Sequence[MovingPhone], seconds: float, figures: Figures, *, is_old: bool
) -> None:
    """Load the federation, pull one plug after the other, and compare the book with what the phones were told.
    `is_old`: the last server is of the program of before, and is brought up to date first."""
    from federation import SERVERS

    players = start_players(federation, phones, seconds, figures, is_old=is_old)
    load = Load(federation, players, start_reader(federation), seconds, figures)
    if is_old:
        federation.start_ours(SERVERS - 1)
        load.watch("the last server is brought up to date")
    figures.say("synchronous_mode: true. Without it the last coups before a primary is lost may be lost with it.")
    load.watch("pages are read for the first time")  # which costs each server more than any later one
    load.hold("nothing")
    for pull in (kill_ours, kill_primary, freeze_primary, cut_replica, fill_replica_disk):
        try:
            pull(load)
        except (Unready, OSError, SubprocessError) as error:
            figures.wrong.append(f"{pull.__name__}: {error}")
    for over in (players[0].over, phones[0].host.over):
        over.set()
    for each in (*players, phones[0].host):
        each.join(LAST_SECONDS)
    figures.wrong += find_wrong(phones, figures, federation.replica_url)
    try:
        restore_before_accident(federation, figures)
        figures.wrong += find_wrong(phones, figures, federation.restored_url)
    except (Error, OSError, SubprocessError) as error:
        figures.wrong.append(f"the book was not restored: {error}")
    figures.wrong += [player.failure for player in players if player.failure]


def start_players(
    federation: Federation, phones: Sequence[MovingPhone], seconds: float, figures: Figures, *, is_old: bool
) -> list[Player]:
    """Start our servers, find the highest rates, and let players play at half of the program's."""
    from federation import SERVERS

    trivial = 0.0
    if not is_old:
        trivial = find_highest_rate("a trivial write", create_trivial_phones(federation), seconds, figures.say)
    for n in range(SERVERS - is_old):
        federation.start_ours(n)
    rate = find_highest_rate("coups", phones, seconds, figures.say)
    beside = f", of a trivial write {trivial:.1f}" if trivial else ", by two servers of this program and one before it"
    figures.say(f"the highest rate of coups is {rate:.1f} a second{beside}; from here on half of it")
    over = Event()
    players = [Player(phone, over, 2 * len(phones) / rate) for phone in phones]
    for player in players:
        player.start()
    until = time.monotonic() + FIRST_SECONDS
    while not all(player.answers or player.failure for player in players) and time.monotonic() < until:
        time.sleep(0.5)
    return players


def kill_ours(load: Load) -> None:
    """Kill a server of ours (-9), and start it again."""
    load.federation.signal("ours 0", signal.SIGKILL)
    load.hold("a server of ours is killed")
    load.federation.start_ours(0)


def kill_primary(load: Load) -> None:
    """Kill the primary with its Patroni (-9), and start it again."""
    primary, _other = load.federation.find_primary()
    load.federation.signal(primary, signal.SIGKILL)
    load.watch("the primary is killed (-9)", FROZEN_SECONDS)
    load.federation.start_database(primary)
    load.federation.await_role(primary, "synchronous")
    load.watch("it comes back as the replica")


def freeze_primary(load: Load) -> None:
    """Freeze the primary with its Patroni, for longer than the votes wait for it, and thaw it."""
    primary, _other = load.federation.find_primary()
    load.federation.signal(primary, signal.SIGSTOP)
    load.watch("the primary is frozen (SIGSTOP)", FROZEN_SECONDS)
    load.federation.signal(primary, signal.SIGCONT)
    load.federation.await_role(primary, "synchronous")
    load.watch("it thaws and becomes the replica")


def cut_replica(load: Load) -> None:
    """Cut the replica off while it is read, and let it come back."""
    _primary, other = load.federation.find_primary()
    cut_at, were_of_replica = time.monotonic(), load.reader.of_replica
    load.federation.signal(other, signal.SIGSTOP)
    load.watch("the replica is cut off", FROZEN_SECONDS)
    slowest = load.reader.find_slowest(cut_at)
    load.figures.say(f"{'':<36} the slowest page read took {slowest:.1f} s; {were_of_replica} came from it before")
    if slowest > PAGE_SECONDS:
        load.figures.wrong.append(f"a page took {slowest:.1f} s while the replica was frozen")
    load.federation.signal(other, signal.SIGCONT)
    load.federation.await_role(other, "synchronous")
    load.watch("it comes back")


def fill_replica_disk(load: Load) -> None:
    """Make a base backup, fill the replica's disk where it has one of its own, and give it room again."""
    make_base_backup(load.federation)
    if is_administrator():
        _primary, other = load.federation.find_primary()
        ballast = load.federation.fill_disk(other)
        load.watch("the replica's disk is full", FROZEN_SECONDS)
        ballast.unlink()
        load.federation.await_role(other, "synchronous")
        load.watch("it has room again, and follows")


def find_wrong(phones: Sequence[MovingPhone], figures: Figures, url: str) -> list[str]:
    """Return a sentence for each coup that was acknowledged and is lost, doubled or under another number, and for a
    difference that `recheck` finds in the database at this URL."""
    from django.db import connection

    from tournaments.models import Record

    connection.close()
    wrong, count, tables = [], 0, 0
    for key, numbers in ((key, numbers) for phone in phones for key, numbers in phone.numbers.items()):
        mine = dict(Record.objects.filter(table=int(key.partition("-")[0])).values_list("key", "number"))
        wrong += [f"{pk} was told {n}, the book says {mine.get(pk)}" for pk, n in numbers.items() if mine.get(pk) != n]
        if len(mine) != len(numbers):
            wrong.append(f"table {key[:6]}: {len(mine)} records, {len(numbers)} acknowledged")
        count, tables = count + len(numbers), tables + 1
    figures.say(f"{count} coups acknowledged at {tables} tables, {len(wrong)} lost, doubled or moved")
    begun = time.monotonic()
    command, own = [sys.executable, "manage.py", "recheck"], os.environ | {"DATABASE_URL": url}
    done = subprocess.run(command, cwd=ROOT, env=own, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    figures.say(f"recheck, in {time.monotonic() - begun:.0f} s: {done.stdout.strip()}")
    return wrong + [f"recheck: {done.stdout}"] * bool(done.returncode)
