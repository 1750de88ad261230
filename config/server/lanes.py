"""Lanes of threads: who records at a table, who organises, who signs in, who signs up or asks «what if», and who looks
on have threads of their own.

So a crowd that looks on, or a page that takes seconds, never keeps a coup waiting for a thread, and somebody who
guesses passwords keeps only other strangers waiting. Inside a lane the requests of one known asker are limited: those
who look on at one tournament, or who use one program's key, leave at least one to others where there are several; a
table, a device that has signed in before and, where there are many clubs, the organisers of one club have one request
answered at a time. In the lanes HOUSE and PUBLIC, requests that are mostly quick to answer, such as polls, go before
the others; but after QUICK_IN_A_ROW of them one of the others is answered. In the other lanes the askers take turns.
"""

from bisect import insort
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from operator import itemgetter
from threading import Condition, Thread
from time import monotonic, thread_time
from typing import Any, NamedTuple

from waitress.utilities import logger

from config.server.questions import Question, QuickQuestions, identify_question

TABLE_PREFIX = "/t/"
ORGANISER_PREFIX = "/desk/"
API_PREFIX = "/api/"
DOOR_PREFIXES = ("/accounts/", "/join")
COMPUTED_FOR_GUESTS = ("what-if", "leaflet.pdf")  # anew for each asker; a leaflet the first time, for seconds
WRITTEN_BY_GUESTS = ("sign-up", "my-sign-up", "door")  # each may take SQLite's only writer
READING_METHODS = ("GET", "HEAD")
ANYBODY = ""  # whoever cannot be told from others
QUICK_IN_A_ROW = 16  # then one of the others is answered, if any waits


class Lane(Enum):
    """A group of threads that answers one sort of requests. TABLE: writes of tables; HOUSE: reads of tables, and all of
    the organisers; DOOR: what may hash a password; DEAR: other long work that anybody may ask for; PUBLIC: everything
    else."""

    TABLE = "table"
    HOUSE = "house"
    DOOR = "door"
    DEAR = "dear"
    PUBLIC = "public"


LANES_IN_TURNS = (Lane.TABLE, Lane.DOOR, Lane.DEAR)  # of few threads, which one asker could take one after the other


def choose_lane(method: str, path: str) -> Lane:
    """Return the lane of a request, by its method and the page that its path names."""
    writes = method not in READING_METHODS
    if path.startswith((TABLE_PREFIX, ORGANISER_PREFIX)):
        return Lane.TABLE if writes and path.startswith(TABLE_PREFIX) else Lane.HOUSE
    if writes and path.startswith(DOOR_PREFIXES):
        return Lane.DOOR
    page = get_page(path)
    return Lane.DEAR if page in COMPUTED_FOR_GUESTS or (writes and page in WRITTEN_BY_GUESTS) else Lane.PUBLIC


def get_page(path: str) -> str:
    """Return the last part of a path: «standings» of «/K7M/standings»."""
    return path.rpartition("/")[2]


