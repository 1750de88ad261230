"""Pages that anybody reads are read from a replica of the PostgreSQL database, where one is named
(`DATABASE_REPLICA_URL`): each view declares it (`reads_replica`), and a router asks here.

Who has just written reads what he wrote: the answer to whatever may write carries the position of the primary's log,
signed. The next request brings it back, as a cookie or, from another program, as a header, and a replica that has not
copied the log up to there is not read.

The primary still answers those who have signed in; programs with a key that bring no position; everybody while the
replica does not answer, also those who were reading it at that moment; and, while the replica lags, whoever polls a
part of a page. So only a whole page is ever older than STALE_SECONDS, and it says so.
"""

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from threading import Lock, Thread, get_ident
from time import monotonic, sleep
from typing import Any

from django.conf import settings
from django.core import signing
from django.core.exceptions import MiddlewareNotUsed
from django.db import DEFAULT_DB_ALIAS, Error, connection, connections
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import resolve

ALIAS = "replica"
COOKIE, HEADER = "position", "Corbillon-Position"
API_PREFIX = "/api/"
KEPT_SECONDS = 600  # a position: what lags more is told on the page
STALE_SECONDS = 5
MEASURED_EVERY, TRUSTED_FOR = 1.0, 4.0  # seconds
LEFT_ALONE = 10.0  # seconds, once it did not answer: whoever asks again may wait
CUT_SECONDS = 3.0  # that a statement may take: a machine that is frozen says nothing, and no setting of it ends any
WHERE_SQL = """SELECT pg_last_wal_replay_lsn() - '0/0'::pg_lsn, EXTRACT(EPOCH FROM clock_timestamp() - GREATEST(
(SELECT MAX(heard_at) FROM tournaments_keeper), pg_last_xact_replay_timestamp()))"""
"""The replica's query for (how far it is in the log, NULL once it is the primary; for how many seconds nothing has
come, although the keeper writes every two)."""
POSITION_SQL = "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"
SALT = "position"
FAILED = 500  # an answer of this status, or above
GetResponse = Callable[[HttpRequest], HttpResponseBase]
_is_reading: ContextVar[bool] = ContextVar("is_reading_replica", default=False)


class ReplicaRouter:
    """Django's router: our tables are written to the primary, and read from the replica during a request that may read
    it; all other tables are on the primary alone."""

    def db_for_read(self, model: Any, **_hints: Any) -> str:
        is_ours = model._meta.app_label == "tournaments"  # sessions may be new, and the cache is on no replica
        return ALIAS if is_ours and _is_reading.get() else DEFAULT_DB_ALIAS

    def db_for_write(self, _model: Any, **_hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, _one: Any, _other: Any, **_hints: Any) -> bool:
        return True


class StatementWatch:
    """A thread that cuts this process's connections to the replica where a statement gets no answer."""

    def __init__(self) -> None:
        self._under_way: dict[int, tuple[float, Any]] = {}  # by thread
        Thread(target=self._cut_late, name="replica", daemon=True).start()

    @contextmanager
    def over_this_thread(self) -> Iterator[None]:
        """Context manager: watch this thread's connection to the replica, both while it is opened and during each
        statement."""
        wrapper = connections[ALIAS]

        def execute(run: Callable[..., Any], *given: Any) -> Any:
            self._under_way[get_ident()] = monotonic(), wrapper
            try:
                return run(*given)
            finally:
                self._under_way.pop(get_ident(), None)

        self._under_way[get_ident()] = monotonic(), wrapper  # it may be asked first whether it is there
        try:
            with wrapper.execute_wrapper(execute):
                yield
        finally:
            self._under_way.pop(get_ident(), None)

    def _cut_late(self) -> None:
        """Cut each connection that gets no answer for CUT_SECONDS, as long as the process runs."""
        while True:
            sleep(CUT_SECONDS / 6)
            for begun, wrapper in list(self._under_way.values()):
                if monotonic() - begun > CUT_SECONDS and wrapper.connection is not None:
                    with (
                        suppress(OSError, wrapper.Database.Error),  # it has just ended
                        socket.socket(fileno=os.dup(wrapper.connection.fileno())) as found,
                    ):
                        found.shutdown(socket.SHUT_RDWR)


