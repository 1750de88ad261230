"""The parts of pages that a hall's worth of screens asks for again and again, kept in this process's memory.

A part is made by one thread at a time, while the others answer with the one before; and after it took so long to make,
it stands for SHARE times as long. So polling takes a bounded part of one core, however many look on and however large
the event is; what is shown is late by less than a second in a club, by LATEST_SECONDS at the very most. Knows no event.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

SHARE = 9
LATEST_SECONDS = 30
MOST = 400  # parts kept: the last ones asked for


@dataclass(frozen=True)
class Part:
    etag: str
    content: bytes


@dataclass
class Kept:
    """The last part made under one key, if any, and until when it stands."""

    part: Part | None = None
    until: float = 0.0
    making: Lock = field(default_factory=Lock)

    def fresh(self, etag_of: Callable[[], str], content_of: Callable[[str], bytes]) -> Part:
        """The part as it stands, made anew where its time is over and nobody is at it."""
        if self.part and (monotonic() < self.until or not self.making.acquire(blocking=False)):
            return self.part
        if not self.part:
            self.making.acquire()
        try:
            return self.part if self.part and monotonic() < self.until else self._made(etag_of, content_of)
        finally:
            self.making.release()

    def _made(self, etag_of: Callable[[], str], content_of: Callable[[str], bytes]) -> Part:
        begun, etag = monotonic(), etag_of()
        if self.part is None or self.part.etag != etag:
            self.part = Part(etag, content_of(etag))
        ended = monotonic()
        self.until = ended + min(SHARE * (ended - begun), LATEST_SECONDS)
        return self.part


_kept: OrderedDict[Hashable, Kept] = OrderedDict()
_guard = Lock()


def polled(key: Hashable, etag_of: Callable[[], str], content_of: Callable[[str], bytes]) -> Part:
    """The part of this key. `etag_of` tells what it would be now, `content_of` makes it; either may raise."""
    with _guard:
        kept = _kept.setdefault(key, Kept())
        _kept.move_to_end(key)
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return kept.fresh(etag_of, content_of)


def standing(key: Hashable) -> Part | None:
    """The part of this key, where its time is not over."""
    kept = _kept.get(key)
    return kept.part if kept and monotonic() < kept.until else None


def forget() -> None:
    """Everything kept."""
    with _guard:
        _kept.clear()
