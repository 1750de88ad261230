"""A connection of the server, with limits of time: a request that is not complete in REQUEST_SECONDS is cut, however
its bytes drip."""

from time import monotonic
from typing import Any

from waitress.channel import HTTPChannel

REQUEST_SECONDS = 10  # from a request's first byte, or from the connection's opening, to its last byte
IDLE_SECONDS = 5  # between the end of an answer and the next request
UNREAD_SECONDS = 30  # of an answer of which the other side takes nothing
ANSWER_SECONDS = 300  # of an answer that the other side takes slowly


class PunctualChannel(HTTPChannel):
    """A connection that knows whether it is late. waitress's own limit is of silence alone, and reads the wall clock.

    `waits_since`: since when the other side is awaited; `idle`: it has sent nothing since its last answer; `taken_at`:
    when it last took some of an answer.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        self.waits_since = self.taken_at = monotonic()
        self.idle = False
        super().__init__(*args, **options)

    def received(self, data: bytes) -> bool:
        """Read the bytes that have come; the first ones of a request begin its time."""
        result: bool = super().received(data)
        if self.idle and self.request is not None:
            self.waits_since, self.idle = monotonic(), False
        return result

    def service(self) -> None:
        """Answer a request. Runs in a thread of its lane, while nothing is read from the connection."""
        super().service()
        self.waits_since, self.idle = monotonic(), self.request is None

    def _flush_some(self, do_close: bool = True) -> bool:
        """Send as much of the answer as the other side takes."""
        sent: bool = super()._flush_some(do_close=do_close)
        if sent:
            self.taken_at = monotonic()
        return sent

    def is_busy(self) -> bool:
        """True while a request is being answered, or its answer is being sent."""
        return bool(self.requests or self.total_outbufs_len)

    def is_late(self, now: float) -> bool:
        """True if the connection is to be cut: nobody works for it, and the other side takes too long."""
        if self.requests:
            return False
        if self.total_outbufs_len:
            return now - self.taken_at > UNREAD_SECONDS or now - self.waits_since > ANSWER_SECONDS
        return now - self.waits_since > (IDLE_SECONDS if self.idle else REQUEST_SECONDS)
