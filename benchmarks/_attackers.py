"""What strangers do to hold a hall up, each for as long as the crowd is there: `load.py` lets them come, `attack.py`
one kind after the other. Each notes how often it tried, and whether the server did what it must: cut, refuse or
answer."""

from __future__ import annotations

import asyncio
import secrets
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import cycle
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from load import Crowd

DRIP_SECONDS = 5
UNREAD_SECONDS, UNREAD_BYTES, UNREAD_BUFFER = 40, 8000, 2048
DOOR = "/accounts/login/"
MANY_FIELDS = 49_000
COOKIE_BYTES = 30_000
PIPELINED = 100  # requests that come together
HALF = b"POST /t/coup HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n"
DRIPPED = b"POST /t/coup HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"
TWO_WAYS = (
    b"POST /t/coup HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
)


async def send_half(crowd: Crowd, _n: int) -> None:
    """Send half a request, and another one once that was cut."""
    while True:
        reader, writer = await crowd.connect(HALF)
        await wait_for_end(reader, None)
        crowd.note("half-sent", good=True)
        writer.close()


async def stay_silent(crowd: Crowd, _n: int) -> None:
    """Open a connection and say nothing, and another one once that was cut."""
    while True:
        reader, writer = await crowd.connect(b"")
        await wait_for_end(reader, None)
        crowd.note("silent", good=True)
        writer.close()


async def drip(crowd: Crowd, n: int) -> None:
    """Send a request byte by byte, and another one once it was cut."""
    await asyncio.sleep(DRIP_SECONDS * (n % 10) / 10)
    while True:
        reader, writer = await crowd.connect(DRIPPED)
        begun = time.monotonic()
        while not await wait_for_end(reader, DRIP_SECONDS):
            writer.write(b"x")
        crowd.measured.waited["dripping cut after"].append((time.monotonic() - begun, 0.0))
        writer.close()


async def leave_unread(crowd: Crowd, n: int) -> None:
    """Send many requests at once and read no answer; look whether the connection was cut, and open another one."""
    path = crowd.load.long[n % len(crowd.load.long)]
    request, loop = f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode(), asyncio.get_running_loop()
    while True:
        with socket.socket() as connection:
            connection.setblocking(False)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, UNREAD_BUFFER)
            await loop.sock_connect(connection, ("127.0.0.1", crowd.load.port))
            await loop.sock_sendall(connection, request * (UNREAD_BYTES // len(request)))
            await asyncio.sleep(UNREAD_SECONDS)

            async def reach_end(connection: socket.socket = connection) -> bool:
                with suppress(ConnectionResetError):
                    while await loop.sock_recv(connection, UNREAD_BYTES):
                        pass
                return True

            await crowd.measured.time_request("unread", reach_end)


async def pipeline(crowd: Crowd, _n: int) -> None:
    """Send many requests at once, read all answers, and begin again."""
    one = f"GET {crowd.load.board} HTTP/1.1\r\nHost: x\r\n".encode()
    while True:
        reader, writer = await crowd.connect((one + b"\r\n") * (PIPELINED - 1) + one + b"Connection: close\r\n\r\n")
        for _answer in range(PIPELINED):
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0]))
            crowd.note("pipelined", good=head.startswith(b"HTTP/1.1 200 OK"))
        writer.close()


async def guess(crowd: Crowd, _n: int) -> None:
    """Sign in with an invented name, and with another one once that was refused."""
    while True:
        form = {"login": secrets.token_hex(8), "password": "guessed"}
        status, _, _ = await crowd.send_form(DOOR, form)
        crowd.note("guessing", good=status == 200)


async def send_cookies(crowd: Crowd, _n: int) -> None:
    """Look at the board with a cookie that some Pythons take seconds to parse."""
    while True:
        head = {"Cookie": 'a="' + '\\"' * (COOKIE_BYTES // 2) + '"'}
        status, _, _ = await crowd.ask("GET", crowd.load.board, head)
        crowd.note("cookies", good=status == 200)


async def send_fields(crowd: Crowd, n: int) -> None:
    """Record a coup of so many fields, with a table's key, over and over."""
    body = "&".join(f"f{n}=" for n in range(MANY_FIELDS))
    head = {"X-Table-Key": crowd.load.keys[n % len(crowd.load.keys)]}
    while True:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            status, _, _ = await crowd.ask("POST", "/t/coup", head, body)
            crowd.note("fields", good=status == 413)


async def send_workbooks(crowd: Crowd, _n: int) -> None:
    """Upload a list of players that is made to hold its reader up, as a member of the club, over and over."""
    for workbook in cycle(build_hostile_workbooks()):
        status, _, text = await crowd.send_file(crowd.load.lists, "liste.xlsx", workbook)
        crowd.note("workbooks", good=status == 422 or (status == 200 and "errors" in text))


@cache
def build_hostile_workbooks() -> tuple[bytes, ...]:
    """Return the workbooks of the tests."""
    from tests.fixtures.workbooks import HOSTILE

    return tuple(build() for build in HOSTILE.values())


async def sign_up(crowd: Crowd, n: int) -> None:
    """Sign invented people up, over and over."""
    for number in iterate_numbers():
        form = {"name": f"Inconnu {n} {number}", "nonce": secrets.token_hex(16)}
        status, _, _ = await crowd.send_form(f"{crowd.load.board}/sign-up", form)
        crowd.note("signing up", good=status in (200, 302, 404, 422))


async def ask_what_if(crowd: Crowd, n: int) -> None:
    """Ask «what if», each time another question."""
    for number in iterate_numbers():
        address = f"{crowd.load.board}/what-if?places={1 + (n + number) % 20}&player={number}"
        status, _, _ = await crowd.ask("GET", address, {})
        crowd.note("what-if", good=status in (200, 404, 422))


async def invent_tournaments(crowd: Crowd, n: int) -> None:
    """Look at the boards of tournaments that there are not."""
    for number in iterate_numbers():
        status, _, _ = await crowd.ask("GET", f"/Z{n % 10}{number % 10000:04}", {})
        crowd.note("invented", good=status == 404)


async def say_two_things(crowd: Crowd, n: int) -> None:
    """Send requests that can be read in two ways."""
    while True:
        reader, writer = await crowd.connect(TWO_WAYS[n % len(TWO_WAYS)])
        answer = await reader.read(-1)
        crowd.note("ambiguous", good=answer.startswith(b"HTTP/1.1 400 ") and answer.count(b"HTTP/1.") == 1)
        writer.close()


def iterate_numbers() -> Iterator[int]:
    """Yield 0, 1, 2 and so on."""
    number = 0
    while True:
        yield number
        number += 1


async def wait_for_end(reader: asyncio.StreamReader, seconds: float | None) -> bool:
    """Wait until the server closes the connection. Return False if it has not after so many seconds."""
    try:
        await asyncio.wait_for(reader.read(), seconds)
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


Attack = Callable[["Crowd", int], Awaitable[None]]

ATTACKS: dict[str, Attack] = {
    "half-sent": send_half,
    "silent": stay_silent,
    "dripping": drip,
    "unread": leave_unread,
    "pipelined": pipeline,
    "guessing": guess,
    "cookies": send_cookies,
    "fields": send_fields,
    "workbooks": send_workbooks,
    "signing up": sign_up,
    "what-if": ask_what_if,
    "invented": invent_tournaments,
    "ambiguous": say_two_things,
}
