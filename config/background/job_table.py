"""Jobs, and who starts them, as tables of the PostgreSQL database: for several servers that keep nothing of their own.

Nothing here lasts longer than one statement on a connection: no lock, no setting. So any pooler may stand between, and
a server that is killed, cut off or stopped for a while holds nothing: who starts jobs has to say again and again that
he is there. All times are the database's own, whatever the servers' clocks say.
"""

import json
import secrets
import shutil
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from django.db import Error, connection

from config.background.jobs import KEPT_SECONDS, PIECE_BYTES, Job, JobState, find_kind
from config.background.kinds import JobKind

KEEPER_SECONDS = 10  # a keeper that was not heard of for so long is none: another one takes over
RENEWED_EVERY = 2  # seconds
MOST_TRIES = 3  # of a job whose servers were killed one after the other: it may be what kills them
COLUMNS = """key, tournament_id, arguments, details, is_calm, asked_at, state, done, steps, failure,
EXTRACT(EPOCH FROM clock_timestamp() - changed_at)"""
OF_CLUB = """SELECT COUNT(*) FILTER (
    WHERE other.state = 'running' AND clock_timestamp() - other.changed_at < make_interval(secs => %s)
) AS running, MAX(other.changed_at) AS served_at
FROM tournaments_job AS other LEFT JOIN tournaments_event AS theirs ON theirs.id = other.tournament_id
WHERE COALESCE(theirs.club_id, -other.tournament_id) = COALESCE(mine.club_id, -waiting.tournament_id)
AND other.kind = waiting.kind AND other.state <> 'waiting'"""
"""SQL columns: how many jobs of a kind the club of `mine` has under way, and when one of them last began or reported.
An evening that was deleted counts as a club by itself."""


