"""What benchmarks/federation.py loads its federation with: clubs with a past, phones that send as fast as they can, and
somebody who reads a public page."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import TYPE_CHECKING

from evening import CARDS, FATES, create_evening
from fill_clubs import run_postgres

from tests.fixtures.queueing_phone import QueuedRequest, QueueingPhone, Unreached

if TYPE_CHECKING:
    from federation import Federation

STEPS = (1, 2, 4, 8, 16)  # phones, each of which sends one coup after the other
ENOUGH = 1.0  # second: 95 % within it, or it is too much
READ_SECONDS = 0.3
COUPS = 60  # of a table, as in an evening of two hours; then its phone goes to another one
TABLES, SPARE_TABLES = 20, 100  # of an evening; that wait for a phone
LOOK_SECONDS = 0.2
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
    return [QueueingPhone(lambda: port, f"{n}-", 1, Random(n), refuse_conflict) for n in range(max(STEPS))]


def refuse_conflict(item: QueuedRequest, kind: str, following: int) -> str:
    """Fail: each table has one phone, so nobody else writes there."""
    raise AssertionError(f"{time.strftime('%H:%M:%S')} {kind} {following}, sent {item}")


class Host(Thread):
    """Somebody who opens another evening as soon as few tables are free, so that however quick a machine is no phone
    runs out of them. `keys`: of the free tables."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.keys: deque[str] = deque()
        self.over = Event()

    def open_evenings(self) -> None:
        """Open evenings until there are as many free tables as there should be."""
        while len(self.keys) < SPARE_TABLES:
            self.keys.extend(create_evening(TABLES, COUPS))

    def run(self) -> None:
        from django.db import Error, connection

        while not self.over.wait(LOOK_SECONDS):
            try:
                self.open_evenings()
            except Error:  # the primary is changing
                connection.close()

    def take_table(self) -> str:
        """Take a free table, and wait for one where there is none. Return its key."""
        while True:
            try:
                return self.keys.popleft()
            except IndexError:
                time.sleep(LOOK_SECONDS)


class MovingPhone(QueueingPhone):
    """A phone that goes to another table once all coups of one are recorded. `numbers`: what it was told at each table,
    by key."""

    def __init__(self, host: Host, port: Callable[[], int], seed: int) -> None:
        super().__init__(port, host.take_table(), 1, Random(seed), refuse_conflict)
        self.host, self.numbers = host, {self.key: self.recorded_numbers}

    def enqueue(self, url: str, fields: Mapping[str, object]) -> QueuedRequest:
        """Queue a coup, at another table where this one has played its last."""
        if self.next_number > COUPS:
            self.key, self.next_number, self.recorded_numbers = self.host.take_table(), 1, {}
            self.numbers[self.key] = self.recorded_numbers
        return super().enqueue(url, fields)


def find_highest_rate(what: str, phones: Sequence[QueueingPhone], seconds: float, say: Callable[[str], None]) -> float:
    """Let ever more phones send as fast as they can. Return the most coups a second of which 95 % were
    acknowledged within ENOUGH; the rate of one phone if that never was so. `say`: takes each figure's line."""
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
            if player.failure:
                raise AssertionError(player.failure)
        took = sorted(each for player in players for _at, each in player.answers)
        rate, late = len(took) / (time.monotonic() - begun), took[int(0.95 * (len(took) - 1))]
        say(
            f"{what}: {count:>2} phones, {rate:5.1f} a second, 95 % within {late:4.2f} s; load {os.getloadavg()[0]:.0f}"
        )
        if late > ENOUGH and highest:
            break
        highest = max(highest, rate)
    return highest


class Player(Thread):
    """A phone that records a coup every `pace` seconds, at its own moment, and sends what waits again and again, until
    `over`. `answers`: when each was acknowledged, and how long after it was first sent; `failure`: what it was answered
    that no phone should be, and then it ends."""

    def __init__(self, phone: QueueingPhone, over: Event, pace: float) -> None:
        super().__init__(daemon=True)
        self.phone, self.over, self.pace = phone, over, pace
        self.answers: list[tuple[float, float]] = []
        self.failure = ""

    def run(self) -> None:
        try:
            self._play()
        except AssertionError as error:
            self.failure = str(error)[:400]

    def _play(self) -> None:
        chance = Random(self.phone.key)
        self.over.wait(self.pace * chance.random())
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
            # never all at one moment, as phones that wait for a primary would from then on
            time.sleep(max(0, begun + self.pace * (0.5 + chance.random()) - ended))


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
    """Let somebody read the board of the newest evening."""
    from tournaments.models import Tournament

    reader = Reader(federation.ports["web"], f"/{Tournament.objects.latest('pk').code}")
    reader.start()
    return reader
