"""One process of a race: does one action, and stops at two points until its parent says to go on.

    python -m tests.book.racer '{"do": "record_event", "with": {…}, "ignore": "lock"}'

It says on standard output, one word a line: `asking`, before it asks for the lock; `judged`, inside the transaction,
when only the writing is left (then it waits for a line on standard input); last the answer, as JSON: the number and the
events of the sheet that the action returned, or what it raised. `ignore`: "lock" takes none, "id" forgets what was
written under that id.
"""

import json
import sys
from typing import Any

import django

django.setup()

from django.db import connection  # noqa: E402

from tournaments import actions  # noqa: E402
from tournaments.actions import asking, corrections, recording, writing  # noqa: E402


def say(word: str) -> None:
    print(word, flush=True)


def stop_before_writing() -> None:
    honest = writing.seal

    def seal(drafts: Any) -> None:
        say("judged")
        sys.stdin.readline()
        honest(drafts)

    recording.seal = corrections.seal = seal  # type: ignore[attr-defined]


def tell_when_asking() -> None:
    """SQLite's lock is taken by the BEGIN itself: told as it is sent. PostgreSQL shows who waits by itself."""
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        connection.connection.set_trace_callback(lambda sql: say("asking") if sql.startswith("BEGIN") else None)
    else:
        say("asking")


def ignore(what: str | None) -> None:
    if what == "lock":
        asking.lock = lambda tables: None
        if connection.vendor == "sqlite":
            connection.transaction_mode = None  # type: ignore[attr-defined]
    if what == "id":
        recording.done_before = corrections.done_before = lambda sheet, asked: False  # type: ignore[attr-defined]


def answer(job: dict[str, Any]) -> dict[str, Any]:
    try:
        sheet = getattr(actions, job["do"])(**job["with"])
    except Exception as error:  # whatever it is, the parent wants its name
        return {"raised": type(error).__name__}
    return {"number": sheet.number, "events": len(sheet.events)}


if __name__ == "__main__":
    job = json.loads(sys.argv[1])
    stop_before_writing()
    tell_when_asking()
    ignore(job.get("ignore"))
    say(json.dumps(answer(job)))
