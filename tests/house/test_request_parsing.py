"""What the server refuses of a request's line and headers before a thread sees it."""

import pytest

from config.server import limits
from config.server.limits import MAX_BODY_BYTES, MAX_FIELD_BYTES, MAX_HEADER_BYTES, MAX_HEADER_LINES
from tests.fixtures.served_program import ServedProgram

REFUSED = {
    "two lengths": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "two lengths, the other way round": (
        b"POST /echo HTTP/1.1\r\nHost: x\r\ntransfer-encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n"
    ),
    "an empty encoding": b"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\r\nContent-Length: 2\r\n\r\nok",
    "chunks in HTTP/1.0": b"POST /echo HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "no host": b"GET /echo HTTP/1.1\r\nConnection: close\r\n\r\n",
    "two hosts": b"GET /echo HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
    "a long header": b"GET /echo HTTP/1.1\r\nHost: x\r\nX-A: " + b"a" * (MAX_FIELD_BYTES + 1) + b"\r\n\r\n",
    "a long header in pieces": b"GET /echo HTTP/1.1\r\nHost: x\r\n" + b"X-A: %s\r\n" % (b"a" * 1000) * 9 + b"\r\n",
    "a long address": b"GET /echo?" + b"a" * MAX_FIELD_BYTES + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "many headers": b"GET /echo HTTP/1.1\r\nHost: x\r\n" + b"X-A: a\r\n" * MAX_HEADER_LINES + b"\r\n",
}
TAKEN = {
    "chunks": b"POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "HTTP/1.0 without a host": b"GET /echo HTTP/1.0\r\n\r\n",
    "many cookies of other programs": (
        b"GET /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: " + b"a=b; " * 10_000 + b"\r\n\r\n"
    ),
}


@pytest.mark.parametrize("sent", REFUSED.values(), ids=REFUSED)
def test_a_request_that_can_be_read_in_two_ways_or_is_too_long_is_refused(served: ServedProgram, sent: bytes) -> None:
    answer = served.connect(sent).makefile("rb").readline()
    assert answer.endswith(b" 400 Bad Request\r\n")
    assert served.program.asked == []


@pytest.mark.parametrize("sent", TAKEN.values(), ids=TAKEN)
def test_what_can_be_read_in_one_way_is_answered(served: ServedProgram, sent: bytes) -> None:
    answer = served.connect(sent).makefile("rb").read()
    assert answer.endswith(b"\r\n\r\n/echo")


def test_a_body_that_is_announced_too_long_is_refused_before_it_comes(served: ServedProgram) -> None:
    sent = f"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: {MAX_BODY_BYTES + 1}\r\n\r\n".encode()
    answer = served.connect(sent).makefile("rb").readline()
    assert b" 413 " in answer
    assert served.program.asked == []


def test_all_headers_together_are_bounded_cookies_too(served: ServedProgram) -> None:
    sent = b"GET /echo HTTP/1.1\r\nHost: x\r\nCookie: " + b"a" * MAX_HEADER_BYTES + b"\r\n\r\n"
    answer = served.connect(sent).makefile("rb").readline()
    assert b" 431 " in answer
    assert served.program.asked == []


def test_a_process_has_no_more_connections_than_it_can_look_after(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "raise_file_limit", lambda _wanted: 10**9)
    assert limits.allow_connections() == limits.MAX_CONNECTIONS
