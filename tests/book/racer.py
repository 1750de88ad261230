"""One process of a race: runs one action and stops at two points until its parent lets it go on.

It sends through its pipe: `asking` before it asks for the lock; `judged` inside the transaction, when only the writing
is left (then it waits for a message); last the answer: the number of the sheet that the action returned and how many
events it has, or the name of the exception raised. A job is {"do": "record_event", "with": {…}, "ignore": "lock"}:
with "lock" the racer takes no lock, with "id" it does not look for what was already written under its idempotency key.

Racers are forked off a process that has loaded this module and done nothing else: loading it takes longer than a race.
"""

from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from typing import Any

import django

django.setup()

from django.db import connection  # noqa: E402

from tournaments.actions.tables import corrections, posting, preconditions, recording  # noqa: E402

FORK_CONTEXT = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
FORK_CONTEXT.set_forkserver_preload([__name__])


class Racer:
    """A racer as its parent process sees it; it works on the database of that name."""

    def __init__(self, job: dict[str, Any], database: str) -> None:
        self.pipe, its = FORK_CONTEXT.Pipe()
        self.process = FORK_CONTEXT.Process(target=run_racer, args=(job, database, its))
        self.process.start()
        its.close()

    def expect_message(self, word: str) -> None:
        """Wait for the racer's next message and assert that it is this word."""
        assert self.pipe.recv() == word

    def resume(self) -> None:
        """Let a racer that waits go on."""
        self.pipe.send("go")

    def read_answer(self) -> dict[str, Any]:
        """Return the racer's answer once its process has ended without error."""
        told: dict[str, Any] = self.pipe.recv()
        self.process.join()
        assert self.process.exitcode == 0
        return told

    def kill(self) -> None:
        """Kill the racer's process."""
        self.process.kill()
        self.process.join()


def run_racer(job: dict[str, Any], database: str, pipe: Connection) -> None:
    """Run the job in the child process and send its answer through the pipe."""
    connection.settings_dict["NAME"] = database
    stop_before_writing(pipe)
    announce_lock_request(pipe)
    disable_protection(job.get("ignore"))
    pipe.send(run_action(job))


def stop_before_writing(pipe: Connection) -> None:
    """Make the racer send `judged` and wait for a message before its records are posted."""
    honest = posting.post_records

    def seal(drafts: Any) -> None:
        pipe.send("judged")
        pipe.recv()
        honest(drafts)

    recording.post_records = corrections.post_records = seal  # type: ignore[attr-defined]


def announce_lock_request(pipe: Connection) -> None:
    """Send `asking` when the lock is asked for: on SQLite with the BEGIN that queues for it and takes it; PostgreSQL
    itself shows who waits."""
    connection.ensure_connection()
    if connection.vendor != "sqlite":
        pipe.send("asking")
        return
    begin = connection._start_transaction_under_autocommit  # type: ignore[attr-defined]

    def ask_and_begin() -> None:
        pipe.send("asking")
        begin()

    connection._start_transaction_under_autocommit = ask_and_begin  # type: ignore[attr-defined]


def disable_protection(what: str | None) -> None:
    """Switch off the lock ("lock") or the check of idempotency keys ("id"), for a control race."""
    if what == "lock":
        preconditions.lock_tables = lambda tables: None
        corrections.lock_tables = preconditions.lock_tables
        if connection.vendor == "sqlite":
            connection.transaction_mode = None  # type: ignore[attr-defined]
    if what == "id":
        recording.is_retry = corrections.is_retry = lambda sheet, asked: False  # type: ignore[attr-defined]


ACTIONS = {"record_event": recording.record_event, "correct_event": corrections.correct_event}


def run_action(job: dict[str, Any]) -> dict[str, Any]:
    """Run the action of the job. Return the sheet's number and event count, or the name of the exception raised."""
    try:
        sheet = ACTIONS[job["do"]](**job["with"])
    except Exception as error:  # whatever it is, the parent wants its name
        return {"raised": type(error).__name__}
    return {"number": sheet.next_number, "events": len(sheet.events)}