def execute(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """Execute one statement, and return its rows. Raises OSError, caused by what the database says; the next
    statement then finds a new connection, perhaps to another primary."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement, values)
            return cursor.fetchall() if cursor.description else []
    except Error as error:
        if not connection.in_atomic_block:
            connection.close()
        raise OSError(str(error)) from error


class JobTable:
    """The jobs of all servers of a PostgreSQL database, with the methods of `JobFolders`. A job's process writes its
    file to the folder `var` of the server that it runs on, and `finish` puts it into the database, where every server
    reads it."""

    def __init__(self, var: Path) -> None:
        self._root = var / "jobs"
        self._holder, self._renewed_at = secrets.token_hex(8), -float("inf")

    def ask(
        self,
        kind: JobKind,
        arguments: Sequence[str] = (),
        *,
        tournament_id: int | None = None,
        details: dict[str, Any] | None = None,
        is_calm: bool = False,
    ) -> Job:
        """Ask for a job of this kind, and return it; if one with the same arguments waits already, return that one
        instead, but no calm one to somebody who waits. `details`: shown on its page; `is_calm`: nobody waits for it.
        Raises OSError."""
        same = self._select(
            "kind = %s AND state = 'waiting' AND tournament_id IS NOT DISTINCT FROM %s AND arguments = %s "
            "AND (%s OR NOT is_calm) LIMIT 1",
            *(kind.name, tournament_id, json.dumps(list(arguments)), is_calm),
        )
        if same:
            return same[0]
        if tournament_id is not None:
            self.delete_old()
        # by one statement: a keeper that serves all of the kind may delete it before another one could read it
        [row] = execute(
            f"""INSERT INTO tournaments_job (key, kind, tournament_id, arguments, details, is_calm, asked_at)
            SELECT %s, %s, %s, %s, %s, %s,
            GREATEST(clock_timestamp(), MAX(asked_at) + interval '1 ms') FROM tournaments_job WHERE kind = %s
            RETURNING {COLUMNS}""",
            *(f"{kind.name}-{secrets.token_urlsafe(12)}", kind.name, tournament_id, json.dumps(list(arguments))),
            *(json.dumps(details or {}), is_calm, kind.name),
        )
        job = _build_job(*row)
        assert job is not None, "it is of a kind of ours"
        return job

    def take(self, kind: JobKind, *, calm: bool = True) -> Job | None:
        """Mark the next waiting job of this kind as running, and return it, or None; no two servers get the same one.
        First those that somebody waits for, then, with `calm`, the others. Clubs take turns, and of each at most
        `kind.at_once` jobs run, so that the fifty documents of one hold up no other. Of the installation's own jobs the
        newest is taken; it serves for the older ones too, which are deleted."""
        taken = execute(
            f"""UPDATE tournaments_job SET state = 'running', tries = tries + 1, changed_at = clock_timestamp()
            WHERE key = (
                SELECT waiting.key FROM tournaments_job AS waiting
                LEFT JOIN tournaments_event AS mine ON mine.id = waiting.tournament_id
                LEFT JOIN LATERAL ({OF_CLUB}) AS club ON true
                WHERE waiting.kind = %s AND waiting.state = 'waiting' AND (%s OR NOT waiting.is_calm)
                AND club.running < %s
                ORDER BY waiting.is_calm, club.served_at NULLS FIRST,
                CASE WHEN waiting.tournament_id IS NULL THEN -1 ELSE 1 END * EXTRACT(EPOCH FROM waiting.asked_at)
                LIMIT 1 FOR UPDATE OF waiting SKIP LOCKED
            ) RETURNING key, tournament_id IS NULL""",
            *(kind.silent, kind.name, calm, kind.at_once),
        )
        if not taken:
            return None
        [(key, is_own)] = taken
        if is_own:
            execute("DELETE FROM tournaments_job WHERE kind = %s AND key <> %s AND state <> 'running'", kind.name, key)
        return self.find(key)

    def report(self, job: Job, done: int, steps: int) -> None:
        """Store that `done` of the job's `steps` are done, with the file made so far. Raises OSError, also if the job
        was deleted."""
        if not execute(
            """UPDATE tournaments_job SET done = %s, steps = %s, result = COALESCE(%s, result),
            changed_at = clock_timestamp() WHERE key = %s RETURNING key""",
            *(done, steps, self._read_own_file(job), job.key),
        ):
            raise FileNotFoundError(job.key)

    def finish(self, job: Job, failure: str | None = None) -> None:
        """Store that the job is done, with the file it made; or that it failed: `failure` is a sentence, or "". No
        effect if the job was deleted."""
        with suppress(OSError):
            if failure is None:
                execute(
                    """UPDATE tournaments_job SET state = 'done', result = COALESCE(%s, result),
                    changed_at = clock_timestamp() WHERE key = %s""",
                    *(self._read_own_file(job), job.key),
                )
                shutil.rmtree(self._root / job.key, ignore_errors=True)
            else:
                execute(
                    """UPDATE tournaments_job SET failure = COALESCE(NULLIF(%s, ''), failure), state =
                    CASE WHEN state IN ('done', 'stopped') THEN state ELSE 'failed' END, changed_at = clock_timestamp()
                    WHERE key = %s""",
                    *(failure, job.key),
                )

    def give_up(self, job: Job) -> None:
        """Let another server do a job that this one cannot finish: it waits again. It has failed instead if its kind is
        not one on demand (`JobKind.is_on_demand`), or if it was begun MOST_TRIES times."""
        state = JobState.WAITING if job.kind.is_on_demand else JobState.FAILED
        with suppress(OSError):
            execute(
                """UPDATE tournaments_job SET state = CASE WHEN tries < %s THEN %s ELSE 'failed' END,
                changed_at = clock_timestamp() WHERE key = %s AND state = 'running'""",
                *(MOST_TRIES, state, job.key),
            )

    def stop(self, job: Job) -> None:
        """Note that nobody wants the job any more; its process sees that between two steps, and ends. No effect if it
        was deleted."""
        with suppress(OSError):
            execute(
                """UPDATE tournaments_job SET state = 'stopped', changed_at = clock_timestamp()
                WHERE key = %s AND state <> 'done'""",
                job.key,
            )

    def has_waiting(self, kind: JobKind) -> bool:
        """True if a job of this kind waits. Raises OSError."""
        return bool(execute("SELECT 1 FROM tournaments_job WHERE kind = %s AND state = 'waiting'", kind.name))

    def find(self, key: str) -> Job | None:
        """Return the job with this key, or None. A job whose process has reported nothing for too long is returned as
        failed."""
        return next(iter(self._select("key = %s", key.replace("\0", ""))), None)

    def list_jobs(self, kind: JobKind) -> list[Job]:
        """Return the jobs of this kind that are still kept, the newest first."""
        return self._select("kind = %s ORDER BY asked_at DESC", kind.name)

    def get_result_path(self, job: Job) -> Path:
        """Return the file, on this server, for what the job makes here."""
        folder = self._root / job.key
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder / "result"

    def read_result(self, job: Job) -> bytes:
        """Return the content of the file that the job has made, on whatever server. Raises OSError where there is
        none."""
        rows = execute("SELECT result FROM tournaments_job WHERE key = %s", job.key)
        if not rows or rows[0][0] is None:
            raise FileNotFoundError(job.key)
        return bytes(rows[0][0])

    def iterate_result(self, job: Job) -> Iterator[bytes]:
        """Yield the content of the file that the job has made, piece by piece; nothing where there is none. Raises
        OSError."""
        statement, first = "SELECT substring(result FROM %s FOR %s) FROM tournaments_job WHERE key = %s", 1
        while (rows := execute(statement, first, PIECE_BYTES, job.key)) and rows[0][0]:
            yield bytes(rows[0][0])
            first += PIECE_BYTES

    def delete_old(self, tournaments: Collection[int] = ()) -> None:
        """Delete the tournaments' jobs that are older than KEPT_SECONDS and not running; and all jobs of these
        `tournaments` (ids), even running ones."""
        execute(
            """DELETE FROM tournaments_job WHERE tournament_id = ANY(%s) OR (tournament_id IS NOT NULL
            AND state <> 'running' AND clock_timestamp() - changed_at > make_interval(secs => %s))""",
            *(list(tournaments), KEPT_SECONDS),
        )
        for folder in self._root.glob("*-*"):
            if self.find(folder.name) is None:
                shutil.rmtree(folder, ignore_errors=True)

    def lead(self, kinds: Sequence[JobKind]) -> bool:
        """Make this server the one that starts jobs for all servers, or keep it so, and return True. False if another
        one did so within KEEPER_SECONDS, or if the database does not answer. `kinds`: the kinds of jobs that it starts;
        they are noted beside it."""
        if monotonic() - self._renewed_at < RENEWED_EVERY:
            return True
        with suppress(OSError):
            if execute(
                """INSERT INTO tournaments_keeper AS kept (id, holder, kinds) VALUES (1, %s, %s)
                ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, kinds = excluded.kinds,
                began_at = CASE WHEN kept.holder = excluded.holder THEN kept.began_at ELSE clock_timestamp() END,
                heard_at = clock_timestamp()
                WHERE kept.holder = excluded.holder
                OR clock_timestamp() - kept.heard_at > make_interval(secs => %s) RETURNING 1""",
                *(self._holder, " ".join(kind.name for kind in kinds), KEEPER_SECONDS),
            ):
                self._renewed_at = monotonic()
                return True
        return False

    def leave(self) -> None:
        """Let another server start the jobs from now on."""
        self._renewed_at = -float("inf")
        with suppress(OSError):
            execute("DELETE FROM tournaments_keeper WHERE holder = %s", self._holder)
        if not connection.in_atomic_block:
            connection.close()  # the thread may end with it

    def find_leader_start(self, kind: JobKind) -> float | None:
        """Return since when some server has been starting the jobs of this kind, in seconds since 1970; None if none
        does."""
        with suppress(OSError):
            found = execute(
                """SELECT EXTRACT(EPOCH FROM began_at) FROM tournaments_keeper
                WHERE %s = ANY(string_to_array(kinds, ' '))
                AND clock_timestamp() - heard_at <= make_interval(secs => %s)""",
                *(kind.name, KEEPER_SECONDS),
            )
            return float(found[0][0]) if found else None
        return None

    def _read_own_file(self, job: Job) -> bytes | None:
        """Return the content of the file that the job has made on this server; None where there is none."""
        with suppress(OSError):
            return (self._root / job.key / "result").read_bytes()
        return None

    def _select(self, where: str, *values: Any) -> list[Job]:
        """Return the jobs whose rows fulfil this SQL condition, which `values` complete."""
        rows = execute(f"SELECT {COLUMNS} FROM tournaments_job WHERE {where}", *values)
        return [job for row in rows if (job := _build_job(*row))]


def _build_job(
    key: str,
    tournament_id: int | None,
    arguments: str,
    details: str,
    is_calm: bool,
    asked_at: Any,
    state: str,
    done: int,
    steps: int,
    failure: str,
    silent_for: float,
) -> Job | None:
    """Return the job of a row; None if this program knows no such kind. It counts as failed if its process was silent
    too long."""
    kind = find_kind(key)
    if kind is None:
        return None
    now = JobState(state)
    if now is JobState.RUNNING and kind.silent is not None and silent_for > kind.silent:
        now = JobState.FAILED
    loaded = json.loads(arguments), json.loads(details)
    return Job(kind, key, tournament_id, *loaded, is_calm, asked_at, now, (done, steps), failure)
