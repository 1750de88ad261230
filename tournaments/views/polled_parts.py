"""A cache, in this process's memory, of the parts of pages that all the screens of a hall request again and again.

One thread at a time renders a part while the others answer with the previous one. A part that took t seconds to render
stays fresh for FRESH_FACTOR × t. So polling takes a bounded share of one core, however many screens poll and however
large the tournament is. What is shown is late by less than a second in a club, and by MAX_FRESH_SECONDS at most. Knows
no tournament.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

SHARE = 9
LATEST_SECONDS = 30
MOST = 400  # parts in the cache: those requested last


@dataclass(frozen=True)
class Part:
    """A rendered part of a page and its ETag."""

    etag: str
    content: bytes


@dataclass
class Kept:
    """The cache slot of one key: the last part rendered, if any, and until when it is fresh (`time.monotonic()`). The
    thread that renders holds the lock."""

    part: Part | None = None
    until: float = 0.0
    making: Lock = field(default_factory=Lock)

    def fresh(self, etag_of: Callable[[], str], content_of: Callable[[str], bytes]) -> Part:
        """Return the part; render it first if it is no longer fresh and no other thread renders it. Without any part
        yet, wait for the other thread."""
        if self.part and (monotonic() < self.until or not self.making.acquire(blocking=False)):
            return self.part
        if not self.part:
            self.making.acquire()
        try:
            return self.part if self.part and monotonic() < self.until else self._made(etag_of, content_of)
        finally:
            self.making.release()

    def _made(self, etag_of: Callable[[], str], content_of: Callable[[str], bytes]) -> Part:
        """Render the part if its ETag has changed, and make it fresh for FRESH_FACTOR times as long as that took. The
        caller holds the lock."""
        begun, etag = monotonic(), etag_of()
        if self.part is None or self.part.etag != etag:
            self.part = Part(etag, content_of(etag))
        ended = monotonic()
        self.until = ended + min(SHARE * (ended - begun), LATEST_SECONDS)
        return self.part


_kept: OrderedDict[Hashable, Kept] = OrderedDict()
_guard = Lock()


def polled(key: Hashable, etag_of: Callable[[], str], content_of: Callable[[str], bytes]) -> Part:
    """Return the part of this key, from the cache or rendered. `compute_etag()` returns its present ETag,
    `render_content(etag)` renders it; exceptions of both are passed on."""
    with _guard:
        kept = _kept.setdefault(key, Kept())
        _kept.move_to_end(key)
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return kept.fresh(etag_of, content_of)


def standing(key: Hashable) -> Part | None:
    """Return the part of this key if it is still fresh, else None."""
    kept = _kept.get(key)
    return kept.part if kept and monotonic() < kept.until else None


def forget() -> None:
    """Empty the cache."""
    with _guard:
        _kept.clear()
