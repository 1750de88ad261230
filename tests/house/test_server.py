"""The web server's own limits: half-sent and dripping requests, crowds, a stop that finishes what it began.

A small application stands in the program's place, served in a thread of the test.
"""

import socket
from contextlib import suppress
from typing import Any

import pytest

from config.server import channel
from config.server.binding import CannotListen, open_listeners
from config.server.forwarding import believe_forwarded_scheme
from config.server.options import ServerOptions
from tests.fixtures.patience import ANSWER_SECONDS
from tests.fixtures.served_program import ServedProgram

HALF_SENT = {
    "body": b"POST /t/coup HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n",
    "headers": b"GET / HTTP/1.1\r\nHost: x\r\n",
    "nothing": b"",
}


@pytest.mark.parametrize("sent", HALF_SENT.values(), ids=HALF_SENT)
def test_an_unfinished_request_is_cut(served: ServedProgram, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(channel, "REQUEST_SECONDS", 0.1)
    assert served.connect(sent).recv(100) == b""


@pytest.mark.parametrize("drop", [b"x", b"\r\n"])
@pytest.mark.parametrize("sent", [*HALF_SENT.values(), b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"], ids=[*HALF_SENT, "whole"])
def test_a_dripping_request_is_cut_though_it_is_never_silent(
    served: ServedProgram, monkeypatch: pytest.MonkeyPatch, sent: bytes, drop: bytes
) -> None:
    monkeypatch.setattr(channel, "REQUEST_SECONDS", 0.1)
    monkeypatch.setattr(channel, "IDLE_SECONDS", 0.1)
    connection = served.connect(sent)
    connection.settimeout(0.02)
    with pytest.raises((ConnectionError, EOFError)):
        while True:
            connection.sendall(drop)
            try:
                if not connection.recv(1000):
                    raise EOFError
            except TimeoutError:
                continue


@pytest.mark.parametrize(
    ("state", "late_after"),
    [
        ({"idle": False}, 10),
        ({"idle": True}, 5),
        ({"total_outbufs_len": 1}, 30),
        ({"total_outbufs_len": 1, "taken_at": 299.0}, 300),
        ({"requests": ["one"]}, None),
    ],
)
def test_a_connection_is_late_after_its_limit_and_never_while_it_is_answered(
    state: dict[str, Any], late_after: int | None
) -> None:
    made = channel.PunctualChannel.__new__(channel.PunctualChannel)
    for name, value in {"requests": [], "waits_since": 0.0, "taken_at": 0.0, **state}.items():
        setattr(made, name, value)
    assert made.is_late(1_000_000) is (late_after is not None)
    if late_after is not None:
        assert (made.is_late(late_after - 0.1), made.is_late(late_after + 0.1)) == (False, True)


def test_where_connections_abound_those_that_wait_longest_make_room(served: ServedProgram) -> None:
    served.loop._most = 20
    waiting = [served.connect(HALF_SENT["headers"]) for _ in range(30)]
    assert waiting[0].recv(100) == b""
    assert served.ask("/") == b"ok"
    waiting[-1].sendall(b"\r\n")
    assert waiting[-1].recv(100).startswith(b"HTTP/1.1 200")


def test_readers_of_one_tournament_keep_neither_a_table_nor_the_house_nor_another_tournament_waiting(
    served: ServedProgram,
) -> None:
    asked = [served.connect(b"GET /ABC/slow?x=%d HTTP/1.1\r\nHost: x\r\n\r\n" % n) for n in range(40)]
    assert served.program.begun.wait(ANSWER_SECONDS)
    assert {served.ask("/t/coup", "POST"), served.ask("/t/sheet"), served.ask("/desk/")} == {b"ok"}
    assert served.ask("/DEF") == b"ok"
    served.program.release.set()
    assert all(connection.recv(100).startswith(b"HTTP/1.1 200") for connection in asked)


def test_readers_of_pages_keep_no_coup_waiting_whatever_they_read(served: ServedProgram) -> None:
    paths = [path for n in range(40) for path in (b"/T%d/slow" % n, b"/desk/slow")]
    asked = [served.connect(b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n\r\n") for path in paths]
    assert served.program.begun.wait(ANSWER_SECONDS)
    assert served.ask("/t/coup", "POST") == b"ok"
    served.program.release.set()
    assert all(connection.recv(100).startswith(b"HTTP/1.1 200") for connection in asked)


def test_a_stop_finishes_the_answers_under_way_and_accepts_nothing_new(served: ServedProgram) -> None:
    under_way = served.connect(b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
    assert served.program.begun.wait(ANSWER_SECONDS)
    half = served.connect(HALF_SENT["body"])
    served.loop.stop()
    served.program.release.set()
    assert under_way.recv(100).startswith(b"HTTP/1.1 200")
    served.thread.join(ANSWER_SECONDS)
    with suppress(ConnectionResetError):  # closed with what it had sent still unread
        assert half.recv(100) == b""
    with pytest.raises(ConnectionRefusedError):
        served.connect()


@pytest.mark.parametrize(
    ("remote", "scheme"), [("127.0.0.1", "https"), ("192.168.1.9", "http"), ("localhost", "https")]
)
def test_only_a_trusted_web_server_says_that_a_request_came_by_https(remote: str, scheme: str) -> None:
    seen: list[str] = []
    application = believe_forwarded_scheme(
        lambda environ, start: seen.append(environ["wsgi.url_scheme"]) or [], frozenset({"127.0.0.1"})
    )
    application({"REMOTE_ADDR": remote, "HTTP_X_FORWARDED_PROTO": "https", "wsgi.url_scheme": "http"}, print)
    assert seen == [scheme]


@pytest.mark.posix  # on Windows one process serves
def test_the_environment_sets_address_processes_and_threads() -> None:
    assert ServerOptions.read({"CORBILLON_WORKERS": "3", "CORBILLON_THREADS": "12", "CORBILLON_BIND": ":80"}) == (
        ServerOptions(":80", 3, 12, frozenset({"127.0.0.1", "::1"}))
    )
    with pytest.raises(ValueError, match="CORBILLON_THREADS"):
        ServerOptions.read({"CORBILLON_THREADS": "many"})


def test_an_address_that_is_taken_or_none_is_refused_in_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = f"127.0.0.1:{other.getsockname()[1]}"
        with pytest.raises(CannotListen, match="is taken"):
            open_listeners(taken)
    with pytest.raises(CannotListen, match="no address with a port"):
        open_listeners("127.0.0.1:many")
