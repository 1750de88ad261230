"""What benchmarks/federation.py loads its federation with: clubs with a past, phones that send as fast as they can, and
somebody who reads a public page."""

from __future__ import annotations

import os
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import TYPE_CHECKING

from evening import CARDS, FATES
from fill_clubs import run_postgres

from tests.fixtures.queueing_phone import QueuedRequest, QueueingPhone, Unreached

if TYPE_CHECKING:
    from federation import Federation

STEPS = (1, 2, 4, 8, 16)  # phones, each of which sends one coup after the other
ENOUGH = 1.0  # second: 95 % within it, or it is too much
READ_SECONDS = 0.3
TRUMPS = {f"card.{card}": fate for card, fate in zip(CARDS, FATES, strict=True)}


def read_past(federation: Federation, file: Path) -> None:
    """Load the past that the file holds into the empty database."""
    run_postgres(federation.url, "pg_restore", "--no-owner", "--no-privileges", str(file))
    run_postgres(federation.url, "vacuumdb", "--analyze-only", "--quiet")


def create_trivial_phones(federation: Federation) -> list[QueueingPhone]:
    """Serve the trivial write in place of the program, and return phones for it."""
    from django.db import connection
    from federation import SERVERS

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS bench_trivial (id bigserial PRIMARY KEY, told text NOT NULL)")
    connection.close()
    own = {"DJANGO_SETTINGS_MODULE": "trivial_settings", "PYTHONPATH": str(Path(__file__).resolve().parent)}
    for n in range(SERVERS):
        federation.start_ours(n, own=own)
    port = federation.ports["web"]
    return [QueueingPhone(lambda: port, f"{n}-", 1, Random(n), drop) for n in range(max(STEPS))]


def drop(item: QueuedRequest, kind: str, following: int) -> str:
    """Settle a conflict: there is none."""
    raise AssertionError(f"{kind} {following}, sent {item}")


def find_highest_rate(what: str, phones: list[QueueingPhone], seconds: float) -> float:
    """Let ever more phones send as fast as they can. Return the most a second of which 95 % came within ENOUGH; of one
    phone alone where none did."""
    highest = 0.0
    for count in [each for each in STEPS if each <= len(phones)]:
        over = Event()
        players = [Player(phone, over, 0) for phone in phones[:count]]
        begun = time.monotonic()
        for player in players:
            player.start()
        time.sleep(seconds)
        over.set()
        for player in players:
            player.join()
        took = sorted(each for player in players for _at, each in player.answers)
        rate, late = len(took) / (time.monotonic() - begun), took[int(0.95 * (len(took) - 1))]
        print(
            f"{what}: {count:>2} phones, {rate:5.1f} a second, 95 % within {late:4.2f} s; "
            f"load {os.getloadavg()[0]:.0f}",
            flush=True,
        )
        if late > ENOUGH and highest:
            break
        highest = max(highest, rate)
    return highest


class Player(Thread):
    """A phone that records a coup every `pace` seconds until `over`, and sends what waits again and again. `told`: when
    each was acknowledged, and how long after it was first sent."""

    def __init__(self, phone: QueueingPhone, over: Event, pace: float) -> None:
        super().__init__(daemon=True)
        self.phone, self.over, self.pace = phone, over, pace
        self.answers: list[tuple[float, float]] = []

    def run(self) -> None:
        chance = Random(self.phone.key)
        while not self.over.is_set():
            shift = chance.randrange(12)
            self.phone.enqueue("/t/coup", {"points.1": 60 - shift, "points.2": 35 + shift, "points.3": 25} | TRUMPS)
            begun = time.monotonic()
            while self.phone.queue:
                try:
                    self.phone.send_queue()
                except Unreached:
                    time.sleep(0.2 + 0.3 * chance.random())
            ended = time.monotonic()
            self.answers.append((ended, ended - begun))
            time.sleep(max(0, begun + self.pace - ended))


class Reader(Thread):
    """Somebody who asks for a public page again and again, as long as the process runs. `took`: when each answer came,
    and after how long; a page that could not be had counts as well."""

    def __init__(self, port: int, page: str) -> None:
        super().__init__(daemon=True)
        self.port, self.page = port, page
        self.took: list[tuple[float, float]] = []
        self.of_replica = 0

    def run(self) -> None:
        while True:
            begun = time.monotonic()
            asked = HTTPConnection("127.0.0.1", self.port, timeout=120)
            try:
                asked.request("GET", self.page)
                answer = asked.getresponse()
                answer.read()
                self.of_replica += "Age" in answer.headers
            except (OSError, HTTPException):
                pass
            ended = time.monotonic()
            self.took.append((ended, ended - begun))
            time.sleep(READ_SECONDS)

    def find_slowest(self, since: float) -> float:
        """Return how long the slowest answer took that came since."""
        return max((took for at, took in list(self.took) if at > since), default=float("inf"))


def start_reader(federation: Federation) -> Reader:
    """Let somebody read the board of the phones' evening."""
    from tournaments.models import Tournament

    reader = Reader(federation.ports["web"], f"/{Tournament.objects.latest('pk').code}")
    reader.start()
    return reader
