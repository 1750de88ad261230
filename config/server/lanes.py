"""Lanes of threads: who records at a table, who organises and who looks on have threads of their own.

So a crowd that looks on, or a page that takes seconds, never keeps a coup waiting for a thread; and whoever asks for
one tournament again and again takes a part of the threads of those who look on, never all.
"""

from collections import deque
from enum import Enum
from threading import Condition, Thread
from time import monotonic
from typing import Any

from waitress.utilities import logger

TABLE_PREFIX = "/t/"
HOUSE_PREFIXES = (TABLE_PREFIX, "/desk/", "/accounts/")
READING_METHODS = ("GET", "HEAD")


class Lane(Enum):
    """Whose threads answer a request. TABLE: what a table writes; HOUSE: what tables read, and all of the organisers;
    PUBLIC: everything else."""

    TABLE = "table"
    HOUSE = "house"
    PUBLIC = "public"


def choose_lane(method: str, path: str) -> Lane:
    """Return the lane of a request."""
    if path.startswith(TABLE_PREFIX) and method not in READING_METHODS:
        return Lane.TABLE
    return Lane.HOUSE if path.startswith(HOUSE_PREFIXES) else Lane.PUBLIC


def find_subject(path: str) -> str:
    """Return what a public request is about: the first part of its path, which is a tournament's code, in capitals as
    the program reads it."""
    return path.lstrip("/").partition("/")[0].upper()


def share_threads(threads: int) -> dict[Lane, int]:
    """Return the number of threads of each lane: a quarter for what tables write, and one at least for each."""
    table = max(1, threads // 4)
    house = max(1, (threads - table) // 2)
    return {Lane.TABLE: table, Lane.HOUSE: house, Lane.PUBLIC: max(1, threads - table - house)}


class ThreadLane:
    """The threads of one lane, and the requests that wait for them.

    `at_once`: how many requests about one subject are answered at the same time. Those about other subjects overtake
    the ones that wait for their own.
    """

    def __init__(self, lane: Lane, threads: int, at_once: int) -> None:
        self.at_once = at_once
        self._waiting: deque[tuple[str, Any]] = deque()
        self._running: dict[str, int] = {}
        self._changed = Condition()
        self._closed = False
        self._threads = [Thread(target=self._work, name=f"{lane.value}-{n}", daemon=True) for n in range(threads)]
        for thread in self._threads:
            thread.start()

    def add(self, subject: str, task: Any) -> None:
        """Let a thread carry out `task.service()` once one is free."""
        with self._changed:
            self._waiting.append((subject, task))
            self._changed.notify()

    def close(self, until: float) -> None:
        """End the threads once they have finished what they do, and cancel what waits. `until`: by this time of
        `monotonic()`."""
        with self._changed:
            self._closed = True
            waiting, self._waiting = self._waiting, deque()
            self._changed.notify_all()
        for _, task in waiting:
            task.cancel()
        for thread in self._threads:
            thread.join(max(0.0, until - monotonic()))

    def _work(self) -> None:
        """Carry out tasks until the lane is closed."""
        while (taken := self._take()) is not None:
            subject, task = taken
            try:
                task.service()
            except Exception:
                logger.exception("a request could not be answered")
            finally:
                self._release(subject)

    def _take(self) -> tuple[str, Any] | None:
        """Wait for a task that may begin, and return it after its subject; None once the lane is closed."""
        with self._changed:
            while not self._closed:
                for index, (subject, task) in enumerate(self._waiting):
                    if self._running.get(subject, 0) < self.at_once:
                        del self._waiting[index]
                        self._running[subject] = self._running.get(subject, 0) + 1
                        return subject, task
                self._changed.wait()
            return None

    def _release(self, subject: str) -> None:
        """Note that a task about this subject has ended."""
        with self._changed:
            self._running[subject] -= 1
            if not self._running[subject]:
                del self._running[subject]
            self._changed.notify()


class LaneDispatcher:
    """waitress's task dispatcher, with lanes. A task is a connection whose first request is to be answered."""

    def __init__(self, threads: int) -> None:
        self._lanes = {
            lane: ThreadLane(lane, share, max(1, share - 1) if lane is Lane.PUBLIC else share)
            for lane, share in share_threads(threads).items()
        }

    def add_task(self, task: Any) -> None:
        """Put the connection's request into its lane."""
        request = task.requests[0]
        path = getattr(request, "path", "")  # a request that could not be parsed has none
        lane = choose_lane(getattr(request, "command", ""), path)
        self._lanes[lane].add(find_subject(path) if lane is Lane.PUBLIC else "", task)

    def shutdown(self, until: float) -> None:
        """End all threads by this time of `monotonic()`."""
        for lane in self._lanes.values():
            lane.close(until)
