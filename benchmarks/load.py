"""Serve a hall of phones that record and spectators that look on, and measure how long they wait.

    python benchmarks/load.py [--phones 100] [--spectators 500] [--seconds 60] [--half-sent 0] [--unread 0] …

A table for each phone, which records a coup every 10 seconds and then reads its sheet; spectators poll the board as its
page does; an organiser signs in every 3 seconds. Each attack of `_attackers.py` has an option that says how many
strangers make it: those that read nothing are to be found cut after 40 seconds. The generator is one process beside the
server on the same machine: the processor time that it used while an answer was awaited is taken off, and both figures
are printed. Exits 1 where 95 % of the answers of a kind did not come within a second, or one failed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from _attackers import ATTACKS, DOOR
from _installation import BenchmarkServer, set_up_django

SEATS = 3
RECORD_SECONDS, POLL_SECONDS, SIGN_IN_SECONDS = 10, 8, 3  # the board's page polls every 8 seconds
WARM_SECONDS = 12
LIMIT_SECONDS = 1.0
PATIENCE_SECONDS = 30
MOST_FILES = 1 << 20  # a socket for each phone
KEPT = "application/vnd.corbillon.kept+json"
ACCOUNT = {"login": "claire", "password": "le corbillon de la salle"}
BOUNDARY = "corbillon-load"
Waited = dict[str, list[tuple[float, float]]]


@dataclass(frozen=True)
class Evening:
    """What is there to be asked for. `keys`: a table's key for each phone; `board`: the address of the spectators;
    `long`: addresses with long answers; `lists`: of the page that takes a list of players; `session`: a member's."""

    keys: list[str]
    board: str
    long: list[str]
    lists: str
    session: str


@dataclass(frozen=True)
class Load(Evening):
    """What is asked of the server, and by how many. `attackers`: by the name of their attack."""

    port: int
    spectators: int
    seconds: int
    attackers: dict[str, int]
    warm_seconds: int = WARM_SECONDS


@dataclass
class Measured:
    """The answers by kind: (seconds waited, processor seconds of the generator meanwhile). `broken`: the faults of this
    program itself."""

    waited: Waited = field(default_factory=lambda: defaultdict(list))
    failed: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    begun_at: float = 0.0
    broken: list[str] = field(default_factory=list)

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
        load = self.load
        self.measured.begun_at = time.monotonic() + load.warm_seconds
        people = [self.use_phone(n, key) for n, key in enumerate(load.keys)]
        people += [self.watch_board(n) for n in range(load.spectators)]
        people += [self.sign_in()]
        people += [ATTACKS[name](self, n) for name, count in load.attackers.items() for n in range(count)]
        tasks = [asyncio.ensure_future(each) for each in people]
        await asyncio.sleep(load.warm_seconds + load.seconds)
        self.measured.broken = [repr(task.exception()) for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=2)
        return self.measured

    def note(self, name: str, *, good: bool) -> None:
        """Note that an attack was tried once, and whether the server did what it must; how long it took is nobody's
        concern."""
        self.measured.failed[name] += not good
        self.measured.waited[name].append((0.0, 0.0))

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

    async def sign_in(self) -> None:
        """Sign in as the organiser every SIGN_IN_SECONDS, each time from the device of the first time."""
        device, due = "", time.monotonic()
        while True:

            async def enter() -> bool:
                nonlocal device
                status, fields, _ = await self.send_form(DOOR, ACCOUNT, device)
                given = (each.partition(";")[0] for each in fields.get("set-cookie", "").splitlines())
                device = next((each for each in given if each.startswith("device")), device)
                return status == 302

            await self.measured.time_request("log-in", enter)
            due += SIGN_IN_SECONDS
            await asyncio.sleep(max(0, due - time.monotonic()))

    async def send_form(self, path: str, form: dict[str, str], cookies: str = "") -> tuple[int, dict[str, str], str]:
        """Send a form as its page does."""
        token = secrets.token_hex(16)
        head = {"Cookie": f"csrf={token}; {cookies}", "Content-Type": "application/x-www-form-urlencoded"}
        return await self.ask("POST", path, head, urlencode(form | {"csrfmiddlewaretoken": token}))

    async def send_file(self, path: str, name: str, content: bytes) -> tuple[int, dict[str, str], str]:
        """Upload a file, as a member of the club."""
        token = secrets.token_hex(16)
        head = {"Cookie": f"csrf={token}; session={self.load.session}", "X-CSRFToken": token}
        head["Content-Type"] = f"multipart/form-data; boundary={BOUNDARY}"
        about = f'Content-Disposition: form-data; name="file"; filename="{name}"\r\nContent-Type: a/b'
        body = f"--{BOUNDARY}\r\n{about}\r\n\r\n".encode() + content + f"\r\n--{BOUNDARY}--\r\n".encode()
        return await self.ask("POST", path, head, body)

    async def connect(self, sent: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection and send these bytes."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.load.port)
        writer.write(sent)
        return reader, writer

    async def ask(
        self, method: str, path: str, head: dict[str, str], body: str | bytes = b""
    ) -> tuple[int, dict[str, str], str]:
        """Send one request on a connection of its own. Return status, headers (one that comes twice, in lines) and
        body."""
        sent = body.encode() if isinstance(body, str) else body
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]
        head = {"Content-Type": "application/x-www-form-urlencoded"} | head if sent else head
        lines += [f"{name}: {value}" for name, value in head.items()]
        lines += [f"Content-Length: {len(sent)}"] if sent else []
        reader, writer = await self.connect(("\r\n".join(lines) + "\r\n\r\n").encode() + sent)
        try:
            top, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            fields = dict[str, str]()
            for name, _, value in (line.partition(": ") for line in rest):
                fields[name.lower()] = f"{before}\n{value}" if (before := fields.get(name.lower())) else value
            text = (await reader.read()).decode()
            return int(top.split()[1]), fields, text
        finally:
            writer.close()


