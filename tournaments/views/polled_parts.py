"""A cache, in this process's memory, of the parts of pages that all the screens of a hall request again and again.

One thread at a time renders a part while the others answer with the previous one. A part that took t seconds to render
stays fresh for FRESH_FACTOR × t. So polling takes a bounded share of one core, however many screens poll and however
large the tournament is. What is shown is late by less than a second in a club, and by MAX_FRESH_SECONDS at most. Knows
no tournament. Django's cache is not enough: when a part grows stale, all who ask for it would render it at once.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

FRESH_FACTOR = 9
MAX_FRESH_SECONDS = 30
MAX_PARTS = 400  # parts in the cache: those requested last


@dataclass(frozen=True)
class CachedPart:
    """A rendered part of a page and its ETag."""

    etag: str
    content: bytes


@dataclass
class CacheSlot:
    """The cache slot of one key: the last part rendered, if any, and until when it is fresh (`time.monotonic()`). The
    thread that renders holds the lock."""

    part: CachedPart | None = None
    fresh_until: float = 0.0
    lock: Lock = field(default_factory=Lock)

    def get_fresh_part(self, compute_etag: Callable[[], str], render_content: Callable[[str], bytes]) -> CachedPart:
        """Return the part; render it first if it is no longer fresh and no other thread renders it. Without any part
        yet, wait for the other thread."""
        if self.part and (monotonic() < self.fresh_until or not self.lock.acquire(blocking=False)):
            return self.part
        if not self.part:
            self.lock.acquire()
        try:
            return (
                self.part
                if self.part and monotonic() < self.fresh_until
                else self._render_part(compute_etag, render_content)
            )
        finally:
            self.lock.release()

    def _render_part(self, compute_etag: Callable[[], str], render_content: Callable[[str], bytes]) -> CachedPart:
        """Render the part if its ETag has changed, and make it fresh for FRESH_FACTOR times as long as that took. The
        caller holds the lock."""
        begun, etag = monotonic(), compute_etag()
        if self.part is None or self.part.etag != etag:
            self.part = CachedPart(etag, render_content(etag))
        ended = monotonic()
        self.fresh_until = ended + min(FRESH_FACTOR * (ended - begun), MAX_FRESH_SECONDS)
        return self.part


_slots: OrderedDict[Hashable, CacheSlot] = OrderedDict()
_slots_lock = Lock()


def get_polled_part(
    key: Hashable, compute_etag: Callable[[], str], render_content: Callable[[str], bytes]
) -> CachedPart:
    """Return the part of this key, from the cache or rendered. `compute_etag()` returns its present ETag,
    `render_content(etag)` renders it; exceptions of both are passed on."""
    with _slots_lock:
        kept = _slots.setdefault(key, CacheSlot())
        _slots.move_to_end(key)
        while len(_slots) > MAX_PARTS:
            _slots.popitem(last=False)
    return kept.get_fresh_part(compute_etag, render_content)


def find_fresh_part(key: Hashable) -> CachedPart | None:
    """Return the part of this key if it is still fresh, else None."""
    kept = _slots.get(key)
    return kept.part if kept and monotonic() < kept.fresh_until else None


def clear_polled_parts() -> None:
    """Empty the cache."""
    with _slots_lock:
        _slots.clear()
