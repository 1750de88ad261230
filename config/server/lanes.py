"""Lanes of threads: who records at a table, who organises, who signs in, who signs up or asks «what if», and who looks
on have threads of their own.

So a crowd that looks on, or a page that takes seconds, never keeps a coup waiting for a thread, and no guesser of
passwords keeps anybody waiting but other strangers. Whoever asks for one tournament again and again takes a part of
the threads of those who look on, never all; a table, and a device that has signed in before, has one request under way.
"""

from bisect import insort
from collections import Counter
from collections.abc import Callable, Mapping
from enum import Enum
from operator import itemgetter
from threading import Condition, Thread
from time import monotonic
from typing import Any

from waitress.utilities import logger

TABLE_PREFIX = "/t/"
ORGANISER_PREFIX = "/desk/"
DOOR_PREFIXES = ("/accounts/", "/join")
COMPUTED_FOR_GUESTS = ("what-if", "leaflet.pdf")  # anew for each asker; a leaflet the first time, for seconds
WRITTEN_BY_GUESTS = ("sign-up", "my-sign-up", "door")  # each may take SQLite's only writer
READING_METHODS = ("GET", "HEAD")
ANYBODY = ""  # whoever cannot be told from others


class Lane(Enum):
    """Whose threads answer a request. TABLE: what a table writes; HOUSE: what tables read, and all of the organisers;
    DOOR: whatever may hash a password; DEAR: what else anybody may ask that writes or computes long; PUBLIC: everything
    else."""

    TABLE = "table"
    HOUSE = "house"
    DOOR = "door"
    DEAR = "dear"
    PUBLIC = "public"


LANES_IN_TURNS = (Lane.TABLE, Lane.DOOR, Lane.DEAR)  # of few threads, which one asker could take one after the other


def choose_lane(method: str, path: str) -> Lane:
    """Return the lane of a request."""
    writes = method not in READING_METHODS
    if path.startswith((TABLE_PREFIX, ORGANISER_PREFIX)):
        return Lane.TABLE if writes and path.startswith(TABLE_PREFIX) else Lane.HOUSE
    if writes and path.startswith(DOOR_PREFIXES):
        return Lane.DOOR
    page = get_page(path)
    return Lane.DEAR if page in COMPUTED_FOR_GUESTS or (writes and page in WRITTEN_BY_GUESTS) else Lane.PUBLIC


def get_page(path: str) -> str:
    """Return the last part of a path, which says what is asked of a tournament."""
    return path.rpartition("/")[2]


def share_threads(threads: int) -> dict[Lane, int]:
    """Return the number of threads of each lane: a quarter for what tables write, and one at least for each; the door
    and what is dear have one each beside them all."""
    table = max(1, threads // 4)
    house = max(1, (threads - table) // 2)
    rest = max(1, threads - table - house)
    return {Lane.TABLE: table, Lane.HOUSE: house, Lane.DOOR: 1, Lane.DEAR: 1, Lane.PUBLIC: rest}


class ThreadLane:
    """The threads of one lane, and the requests that wait for them.

    `at_once`: how many requests of one asker are answered at the same time, ANYBODY's excepted; others overtake those
    that wait for it. In some lanes its second request lets the first ones of all others go before it, and so on.
    """

    def __init__(self, lane: Lane, threads: int, at_once: int) -> None:
        self.at_once, self.in_turns = at_once, lane in LANES_IN_TURNS
        self._waiting: list[tuple[int, str, Any]] = []
        self._running: Counter[str] = Counter()
        self._changed = Condition()
        self._closed = False
        self._threads = [Thread(target=self._work, name=f"{lane.value}-{n}", daemon=True) for n in range(threads)]
        for thread in self._threads:
            thread.start()

    def add(self, asker: str, task: Any) -> None:
        """Let a thread carry out `task.service()` once one is free."""
        with self._changed:
            place = self._running[asker] + sum(other == asker for _, other, _ in self._waiting) if self.in_turns else 0
            insort(self._waiting, (place, asker, task), key=itemgetter(0))
            self._changed.notify()

    def close(self, until: float) -> None:
        """End the threads once they have finished what they do, and cancel what waits. `until`: by this time of
        `monotonic()`."""
        with self._changed:
            self._closed = True
            waiting, self._waiting = self._waiting, []
            self._changed.notify_all()
        for _, _, task in waiting:
            task.cancel()
        for thread in self._threads:
            thread.join(max(0.0, until - monotonic()))

    def _work(self) -> None:
        """Carry out tasks until the lane is closed."""
        while (taken := self._take()) is not None:
            asker, task = taken
            try:
                task.service()
            except Exception:
                logger.exception("a request could not be answered")
            finally:
                self._release(asker)

    def _take(self) -> tuple[str, Any] | None:
        """Wait for a task that may begin, and return it after its asker; None once the lane is closed."""
        with self._changed:
            while not self._closed:
                for index, (_, asker, task) in enumerate(self._waiting):
                    if asker == ANYBODY or self._running[asker] < self.at_once:
                        del self._waiting[index]
                        self._running[asker] += 1
                        return asker, task
                self._changed.wait()
            return None

    def _release(self, asker: str) -> None:
        """Note that a task of this asker has ended."""
        with self._changed:
            self._running[asker] -= 1
            if not self._running[asker]:
                del self._running[asker]
            self._changed.notify()


class LaneDispatcher:
    """waitress's task dispatcher, with lanes. A task is a connection whose first request is to be answered.

    `find_device`: returns the id of the device that has signed in before, of a header of cookies; "" for a stranger's.
    """

    def __init__(self, threads: int, find_device: Callable[[str], str]) -> None:
        self._find_device = find_device
        self._lanes = {
            lane: ThreadLane(lane, share, max(1, share - 1) if lane is Lane.PUBLIC else 1)
            for lane, share in share_threads(threads).items()
        }

    def add_task(self, task: Any) -> None:
        """Put the connection's request into its lane."""
        request = task.requests[0]
        path = "/" + getattr(request, "path", "").lstrip("/")  # a request that could not be parsed has none
        lane = choose_lane(getattr(request, "command", ""), path)
        self._lanes[lane].add(self.find_asker(lane, path, request.headers), task)

    def find_asker(self, lane: Lane, path: str, headers: Mapping[str, str]) -> str:
        """Return who asks: a table by its key, a device at the door, of what is dear the page, so that no page waits
        for all who ask for another one; and of the public the first part of the path, which is a tournament's code, in
        capitals as the program reads it."""
        if lane is Lane.DOOR:
            return self._find_device(headers.get("COOKIE", ""))
        if lane is Lane.DEAR:
            return get_page(path)
        if path.startswith(TABLE_PREFIX):
            return headers.get("X_TABLE_KEY", ANYBODY)
        return f"/{path.split('/')[1].upper()}" if lane is Lane.PUBLIC else ANYBODY

    def shutdown(self, until: float) -> None:
        """End all threads by this time of `monotonic()`."""
        for lane in self._lanes.values():
            lane.close(until)