def share_threads(threads: int) -> dict[Lane, int]:
    """Return the number of threads of each lane: about a quarter for the writes of tables, one at least for each. DOOR
    and DEAR have one each, beyond `threads`."""
    table = max(1, threads // 4)
    house = max(1, (threads - table) // 2)
    rest = max(1, threads - table - house)
    return {Lane.TABLE: table, Lane.HOUSE: house, Lane.DOOR: 1, Lane.DEAR: 1, Lane.PUBLIC: rest}


class Waiting(NamedTuple):
    """A request that waits for a thread; the one with the lowest `place` comes first."""

    place: int
    asker: str
    question: Question
    task: Any


class ThreadLane:
    """The threads of one lane, and the requests that wait for them.

    `at_once`: how many requests of one asker are answered at the same time; those beyond that let others pass. Askers
    who are not known (ANYBODY) have no such limit. In the lanes of LANES_IN_TURNS the askers take turns; in the others,
    questions that are mostly quick to answer go first.
    """

    def __init__(self, lane: Lane, threads: int, at_once: int) -> None:
        self.at_once, self.in_turns = at_once, lane in LANES_IN_TURNS
        self._waiting: list[Waiting] = []
        self._quick = QuickQuestions()
        self._quick_run = 0
        self._running: Counter[str] = Counter()
        self._changed = Condition()
        self._closed = False
        self._threads = [Thread(target=self._work, name=f"{lane.value}-{n}", daemon=True) for n in range(threads)]
        for thread in self._threads:
            thread.start()

    def add(self, asker: str, question: Question, task: Any) -> None:
        """Have `task.service()` called by a thread of this lane once one is free. `asker`: a text for whoever asks."""
        with self._changed:
            if self.in_turns:
                place = self._running[asker] + sum(each.asker == asker for each in self._waiting)
            else:
                place = int(not self._quick.is_quick(question))
            insort(self._waiting, Waiting(place, asker, question, task), key=itemgetter(0))
            self._changed.notify()

    def close(self, until: float) -> None:
        """End the threads once they have finished what they do, and cancel what waits. `until`: by this time of
        `monotonic()`."""
        with self._changed:
            self._closed = True
            waiting, self._waiting = self._waiting, []
            self._changed.notify_all()
        for each in waiting:
            each.task.cancel()
        for thread in self._threads:
            thread.join(max(0.0, until - monotonic()))

    def _work(self) -> None:
        """Carry out tasks until the lane is closed."""
        while (taken := self._take()) is not None:
            begun = thread_time()
            try:
                taken.task.service()
            except Exception:
                logger.exception("a request could not be answered")
            finally:
                self._release(taken, thread_time() - begun)

    def _take(self) -> Waiting | None:
        """Wait for a task that may begin, and return it; None once the lane is closed."""
        with self._changed:
            while not self._closed:
                if taken := self._choose(filter(self._may_begin, self._waiting)):
                    self._waiting.remove(taken)
                    self._running[taken.asker] += 1
                    return taken
                self._changed.wait()
            return None

    def _may_begin(self, request: Waiting) -> bool:
        """True unless as many requests of the same asker as allowed are being answered."""
        return request.asker == ANYBODY or self._running[request.asker] < self.at_once

    def _choose(self, able: Iterator[Waiting]) -> Waiting | None:
        """Return the first of these requests, or None; after many quick ones in a row, the first that is not quick, if
        there is any."""
        first = next(able, None)
        if first is None or self.in_turns:
            return first
        if not first.place and self._quick_run >= QUICK_IN_A_ROW:
            first = next((each for each in able if each.place), first)
        self._quick_run = 0 if first.place else self._quick_run + 1
        return first

    def _release(self, done: Waiting, seconds: float) -> None:
        """Note that a task has ended, and the processor time that it took."""
        with self._changed:
            self._running[done.asker] -= 1
            if not self._running[done.asker]:
                del self._running[done.asker]
            self._quick.note(done.question, seconds)
            self._changed.notify()


class LaneDispatcher:
    """waitress's task dispatcher, with lanes. A task is a connection whose first request is to be answered.

    `find_device`: returns the id of the device, signed in before, that sends a Cookie header; `find_club`: the club of
    the organiser who sends one; `find_key`: the key in an Authorization header. Each returns "" where nothing is known.
    """

    def __init__(
        self,
        threads: int,
        find_device: Callable[[str], str],
        find_club: Callable[[str], str] = lambda header: ANYBODY,
        find_key: Callable[[str], str] = lambda header: ANYBODY,
    ) -> None:
        self._find_device, self._find_club, self._find_key = find_device, find_club, find_key
        self._lanes = {
            lane: ThreadLane(lane, share, max(1, share - 1) if lane is Lane.PUBLIC else 1)
            for lane, share in share_threads(threads).items()
        }

    def add_task(self, task: Any) -> None:
        """Put the connection's request into its lane."""
        request = task.requests[0]
        path = "/" + getattr(request, "path", "").lstrip("/")  # a request that could not be parsed has none
        lane = choose_lane(getattr(request, "command", ""), path)
        self._lanes[lane].add(self.find_asker(lane, path, request.headers), identify_question(request), task)

    def find_asker(self, lane: Lane, path: str, headers: Mapping[str, str]) -> str:
        """Return a text that stands for whoever asks, by which each has his turn; "" where nothing is known.

        By lane: in TABLE the table's key; in HOUSE the table's key or the organiser's club; in DOOR the device; in DEAR
        the page, so that only those who ask for the same page wait for each other; in PUBLIC a program's key or the
        first part of the path, as a tournament's code, in capitals.
        """
        if lane is Lane.DOOR:
            return self._find_device(headers.get("COOKIE", ""))
        if lane is Lane.DEAR:
            return get_page(path)
        if path.startswith(TABLE_PREFIX):
            return headers.get("X_TABLE_KEY", ANYBODY)
        if lane is Lane.HOUSE:
            return self._find_club(headers.get("COOKIE", ""))
        if path.startswith(API_PREFIX) and (key := self._find_key(headers.get("AUTHORIZATION", ""))):
            return key
        return f"/{path.split('/')[1].upper()}" if lane is Lane.PUBLIC else ANYBODY

    def shutdown(self, until: float) -> None:
        """End all threads by this time of `monotonic()`."""
        for lane in self._lanes.values():
            lane.close(until)
