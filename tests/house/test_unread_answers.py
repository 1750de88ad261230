"""Answers that nobody reads hold up nobody else, and are cut; requests that come together are answered in their order.

The short form of `benchmarks/load.py --unread`.
"""

import socket
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from waitress.adjustments import Adjustments
from waitress.buffers import ReadOnlyFileBasedBuffer

from config.server import channel, worker
from config.server.channel import PunctualChannel
from config.server.worker import ServingLoop
from tests.fixtures.patience import ANSWER_SECONDS
from tests.fixtures.served_program import BUFFER_BYTES, LARGE, ServedProgram

READERS = 24
BURST_BYTES = 8000


def _repeat(path: str) -> bytes:
    """Return as many requests for this path as one reading of the server takes."""
    request = f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    return request * (BURST_BYTES // len(request))


def _read_all(connection: socket.socket) -> bytes:
    """Return everything until the server closes the connection."""
    with connection, connection.makefile("rb") as stream:
        return stream.read()


def _list_bodies(answers: bytes) -> list[bytes]:
    """Return the bodies of answers, each with its Content-Length, that came one behind the other."""
    bodies = []
    while answers:
        head, _, answers = answers.partition(b"\r\n\r\n")
        length = int(head.partition(b"Content-Length: ")[2].partition(b"\r\n")[0])
        bodies.append(answers[:length])
        answers = answers[length:]
    return bodies


def test_answers_that_nobody_reads_keep_nobody_waiting(served: ServedProgram) -> None:
    paths = [f"/{place}{n}/large" for n in range(READERS // 3) for place in ("A", "t/", "desk/")]
    unread = [served.connect(_repeat(path)) for path in paths]
    for _ in unread:
        assert served.program.larges.acquire(timeout=ANSWER_SECONDS), "no thread is left for who asks next"
    assert {served.ask("/B"), served.ask("/t/coup", "POST"), served.ask("/t/sheet"), served.ask("/desk/")} == {b"ok"}
    assert served.ask("/C/large") == LARGE
    assert sorted(path for path in served.program.asked if "large" in path) == sorted([*paths, "/C/large"])


def test_no_thread_waits_for_who_reads_nothing_of_one_answer_however_long() -> None:
    served = ServedProgram(threads=3)
    with served.connect(b"GET /A/large/vast HTTP/1.1\r\nHost: x\r\n\r\n"):
        assert served.program.larges.acquire(timeout=ANSWER_SECONDS)
        assert served.ask("/B") == b"ok"
    served.stop()


@pytest.mark.parametrize("path", ["/A/large", "/A/file", "/A/long"])
def test_an_answer_of_which_nothing_is_taken_is_cut_while_further_requests_wait(
    served: ServedProgram, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(channel, "UNREAD_SECONDS", 0.1)
    close, closed = PunctualChannel.handle_close, Event()
    monkeypatch.setattr(PunctualChannel, "handle_close", lambda connection: (close(connection), closed.set()))
    unread = served.connect(_repeat(path))
    assert closed.wait(ANSWER_SECONDS)
    assert served.program.asked == [path]
    unread.close()


def test_a_slow_reader_gets_the_whole_of_every_answer(served: ServedProgram) -> None:
    paths = ["/large", "/file", "/long", "/echo"]
    requests = "".join(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n" for path in paths)
    reading = served.connect(requests.encode() + b"GET /end HTTP/1.0\r\n\r\n")
    unread = [served.connect(_repeat("/A/large")) for _ in range(READERS)]
    assert _list_bodies(_read_all(reading)) == [LARGE, LARGE, LARGE * 2, b"/echo", b"ok"]
    assert unread


@pytest.mark.parametrize("size", [1, 7, 8192])
def test_requests_that_come_together_are_answered_one_after_the_other_in_their_order(
    served: ServedProgram, size: int
) -> None:
    asked = [b"GET /echo/%d HTTP/1.1\r\nHost: x\r\n\r\n" % n for n in range(30)]
    asked[10:10] = [b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"]
    asked[20:20] = [b"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n\r\n"]
    expected = [b"/echo/%d" % n for n in range(30)]
    expected[10:10], expected[20:20] = [b"/echoabc"], [b"/echoabc"]
    connection, sent = served.connect(), b"".join(asked) + b"GET /end HTTP/1.0\r\n\r\n"
    for start in range(0, len(sent), size):
        connection.sendall(sent[start : start + size])
    assert _list_bodies(_read_all(connection)) == [*expected, b"ok"]


def test_who_asks_for_headers_alone_is_sent_no_body(served: ServedProgram) -> None:
    head = b"HEAD /echo HTTP/1.1\r\nHost: x\r\n\r\n"
    answers = _read_all(served.connect(head + b"GET /end HTTP/1.0\r\n\r\n"))
    first, second = answers.removeprefix(b"HTTP").split(b"\r\n\r\nHTTP")
    assert b"Content-Length: 5" in first
    assert second.endswith(b"\r\n\r\nok")


def test_a_body_is_sent_once_it_is_asked_for_though_it_waits_behind_another_request(served: ServedProgram) -> None:
    expecting = b"POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
    connection = served.connect(b"GET /echo HTTP/1.1\r\nHost: x\r\n\r\n" + expecting)
    stream = connection.makefile("rb")
    while (line := stream.readline()) != b"/echoHTTP/1.1 100 Continue\r\n":
        assert line
    connection.sendall(b"abc" + b"GET /end HTTP/1.0\r\n\r\n")
    assert stream.readline() == b"\r\n"
    assert _list_bodies(stream.read()) == [b"/echoabc", b"ok"]


def test_a_request_that_announces_no_body_waits_for_none(served: ServedProgram) -> None:
    expecting = b"GET /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n"
    assert _list_bodies(_read_all(served.connect(expecting + b"GET /end HTTP/1.0\r\n\r\n"))) == [b"/echo", b"ok"]


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="this system has no Unix sockets")
def test_a_unix_socket_is_served_the_same_way(tmp_path: Path) -> None:
    served = ServedProgram(bind=f"unix:{tmp_path / 'socket'}")
    try:
        unread = [served.connect(_repeat("/A/large")) for _ in range(READERS)]
        for _ in unread:
            assert served.program.larges.acquire(timeout=ANSWER_SECONDS)
        assert served.ask("/B") == b"ok"
        for connection in unread:
            connection.close()
    finally:
        served.stop()


@pytest.fixture
def pair(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[PunctualChannel, socket.socket]]:
    """A connection that no loop looks at, opened at the second 0 and now at 100, and its other side."""
    ours, others = socket.socketpair()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER_BYTES)
    server = SimpleNamespace(active_channels={}, pull_trigger=lambda: None)
    monkeypatch.setattr(channel, "monotonic", lambda: 0.0)
    made = PunctualChannel(server, ours, ("127.0.0.1", 1), Adjustments(outbuf_high_watermark=2**31), map={})
    monkeypatch.setattr(channel, "monotonic", lambda: 100.0)
    yield made, others
    made.handle_close()
    others.close()


def test_an_answer_has_its_time_from_when_it_is_ready_and_the_next_request_from_when_it_is_sent(
    pair: tuple[PunctualChannel, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    connection, others = pair
    connection.write_soon(LARGE)
    assert (connection.held, connection.taken) == (len(LARGE), 0), "the system's own buffer is nobody's reading"
    assert (connection.waits_since, connection.taken_at) == (100.0, 100.0)
    monkeypatch.setattr(channel, "monotonic", lambda: 150.0)
    unsent, received = connection.total_outbufs_len, 0
    while connection.total_outbufs_len:
        assert (connection.waits_since, connection.taken) == (100.0, unsent - connection.total_outbufs_len)
        received += len(others.recv(len(LARGE)))
        connection.handle_write()
    assert received <= len(LARGE)
    assert (connection.waits_since, connection.held, connection.taken) == (150.0, 0, 0)
    file = connection.outbufs[-1].getfile()
    file.seek(0)
    assert file.read() == b"", "what was sent is still kept"


@pytest.mark.parametrize(("size", "closed"), [(1 << 20, True), ((1 << 20) + 1, False)])
def test_a_short_file_is_read_at_once_and_a_long_one_as_it_is_sent(
    pair: tuple[PunctualChannel, socket.socket], size: int, closed: bool
) -> None:
    file = BytesIO(bytes(size))
    answer = ReadOnlyFileBasedBuffer(file)
    answer.prepare()
    pair[0].write_soon(answer)
    assert (file.closed, pair[0].held) == (closed, size if closed else 0)


def _make_connection(name: str, cut: list[str], **state: Any) -> PunctualChannel:
    """Return a connection that is awaited, and notes its name in `cut` once it is cut."""
    made = PunctualChannel.__new__(PunctualChannel)
    unhurried = {"requests": [], "idle": False, "waits_since": 0.0, "taken_at": 0.0, "taken": 0, "held": 0}
    for attribute, value in {**unhurried, **state}.items():
        setattr(made, attribute, value)
    made.handle_close = lambda: cut.append(name)
    return made


def _cut(connections: list[PunctualChannel], most: int, now: float) -> None:
    """Let a loop that may have so many connections look at these."""
    loop = ServingLoop.__new__(ServingLoop)
    loop._most, loop._list_channels = most, lambda: connections  # type: ignore[method-assign]
    loop._cut_late(now)


def test_where_too_much_waits_to_be_sent_the_slowest_readers_are_cut_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "MAX_UNSENT_BYTES", 100)
    cut: list[str] = []
    sending = {"total_outbufs_len": 1, "held": 60, "taken_at": 99.0}
    connections = [
        _make_connection("a phone that takes it slowly", cut, taken=2_000_000, **sending),
        _make_connection("reads nothing", cut, waits_since=90.0, **sending),
        _make_connection("reads a byte now and then", cut, waits_since=80.0, taken=10, **sending),
        _make_connection("has just come", cut, waits_since=99.9, **sending),
        _make_connection("is being answered", cut, requests=["one"], total_outbufs_len=1, held=60),
    ]
    _cut(connections, 1000, 100.0)
    assert cut == ["reads a byte now and then", "reads nothing", "a phone that takes it slowly"]
    cut.clear()
    connections[0].held = 200
    _cut(connections[:1], 1000, 100.0)
    assert cut == []


def test_where_connections_abound_readers_make_room_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    cut: list[str] = []
    sending = {"total_outbufs_len": 1, "taken_at": 19.0}
    unread = [_make_connection(f"unread {n}", cut, waits_since=float(n), **sending) for n in range(9)]
    phone = _make_connection("a phone that takes it slowly", cut, taken=2_000_000, **sending)
    _cut([phone, *unread], 10, 20.0)
    assert cut == ["unread 0", "unread 1"]
