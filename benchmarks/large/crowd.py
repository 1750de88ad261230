"""Serve the program, record coups from phones one after the other, and poll as spectators: all over HTTP on
loopback."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from .tournament import make_coup

ROOT = Path(__file__).resolve().parent.parent.parent
POLL_SECONDS = 8  # as the board's page asks
BETWEEN_SECONDS = 0.25
READY_SECONDS = 30


class ServedProgram:
    """Context manager: the program served at a free loopback port. Gives the port."""

    def __enter__(self) -> int:
        """Start the server and return its port once it answers. Raise SystemExit after READY_SECONDS."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            port: int = free.getsockname()[1]
        command = [sys.executable, "-m", "config.server"]
        bound = os.environ | {"CORBILLON_BIND": f"127.0.0.1:{port}", "CORBILLON_BACKUPS": "0"}
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=bound, stderr=subprocess.DEVNULL, start_new_session=True
        )
        limit = time.monotonic() + READY_SECONDS
        while time.monotonic() < limit:
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", port)) == 0:
                    return port
            time.sleep(0.05)
        raise SystemExit("the server does not answer")

    def __exit__(self, *exception: object) -> None:
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait()


def record_over_http(port: int, keys: list[str]) -> Iterator[float]:
    """Record one coup at each table over HTTP, one after the other. Yield the seconds of each."""
    from tests.fixtures.queueing_phone import QueueingPhone

    chance = Random(4)
    for n, key in enumerate(keys):
        phone = QueueingPhone(lambda: port, key, 1, Random(n), refuse_conflict)
        number = phone.get_sheet().partition('data-number="')[2].partition('"')[0]
        points = {f"points.{place}": each for place, each in make_coup(chance)["points"].items()}
        begun = time.perf_counter()
        status, answer = phone.request("POST", "/t/coup", {"number": number, "key": secrets.token_hex(16), **points})
        yield time.perf_counter() - begun
        assert status == 200, answer[:500]
        time.sleep(BETWEEN_SECONDS)


def refuse_conflict(item: object, kind: str, following: int) -> str:
    """Conflict handler that must never be called: no other phone writes at the table."""
    raise AssertionError(f"{kind} at {following}")


def poll_as_spectators(port: int, address: str, spectators: int, answers: Any) -> None:
    """Run in a process of its own: each spectator asks for the board every POLL_SECONDS, with the ETag he last got, and
    connects again where the server has closed an idle connection, as a browser does. `answers`: a shared counter of all
    answers received."""

    async def spectator(n: int) -> None:
        await asyncio.sleep(POLL_SECONDS * n / spectators)
        mark, due = "", time.monotonic()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while True:
            asked = f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\nIf-None-Match: {mark}\r\n\r\n"
            try:
                writer.write(asked.encode())
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            except (asyncio.IncompleteReadError, ConnectionError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                continue
            fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
            await reader.readexactly(int(fields.get("content-length", 0)))
            mark, due = fields["etag"], due + POLL_SECONDS
            answers.value += 1
            await asyncio.sleep(max(0, due - time.monotonic()))

    async def crowd() -> None:
        await asyncio.gather(*map(spectator, range(spectators)))

    asyncio.run(crowd())
