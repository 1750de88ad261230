"""A connection of the server: one request at a time, no thread that waits for it, and limits of time. It is cut if its
request is not complete within REQUEST_SECONDS, even while bytes still come; and if none of its answer is received for
UNREAD_SECONDS, or not all of it within ANSWER_SECONDS.

A thread hands its answer over whole: what the other side does not receive at once lies in memory, or beyond a megabyte
in a temporary file, and the loop sends it.
"""

from contextlib import closing
from time import monotonic
from typing import Any

from waitress.buffers import ReadOnlyFileBasedBuffer
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import WSGITask

from config.server.limits import MAX_FIELD_BYTES, MAX_HEADER_LINES

REQUEST_SECONDS = 10  # from a request's first byte, or from the connection's opening, to its last byte
IDLE_SECONDS = 5  # between the end of an answer and the next request
UNREAD_SECONDS = 30  # of an answer of which the other side takes nothing
ANSWER_SECONDS = 300  # of an answer that the other side takes slowly
FIRST_SECOND_BYTES = 65_536  # that each is taken to have read: a newcomer is no slow reader yet


class SingleRequestParser(HTTPRequestParser):
    """waitress's parser of a request. It takes all bytes that it is given, and keeps in `unparsed` those that came
    after the request: the next one is not looked at before this one is answered."""

    unparsed = b""

    def received(self, data: bytes) -> int:
        """Read some bytes, and return how many of them are used up: all, once the request is complete, since what
        follows it is kept in `unparsed`."""
        used: int = super().received(data)
        if self.completed and not self.empty:
            self.unparsed = data[used:]
            self.expect_continue = False  # there is no more to wait for
            return len(data)
        return used

    def parse_header(self, header_plus: bytes) -> None:
        """Read the request's line and its headers. Raises ParsingError, which is answered with 400; also for a request
        in which another program might see another end or another host (RFC 9112, 3.2 and 6.1)."""
        if header_plus.count(b"\n") > MAX_HEADER_LINES:
            raise ParsingError("Too many header lines")
        has_encoding = b"\ntransfer-encoding:" in header_plus.lower()
        super().parse_header(header_plus)
        if has_encoding and ("CONTENT_LENGTH" in self.headers or self.version != "1.1"):
            raise ParsingError("The length of the body is said twice")
        host = self.headers.get("HOST")
        if "," in (host or "") or (host is None and self.version == "1.1"):
            raise ParsingError("A request names one host")
        bounded = [self.request_uri, *(value for name, value in self.headers.items() if name != "COOKIE")]
        if max(map(len, bounded)) > MAX_FIELD_BYTES:
            raise ParsingError("A header line is too long")


class AnswerTask(WSGITask):
    """The answer to a request; without its body where only the headers were asked for."""

    def write(self, data: bytes) -> None:
        """Send some of the body, after the headers."""
        super().write(b"" if self.request.command == "HEAD" else data)


class PunctualChannel(HTTPChannel):
    """A connection that knows whether the other side is late. waitress's own limit is of silence alone, and reads the
    wall clock.

    `waits_since`: since when the other side is awaited; `idle`: it has sent nothing since its last answer; `taken_at`:
    when it last received some of an answer; `taken`: how many bytes of this answer it has received; `held`: how many
    bytes are kept in memory until the answer is sent; `unparsed`: what came after the request being answered.
    """

    parser_class = SingleRequestParser
    task_class = AnswerTask

    def __init__(self, *args: Any, **options: Any) -> None:
        self.waits_since = self.taken_at = monotonic()
        self.idle = False
        self.taken = self.held = 0
        self.unparsed = b""
        super().__init__(*args, **options)

    def readable(self) -> bool:
        """True if bytes may be read: nothing is answered, sent, or still to be parsed."""
        return bool(super().readable()) and not self.unparsed

    def writable(self) -> bool:
        """True if there is something to send, or the next request to begin."""
        return bool(super().writable() or (self.unparsed and not self.requests))

    def handle_write(self) -> None:
        """Send some of the answer. Once it is sent, begin the request that came behind it."""
        super().handle_write()
        if self.unparsed and self.connected and not self.is_busy():
            data, self.unparsed = self.unparsed, b""
            self.received(data)

    def received(self, data: bytes) -> bool:
        """Read the bytes that have come; the first ones of a request begin its time."""
        result: bool = super().received(data)
        if self.idle and self.request is not None:
            self.waits_since, self.idle = monotonic(), False
        return result

    def service(self) -> None:
        """Answer a request. Runs in a thread of its lane, while nothing is read from the connection."""
        self.unparsed, self.idle = self.requests[0].unparsed, True
        super().service()

    def write_soon(self, data: Any) -> int:
        """Queue some of the answer to be sent, without waiting; return how many bytes. A file of up to a megabyte is
        read at once: two thousand readers would otherwise keep as many files open."""
        if isinstance(data, ReadOnlyFileBasedBuffer) and len(data) <= self.adj.outbuf_overflow:
            with closing(data) as file:
                data = file.get()
        with self.outbuf_lock:
            if not self.total_outbufs_len:
                self._await_other_side()
            if isinstance(data, bytes):
                self.held += len(data)
            written: int = super().write_soon(data)
        return written

    def _flush_some(self, do_close: bool = True) -> bool:
        """Send as much of the answer as the other side receives now. Return whether anything was sent. `do_close`: the
        loop sends, and may close the connection; a thread that sends the first bytes may not."""
        before = self.total_outbufs_len
        sent: bool = super()._flush_some(do_close=do_close)
        if sent:
            self.taken_at = monotonic()
            if do_close:  # the loop sends: what a thread sends at first lies in the system's own buffer
                self.taken += before - self.total_outbufs_len
        if not self.total_outbufs_len:
            self.outbufs[-1].prune()
            self.held = 0
            if self.request is None:
                self._await_other_side()
        return sent

    def _await_other_side(self) -> None:
        """Start the time within which the other side must receive the answer, or send its next request."""
        self.waits_since = self.taken_at = monotonic()
        self.taken = 0

    def is_busy(self) -> bool:
        """True while a request is being answered, or its answer is being sent."""
        return bool(self.requests or self.total_outbufs_len)

    def is_late(self, now: float) -> bool:
        """True if the connection is to be cut: no request is being answered, and the other side takes too long. `now`:
        by `monotonic()`."""
        if self.requests:
            return False
        if self.total_outbufs_len:
            return now - self.taken_at > UNREAD_SECONDS or now - self.waits_since > ANSWER_SECONDS
        return now - self.waits_since > (IDLE_SECONDS if self.idle else REQUEST_SECONDS)

    def compute_speed(self, now: float) -> float:
        """Return how many bytes a second the other side has received since it is awaited; the longer it sends and
        receives nothing, the fewer. `now`: by `monotonic()`."""
        return (FIRST_SECOND_BYTES + self.taken) / (1 + now - self.waits_since)