def generate_load(load: Load, results: Connection) -> None:
    """Run the crowd in this process; send what it measured and the processor seconds that it took."""
    from config.system_calls import raise_file_limit

    raise_file_limit(MOST_FILES)
    measured = asyncio.run(Crowd(load).run())
    results.send((dict(measured.waited), dict(measured.failed), measured.broken, time.process_time()))


def create_evening(phones: int) -> Evening:
    """Create an open tournament with a table for each phone, an organiser and his session."""
    import datetime

    from django.conf import settings
    from django.contrib.auth import get_user_model
    from django.templatetags.static import static
    from django.test import Client

    from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
    from tournaments.actions.people.members import add_member
    from tournaments.actions.people.signing_up import set_sign_up_terms
    from tournaments.actions.rounds.seating import draw_tables
    from tournaments.book.table_keys import table_key
    from tournaments.models import Club, Table
    from tournaments.models.rights import Role

    club = Club.objects.create(name="Banc d’essai")
    tournament = create_tournament(
        club,
        name="Soirée",
        date=datetime.date(2026, 11, 21),
        preset=None,
        options={"coups": 100, "payments": "off"},
        players=[f"Joueur {n}" for n in range(1, SEATS * phones + 1)],
    )
    draw_tables(tournament, [SEATS] * phones, 1)
    set_sign_up_terms(tournament, is_open=True, limit=1, closes_at=None, self_check_in=False, fee_cents=None)
    open_tournament(tournament)
    tables = Table.objects.filter(round__tournament=tournament).order_by("n")
    user, is_new = get_user_model().objects.get_or_create(username=ACCOUNT["login"])
    if is_new:
        user.set_password(ACCOUNT["password"])
        user.save()
    add_member(user, club, Role.OWNER)
    client = Client()
    client.force_login(user)
    return Evening(
        keys=[table_key(table) for table in tables],
        board=f"/{tournament.code}",
        long=["/api/v1/openapi.json", static("fonts/dejavu-sans.woff2")],
        lists=f"/desk/event/{tournament.pk}/players/import",
        session=client.cookies[settings.SESSION_COOKIE_NAME].value,
    )


def let_come(load: Load) -> tuple[Waited, dict[str, int], float]:
    """Let the crowd come, in a process of its own. Return the answers by kind (seconds waited, own processor seconds),
    how many failed, and the processor seconds that the crowd took."""
    receiver, sender = get_context("fork").Pipe(duplex=False)
    generator = get_context("fork").Process(target=generate_load, args=(load, sender))
    generator.start()
    sender.close()
    waited, failed, broken, spent = receiver.recv()
    generator.join()
    if broken:
        raise SystemExit(f"the crowd itself failed: {broken[0]}")
    return waited, failed, spent


def measure(options: argparse.Namespace) -> int:
    """Serve, let the crowd come, print the figures. Return 1 if somebody waited too long."""
    evening = create_evening(options.phones)
    attackers = {
        name: count for name in ATTACKS if (count := getattr(options, name.replace("-", "_").replace(" ", "_")))
    }
    server = BenchmarkServer()
    with server as port:
        load = Load(
            **vars(evening), port=port, spectators=options.spectators, seconds=options.seconds, attackers=attackers
        )
        waited, failed, spent = let_come(load)
        busy = server.read_processor_seconds()
    seconds = options.seconds + WARM_SECONDS
    cores = len(os.sched_getaffinity(0))
    told = "".join(f", {count} {name}" for name, count in attackers.items())
    print(f"{options.phones} phones, {options.spectators} spectators{told}; ", end="")
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
    for name in ATTACKS:
        parser.add_argument(f"--{name.replace(' ', '-')}", type=int, default=0)
    with tempfile.TemporaryDirectory(prefix="corbillon-bench-") as folder:
        set_up_django(Path(folder))
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        return measure(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
