"""Serve a hall of phones that record and spectators that look on, and measure how long they wait.

    python benchmarks/load.py [--phones 100] [--spectators 500] [--seconds 60]
                              [--half-sent 0] [--dripping 0] [--unread 0] [--guessing 0]

A table for each phone, which records a coup every 10 seconds and then reads its sheet; spectators poll the board as its
page does. `--half-sent` opens so many connections that send half a request and nothing more, and again once they are
cut; `--dripping` so many that send a byte every 5 seconds; `--unread` so many that send 8 kB of requests for the
description of the interface or for a font, read nothing, and are to be found cut after 40 seconds; `--guessing` so many
that sign in with invented names, over and over. The generator is one process beside the server on the same machine: the
processor time that it used while an answer was awaited is taken off, and both figures are printed. Exits 1 where 95 %
of the answers of a kind did not come within a second, or one failed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import socket
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from _installation import BenchmarkServer, set_up_django

SEATS = 3
RECORD_SECONDS, POLL_SECONDS, DRIP_SECONDS = 10, 8, 5  # the board's page polls every 8 seconds
WARM_SECONDS = 12
LIMIT_SECONDS = 1.0
PATIENCE_SECONDS = 30
UNREAD_SECONDS, UNREAD_BYTES, UNREAD_BUFFER = 40, 8000, 2048
MOST_FILES = 1 << 20  # a socket for each phone
DOOR = "/accounts/login/"
KEPT = "application/vnd.corbillon.kept+json"


@dataclass
class Load:
    """What is asked of the server. `keys`: a table's key for each phone; `board`: the address of the spectators;
    `long`: addresses with long answers."""

    port: int
    keys: list[str]
    board: str
    long: list[str]
    spectators: int
    seconds: int
    half_sent: int
    dripping: int
    unread: int
    guessing: int


@dataclass
class Measured:
    """The answers by kind: (seconds waited, processor seconds of the generator meanwhile)."""

    waited: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))
    failed: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    begun_at: float = 0.0

    async def time_request(self, kind: str, request: Callable[[], Awaitable[bool]]) -> None:
        """Carry out a request and note how long it took, once the warm-up is over."""
        begun, spent = time.monotonic(), time.process_time()
        try:
            good = await asyncio.wait_for(request(), PATIENCE_SECONDS)
        except (OSError, asyncio.IncompleteReadError, TimeoutError, ValueError):
            good = False
        if begun >= self.begun_at:
            self.waited[kind].append((time.monotonic() - begun, time.process_time() - spent))
            self.failed[kind] += not good


class Crowd:
    """Everybody who asks the server something, in one event loop."""

    def __init__(self, load: Load) -> None:
        self.load, self.measured = load, Measured()

    async def run(self) -> Measured:
        """Let everybody come, for the warm-up and the seconds that are measured."""
        self.measured.begun_at = time.monotonic() + WARM_SECONDS
        load = self.load
        people = [self.use_phone(n, key) for n, key in enumerate(load.keys)]
        people += [self.watch_board(n) for n in range(load.spectators)]
        people += [self.send_half() for _ in range(load.half_sent)]
        people += [self.drip(n) for n in range(load.dripping)]
        people += [self.leave_unread(load.long[n % len(load.long)]) for n in range(load.unread)]
        people += [self.guess() for _ in range(load.guessing)]
        tasks = [asyncio.ensure_future(each) for each in people]
        await asyncio.sleep(WARM_SECONDS + load.seconds)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=2)
        return self.measured

    async def use_phone(self, n: int, key: str) -> None:
        """Record a coup every RECORD_SECONDS and read the sheet after each."""
        chance, number = Random(n), 1
        due = time.monotonic() + RECORD_SECONDS * n / len(self.load.keys)
        head = {"X-Table-Key": key, "X-Table-Seat": "1", "Accept": KEPT}
        while True:
            await asyncio.sleep(max(0, due - time.monotonic()))
            low, high = sorted(chance.sample(range(15, 105), 2))
            points = {"points.1": low, "points.2": high - low, "points.3": 120 - high}
            body = urlencode({"number": number, "key": secrets.token_hex(16), **points})

            async def record(body: str = body) -> bool:
                status, _, text = await self.ask("POST", "/t/coup", head, body)
                return status == 200 and "recorded" in json.loads(text)

            async def read() -> bool:
                return (await self.ask("GET", "/t/sheet", head))[0] == 200

            await self.measured.time_request("coup", record)
            await self.measured.time_request("sheet", read)
            number, due = number + 1, due + RECORD_SECONDS

    async def watch_board(self, n: int) -> None:
        """Poll the board every POLL_SECONDS, with the ETag of the last answer."""
        mark, due = '""', time.monotonic() + POLL_SECONDS * n / self.load.spectators
        while True:
            await asyncio.sleep(max(0, due - time.monotonic()))

            async def poll() -> bool:
                nonlocal mark
                head = {"HX-Request": "true", "If-None-Match": mark}
                status, fields, _ = await self.ask("GET", self.load.board, head)
                mark = fields.get("etag", mark)
                return status in (200, 304)

            await self.measured.time_request("poll", poll)
            due += POLL_SECONDS

    async def ask(
        self, method: str, path: str, head: dict[str, str], body: str = ""
    ) -> tuple[int, dict[str, str], str]:
        """Send one request on a connection of its own. Return status, headers and body."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.load.port)
        try:
            lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]
            lines += [f"{name}: {value}" for name, value in head.items()]
            if body:
                lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
            writer.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
            top, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            fields = {name.lower(): value for name, _, value in (line.partition(": ") for line in rest)}
            text = (await reader.read()).decode()
            return int(top.split()[1]), fields, text
        finally:
            writer.close()

    async def send_half(self) -> None:
        """Send half a request, and another one once that was cut."""
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.load.port)
            writer.write(b"POST /t/coup HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n")
            await self.wait_for_end(reader, None)
            writer.close()

    async def drip(self, n: int) -> None:
        """Send a request byte by byte, and another one once it was cut."""
        await asyncio.sleep(DRIP_SECONDS * n / self.load.dripping)
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.load.port)
            begun = time.monotonic()
            writer.write(b"POST /t/coup HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
            while not await self.wait_for_end(reader, DRIP_SECONDS):
                writer.write(b"x")
            self.measured.waited["dripping cut after"].append((time.monotonic() - begun, 0.0))
            writer.close()

    async def leave_unread(self, path: str) -> None:
        """Send many requests at once and read no answer; look whether the connection was cut, and open another one."""
        request, loop = f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode(), asyncio.get_running_loop()
        while True:
            with socket.socket() as connection:
                connection.setblocking(False)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, UNREAD_BUFFER)
                await loop.sock_connect(connection, ("127.0.0.1", self.load.port))
                await loop.sock_sendall(connection, request * (UNREAD_BYTES // len(request)))
                await asyncio.sleep(UNREAD_SECONDS)

                async def reach_end(connection: socket.socket = connection) -> bool:
                    with suppress(ConnectionResetError):
                        while await loop.sock_recv(connection, UNREAD_BYTES):
                            pass
                    return True

                await self.measured.time_request("unread", reach_end)

    async def guess(self) -> None:
        """Sign in with an invented name, and with another one once that was refused."""
        while True:
            _, fields, _ = await self.ask("GET", DOOR, {})
            token = fields["set-cookie"].partition("=")[2].partition(";")[0]
            form = {"login": secrets.token_hex(8), "password": "guessed", "csrfmiddlewaretoken": token}
            status, _, _ = await self.ask("POST", DOOR, {"Cookie": f"csrf={token}"}, urlencode(form))
            self.measured.failed["guess"] += status != 200
            self.measured.waited["guess"].append((0.0, 0.0))  # how long a guesser waits is nobody's concern

    async def wait_for_end(self, reader: asyncio.StreamReader, seconds: float | None) -> bool:
        """Wait until the server closes the connection. Return False if it has not after so many seconds."""
        try:
            await asyncio.wait_for(reader.read(), seconds)
        except TimeoutError:
            return False
        except OSError:
            return True
        return True


def generate_load(load: Load, results: Connection) -> None:
    """Run the crowd in this process; send what it measured and the processor seconds that it took."""
    from config.system_calls import raise_file_limit

    raise_file_limit(MOST_FILES)
    measured = asyncio.run(Crowd(load).run())
    results.send((dict(measured.waited), dict(measured.failed), time.process_time()))


def create_evening(phones: int) -> tuple[list[str], str, list[str]]:
    """Create an open tournament with a table for each phone. Return the tables' keys, the board's address, and those of
    long answers."""
    import datetime

    from django.templatetags.static import static

    from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
    from tournaments.actions.rounds.seating import draw_tables
    from tournaments.book.table_keys import table_key
    from tournaments.models import Club, Table

    tournament = create_tournament(
        Club.objects.create(name="Banc d’essai"),
        name="Soirée",
        date=datetime.date(2026, 11, 21),
        preset=None,
        options={"coups": 100, "payments": "off"},
        players=[f"Joueur {n}" for n in range(1, SEATS * phones + 1)],
    )
    draw_tables(tournament, [SEATS] * phones, 1)
    open_tournament(tournament)
    tables = Table.objects.filter(round__tournament=tournament).order_by("n")
    long = ["/api/v1/openapi.json", static("fonts/dejavu-sans.woff2")]
    return [table_key(table) for table in tables], f"/{tournament.code}", long


def measure(options: argparse.Namespace) -> int:
    """Serve, let the crowd come, print the figures. Return 1 if somebody waited too long."""
    evening = create_evening(options.phones)
    crowd = (options.spectators, options.seconds, options.half_sent, options.dripping, options.unread, options.guessing)
    server = BenchmarkServer()
    with server as port:
        load = Load(port, *evening, *crowd)
        receiver, sender = get_context("fork").Pipe(duplex=False)
        generator = get_context("fork").Process(target=generate_load, args=(load, sender))
        generator.start()
        sender.close()
        waited, failed, spent = receiver.recv()
        generator.join()
        busy = server.read_processor_seconds()
    seconds = options.seconds + WARM_SECONDS
    cores = len(os.sched_getaffinity(0))
    print(f"{options.phones} phones, {options.spectators} spectators, {options.half_sent} half-sent, ", end="")
    print(f"{options.dripping} dripping, {options.unread} unread, {options.guessing} guessing; ", end="")
    print(f"{cores} cores, {seconds} s; load of the machine {os.getloadavg()[0]:.1f}")
    print(f"processor time: server {busy:.1f} s, generator {spent:.1f} s ({spent / seconds / cores:.0%} of the cores)")
    late = [kind for kind, times in sorted(waited.items()) if print_kind(kind, times, failed.get(kind, 0))]
    return 1 if late or "coup" not in waited else 0


def print_kind(kind: str, times: list[tuple[float, float]], failed: int) -> bool:
    """Print the figures of one kind of request. Return True if they miss the limit."""
    raw = sorted(seconds for seconds, _ in times)
    net = sorted(max(0.0, seconds - own) for seconds, own in times)
    if kind.endswith("cut after"):
        print(f"{kind}: {raw[0]:.1f} to {raw[-1]:.1f} s")
        return raw[-1] > PATIENCE_SECONDS
    figures = [f"{name} {take(raw):.3f} s (own time off: {take(net):.3f})" for name, take in FIGURES.items()]
    print(f"{kind:>6}: {len(times)} answers, {failed} failed; " + ", ".join(figures))
    return FIGURES["95 %"](net) > LIMIT_SECONDS or failed > 0


FIGURES: dict[str, Callable[[list[float]], float]] = {
    "half": statistics.median,
    "95 %": lambda ordered: ordered[int(0.95 * (len(ordered) - 1))],
    "all": lambda ordered: ordered[-1],
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phones", type=int, default=100)
    parser.add_argument("--spectators", type=int, default=500)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--half-sent", type=int, default=0)
    parser.add_argument("--dripping", type=int, default=0)
    parser.add_argument("--unread", type=int, default=0)
    parser.add_argument("--guessing", type=int, default=0)
    with tempfile.TemporaryDirectory(prefix="corbillon-bench-") as folder:
        set_up_django(Path(folder))
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        return measure(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
