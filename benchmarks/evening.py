"""Play an evening of twenty phones on a Wi-Fi that loses one request in three, with a server killed five times.

    python benchmarks/evening.py [--coups 6] [--seed 1] [--kills 5] [--postgres]

Eighteen tables of three players, one phone at each, two at the first two; a real server process, killed (SIGKILL)
and started again during the evening. The phones queue and send as the page does (docs/decisions/0005). Then the
book is checked: each coup stands there once, under the number that its phone was answered, and `recheck` finds no
difference. In the same run a control: phones without request ids, which send a lost coup again under the sheet's
next number. Exits 1 where a coup is missing, recorded twice or under another number, and where the control
recorded nothing twice.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from threading import Thread

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from _installation import BenchmarkServer, set_up_django

from tasks.postgres import temporary_server
from tests.fixtures.proxy import LOSSES, Fate, LossScript, Proxy
from tests.fixtures.queueing_phone import QueuedRequest, QueueingPhone, Unreached

TABLES, PHONES, SEATS = 18, 20, 3
RIVALS = 8
LOSS = 1 / 3
LIMIT_SECONDS = 300
CARDS = ("AP", "AC", "AK", "AT", "10P", "10C", "10K", "10T")
FATES = ("1+", "1+", "1-", "2+", "1+", "1-", "2+", "3-")

Coup = dict[str, object]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--coups", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL instead of SQLite")
    options = parser.parse_args()
    with ExitStack() as stay:
        folder = stay.enter_context(tempfile.TemporaryDirectory(prefix="corbillon-bench-"))
        prepare(Path(folder), stay.enter_context(temporary_server()) if options.postgres else "")
        wrong = measure(options.coups, options.seed, options.kills)
    return 1 if wrong else 0


def prepare(folder: Path, database_url: str) -> None:
    """Create an installation in `folder`: the program's settings, and its tables in the database or in a new file."""
    set_up_django(folder, database_url)
    from django.core.management import call_command

    call_command("prepare", verbosity=0, stdout=open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123


def create_evening(tables: int, coups: int) -> list[str]:
    """Create an open tournament of so many tables. Return the keys of its tables."""
    import datetime

    from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
    from tournaments.actions.rounds.seating import draw_tables
    from tournaments.book.table_keys import table_key
    from tournaments.models import Club, Table

    names = [f"Joueur {n}" for n in range(1, SEATS * tables + 1)]
    tournament = create_tournament(
        Club.objects.create(name="Banc d’essai"),
        name="Soirée",
        date=datetime.date(2026, 11, 21),
        preset=None,
        options={"coups": coups},
        players=names,
    )
    draw_tables(tournament, [SEATS] * tables, 1)
    open_tournament(tournament)
    return [table_key(table) for table in Table.objects.filter(round__tournament=tournament).order_by("n")]


def plan_coups(seed: int, table: int, coups: int) -> list[Coup]:
    """Return the coups that a table plays, all different from each other."""
    shifts = Random(f"{seed}/{table}").sample(range(12), coups)
    cards = {f"card.{card}": fate for card, fate in zip(CARDS, FATES, strict=True)}
    return [{"points.1": 60 - shift, "points.2": 35 + shift, "points.3": 25} | cards for shift in shifts]


@dataclass
class PhoneUser:
    """A phone and the coups that it has to record. `play` ends once each is recorded, by it or by the table's other
    phone."""

    phone: QueueingPhone
    coups: list[Coup]
    chance: Random

    def play(self) -> None:
        """Queue each coup, send it at once or later, then retry until the queue is empty."""
        for coup in self.coups:
            self.phone.enqueue("/t/coup", coup)
            if self.chance.random() < 0.7:  # else the next coup is queued before this one is sent
                self.try_once()
        failures = 0
        while self.phone.queue:
            failures = 0 if self.try_once() else failures + 1
            time.sleep(min(0.02 * 2**failures, 0.5) * self.chance.random())

    def try_once(self) -> bool:
        """Send the queue. Return False if the server could not be reached."""
        try:
            self.phone.send_queue()
        except Unreached:
            return False
        return True


class PhoneWithoutIds(QueueingPhone):
    """The control: a phone that asks for the sheet's next number and sends every retry as a new request."""

    def send_queue(self) -> None:
        """Send the queue, each item under a new id and the sheet's next number."""
        while self.queue:
            head, rest = self.queue[0], self.queue[1:]
            head.id, head.number = f"{self.chance.getrandbits(128):032x}", self.read_next_number()
            self.queue = [head]
            try:
                super().send_queue()
            except AssertionError:  # so many were recorded twice that the partie is over
                self.queue, rest = [], []
            finally:
                self.queue += rest

    def read_next_number(self) -> int:
        """Return the number of the next record, read from the sheet's page."""
        return int(self.get_sheet().partition('data-number="')[2].partition('"')[0])


def drop_duplicate(item: QueuedRequest, kind: str, following: int) -> str:
    """Settle a conflict of two phones at one table: both typed the same coups, so this one's is dropped."""
    return "drop"


def measure(coups: int, seed: int, kills: int) -> int:
    """Play the evening and the control, print the figures. Return the number of wrong results."""
    keys = create_evening(TABLES, coups)
    plans = [plan_coups(seed, table, coups) for table in range(TABLES)]
    rival_keys, rival_plans = create_evening(RIVALS, coups), plans[:RIVALS]
    server, script = BenchmarkServer(), LossScript(seed, LOSS)
    server.start()
    began = time.monotonic()
    with Proxy(("127.0.0.1", server.port), script) as wifi:
        seats = [(table % TABLES, 1 + table // TABLES) for table in range(PHONES)]
        players = [
            PhoneUser(
                QueueingPhone(lambda: wifi.port, keys[table], seat, Random(100 * seed + n), drop_duplicate),
                plans[table],
                Random(n),
            )
            for n, (table, seat) in enumerate(seats)
        ]
        killed = play_all(players, server, kills)
        seconds = time.monotonic() - began
        told = sum(len(player.phone.recorded_numbers) for player in players)
        tries = sum(player.phone.tries for player in players)
        met = Counter(script.fate_counts)
        rivals = [
            PhoneUser(PhoneWithoutIds(lambda: wifi.port, key, 1, Random(n), drop_duplicate), plan, Random(n))
            for n, (key, plan) in enumerate(zip(rival_keys, rival_plans, strict=True))
        ]
        play_all(rivals, server, 0)
    server.kill()
    wrong = find_wrong_records(keys, plans, players)
    if killed < kills:
        wrong.append(f"killed {killed} times of {kills}: all was told before")
    print_report(coups, seconds, killed, told, tries, met)
    if not print_control(rival_keys, rival_plans):
        wrong.append("nothing was written twice without ids: this run tried nothing")
    for sentence in wrong:
        print(f"WRONG {sentence}")
    return len(wrong)


def play_all(players: list[PhoneUser], server: BenchmarkServer | None, kills: int) -> int:
    """Let all players play, killing the server at even intervals of progress. Return how many times it was killed."""
    threads = [Thread(target=player.play, daemon=True) for player in players]
    for thread in threads:
        thread.start()
    total, killed, limit = sum(len(player.coups) for player in players), 0, time.monotonic() + LIMIT_SECONDS
    while any(thread.is_alive() for thread in threads):
        done = sum(len(player.coups) - len(player.phone.queue) for player in players if player.phone.tries)
        if server and killed < kills and done >= total * (killed + 1) / (kills + 2):
            server.kill()
            server.start()
            killed += 1
        if time.monotonic() > limit:
            raise SystemExit(f"not all was told after {LIMIT_SECONDS} s")
        time.sleep(0.005)
    return killed


def find_wrong_records(keys: list[str], plans: list[list[Coup]], players: list[PhoneUser]) -> list[str]:
    """Return a sentence for each coup that is missing, recorded twice or under another number than its phone was
    answered, and for a difference that `recheck` finds."""
    from tournaments.actions.tables.book_check import check_book
    from tournaments.models import Record, Table

    wrong = []
    for key, plan in zip(keys, plans, strict=True):
        found = [
            get_points(record.body) for record in Record.objects.filter(table_id=get_table_id(key)).order_by("number")
        ]
        expected = [(coup["points.1"], coup["points.2"], coup["points.3"]) for coup in plan]
        if found != expected:
            wrong.append(f"table {key.partition('-')[0]}: {found}, {expected} played")
    for player in players:
        book = dict(Record.objects.filter(table_id=get_table_id(player.phone.key)).values_list("key", "number"))
        wrong += [
            f"{id} was told {n}, the book says {book.get(id)}"
            for id, n in player.phone.recorded_numbers.items()
            if book.get(id) != n
        ]
    checked = check_book(Table.objects.all())
    return wrong + ([checked.difference] if checked.difference else [])


def get_table_id(key: str) -> int:
    """Return the table's database id, the first part of its key."""
    return int(key.partition("-")[0])


def get_points(body: dict[str, dict[str, int]]) -> tuple[int, ...]:
    """Return the points of seats 1 to 3 from a record's body."""
    return tuple(body["points"][seat] for seat in ("1", "2", "3"))


def print_report(coups: int, seconds: float, killed: int, told: int, tries: int, met: Counter[Fate]) -> None:
    """Print how many requests were sent and lost, and how many coups were recorded."""
    lost = sum(met[fate] for fate in LOSSES)
    played = TABLES * coups
    print(f"{PHONES} phones, {TABLES} tables, {played} coups in {seconds:.1f} s; server killed {killed} times")
    print(f"requests {tries}, lost {lost} ({lost / max(1, sum(met.values())):.0%}: " + format_losses(met) + ")")
    settled = PHONES * coups - told
    print(f"told {told}, {tries / told:.2f} requests a coup told; settled as the other phone's {settled}")


def format_losses(met: Counter[Fate]) -> str:
    """Return the counts of the lost requests, by kind, as text."""
    return ", ".join(f"{met[fate]} {fate.value}" for fate in LOSSES)


def print_control(keys: list[str], plans: list[list[Coup]]) -> int:
    """Print the control's result. Return how many coups it recorded twice."""
    from tournaments.models import Record

    played = sum(map(len, plans))
    found = Record.objects.filter(table_id__in=map(get_table_id, keys))
    different = len({(record.table_id, *get_points(record.body)) for record in found})
    doubled, missing = len(found) - different, played - different
    print(f"rival, without ids: of {played} coups {doubled} written twice, {missing} missing; here 0 and 0")
    return doubled


if __name__ == "__main__":
    sys.exit(main())