class Replica:
    """What this process knows of the replica. `position`: up to where it has copied the primary's log; `age`: how many
    seconds old its data may be, None where it does not answer. One thread asks it, once a second; the others go by its
    last answer."""

    def __init__(self) -> None:
        self.position, self._age = 0.0, 0.0
        self._asked_at = self._measured_at = -float("inf")
        self._lock, self.watch = Lock(), StatementWatch()

    @property
    def age(self) -> float | None:
        """How many seconds old the replica's data may be; None where it is not to be read."""
        return self._age if monotonic() - self._measured_at < TRUSTED_FOR else None

    def miss(self) -> None:
        """Note that the replica does not answer, and close this thread's connection to it."""
        self._measured_at, self._asked_at = -float("inf"), monotonic() + LEFT_ALONE - MEASURED_EVERY
        connections[ALIAS].close()

    def look(self, wanted: float) -> None:
        """Ask the replica for its position and age, unless that was done within a second and the position `wanted` was
        reached."""
        is_due = monotonic() - self._asked_at >= MEASURED_EVERY or (self.age is not None and self.position < wanted)
        if not is_due or not self._lock.acquire(blocking=False):
            return
        try:
            self._asked_at = monotonic()
            with self.watch.over_this_thread(), connections[ALIAS].cursor() as cursor:
                cursor.execute(WHERE_SQL)
                position, age = cursor.fetchone()
            self.position = float("inf") if position is None else float(position)
            self._age = 0.0 if position is None else float(age or 0)
            self._measured_at = monotonic()
        except Error:
            self.miss()
        finally:
            self._lock.release()


def choose_database(get_response: GetResponse) -> GetResponse:
    """Return the middleware that lets requests read the replica where they may. It must stand before whatever answers
    from the cache, where answers from the replica are kept apart."""
    if ALIAS not in settings.DATABASES:
        raise MiddlewareNotUsed
    replica = Replica()

    def answered(request: HttpRequest) -> HttpResponseBase:
        """Answer a request: from the replica where it may read that, else from the primary. The answer to one that may
        write carries the log's position."""
        if request.method not in ("GET", "HEAD"):
            return note_position(request, get_response(request))
        wanted = read_position(request)
        if wanted is None or not is_declared(request):
            return get_response(request)
        replica.look(wanted)
        age = replica.age
        if age is None or replica.position < wanted:
            return get_response(request)
        is_late = age > STALE_SECONDS
        if is_late and request.headers.get("HX-Request") == "true":
            return get_response(request)
        if is_late:
            request.replica_age = int(age)  # type: ignore[attr-defined]
            request.META.pop("HTTP_IF_NONE_MATCH", None)  # or the browser would show the page that it has, unsaid
        token = _is_reading.set(True)
        try:
            with replica.watch.over_this_thread():
                answer = get_response(request)
        finally:
            _is_reading.reset(token)
        if answer.status_code >= FAILED and connections[ALIAS].errors_occurred:
            replica.miss()
            request.replica_age = None  # type: ignore[attr-defined]
            return get_response(request)
        answer["Age"] = str(int(age))
        return answer

    return answered


def is_reading_replica() -> bool:
    """True if the request under way reads the replica."""
    return _is_reading.get()


def is_declared(request: HttpRequest) -> bool:
    """True if the view of this address is marked as one that may read the replica."""
    try:
        return getattr(resolve(request.path_info).func, "reads_replica", False)
    except Http404:
        return False


def read_position(request: HttpRequest) -> float | None:
    """Return the log position that the replica must have reached for this asker, 0 for a stranger; None for whoever
    must read the primary: those who have signed in, and a program's key without a position."""
    said = request.headers.get(HEADER) or request.COOKIES.get(COOKIE, "")
    if settings.SESSION_COOKIE_NAME in request.COOKIES or ("Authorization" in request.headers and not said):
        return None
    with suppress(signing.BadSignature, ValueError):
        return float(signing.TimestampSigner(salt=SALT).unsign(said, max_age=KEPT_SECONDS)) if said else 0.0
    return 0.0


def note_position(request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
    """Return the answer with the log's position after what was written: in a header, and for browsers in a cookie
    too."""
    with suppress(Error):
        with connection.cursor() as cursor:
            cursor.execute(POSITION_SQL)
            said = signing.TimestampSigner(salt=SALT).sign(str(cursor.fetchone()[0]))
        answer[HEADER] = said
        if not request.path.startswith(API_PREFIX):
            options = {"secure": settings.HTTPS, "httponly": True, "samesite": "Lax"}
            answer.set_cookie(COOKIE, said, max_age=KEPT_SECONDS, **options)
    return answer
