"""How long reading takes, and how much memory, of the worst of many damaged files."""

import time
import tracemalloc
from collections.abc import Callable

MOST_SECONDS, MOST_BYTES = 4.0, 100_000_000
WATCHED = 20  # one file in so many is read with its memory watched, which takes long


class Watch:
    """What was seen of one kind of file."""

    def __init__(self, name: str) -> None:
        self.name, self.counts, self.seconds, self.memory = name, [0, 0], 0.0, 0

    def read(self, n: int, read: Callable[[], bool]) -> None:
        """Call what reads file number n, and returns False if it was refused."""
        if n % WATCHED == 0:
            tracemalloc.start()
            self.counts[read()] += 1
            self.memory = max(self.memory, tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
        else:
            begun = time.thread_time()
            self.counts[read()] += 1
            self.seconds = max(self.seconds, time.thread_time() - begun)

    @property
    def is_bounded(self) -> bool:
        """True if none took too long, or too much memory."""
        return self.seconds <= MOST_SECONDS and self.memory <= MOST_BYTES

    def __str__(self) -> str:
        refused, taken = self.counts
        bounds = f"at most {self.seconds:.2f} s, {self.memory / 1e6:.1f} MB"
        return f"{self.name:9} {taken} read, {refused} refused; {bounds}"
