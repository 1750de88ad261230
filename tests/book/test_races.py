"""Two processes that write at one table at the same time, ordered by the messages they send: no chance, no sleep.

The first one is stopped inside its transaction, everything checked and nothing written. The second one comes and must
wait until the first has written. Each race has its control: a second process that ignores the lock gets in; one that
ignores the idempotency key gets the wrong answer.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from tests.book.evening_builders import build_coup, create_table, record_events
from tests.book.racer import Racer
from tests.fixtures.databases import Database, wait_until_someone_waits
from tournaments.models import Record, Table


def fill_started_table() -> None:
    """Fill the database: one table with one coup."""
    record_events(create_table(), build_coup())


pytestmark = [pytest.mark.book, pytest.mark.start_from(fill=fill_started_table)]

Job = dict[str, Any]


def build_record_job(key: str, number: int = 2, event: Job | None = None, **how: str) -> Job:
    """Build a racer's job that records a coup; `how` adds to the job («ignore»)."""
    asked = {"event": event or build_coup(40, 45, 35), "key": key, "number": number, "actor": "table"}
    return {"do": "record_event", "with": {"table_id": 1, **asked}, **how}


def build_correction_job(key: str, number: int = 2, **how: str) -> Job:
    """Build a racer's job that corrects the first coup."""
    asked = {
        "position": 1,
        "event": build_coup(37, 58),
        "key": key,
        "number": number,
        "actor": "user:1",
        "reason": "inversés",
    }
    return {"do": "correct_event", "with": {"table_id": 1, **asked}, **how}


@contextmanager
def run_racers(database: Database, *jobs: Job) -> Iterator[list[Racer]]:
    """Start a racer for each job, the first one stopped before it writes; end them all after the block."""
    made: list[Racer] = []
    try:
        for job in jobs:
            made.append(Racer(job, database.name))
            made[-1].expect_message("asking")
            if len(made) == 1:
                made[0].expect_message("judged")
        yield made
    finally:
        for racer in made:
            racer.kill()


def race(database: Database, first: Job, second: Job) -> tuple[Job, Job]:
    """Return the answer of the first racer, and of the second, which came while the first was writing and had to
    wait."""
    with run_racers(database, first, second) as (one, other):
        wait_until_someone_waits()
        one.resume()
        return one.read_answer(), other.read_answer()


def race_past_the_lock(database: Database, first: Job, second: Job) -> tuple[Job, Job]:
    """The control: the second racer ignores the lock and has checked its event before the first one has written."""
    with run_racers(database, first, second | {"ignore": "lock"}) as (one, other):
        other.expect_message("judged")
        other.resume()
        one.resume()
        return one.read_answer(), other.read_answer()


def list_record_kinds() -> list[str]:
    """Return the kinds of table 1's records in their order."""
    return list(Record.objects.filter(table_id=1).order_by("number").values_list("kind", flat=True))


RACES = {
    "one number": (
        build_record_job("first-phone"),
        build_record_job("other-phone", event=build_coup(45, 40, 35)),
        ["event", "event"],
    ),
    "a correction, then a record": (
        build_correction_job("organiser"),
        build_record_job("other-phone"),
        ["event", "correction"],
    ),
    "a record, then a correction": (
        build_record_job("first-phone"),
        build_correction_job("organiser"),
        ["event", "event"],
    ),
}


STALE = ("one number", "a correction, then a record")


@pytest.mark.parametrize("name", STALE)
def test_of_two_writers_at_once_the_second_is_refused_as_stale(own_database: Database, name: str) -> None:
    first, second, left = RACES[name]
    assert race(own_database, first, second) == ({"number": 3, "events": left.count("event")}, {"raised": "StaleSheet"})
    assert list_record_kinds() == left


def test_a_correction_waits_for_a_coup_and_is_recorded_after_it(own_database: Database) -> None:
    """Another coup came meanwhile, and what it corrects is as it was: nothing stands in its way."""
    first, second, _left = RACES["a record, then a correction"]
    with run_racers(own_database, first, second) as (one, other):
        wait_until_someone_waits()
        one.resume()
        assert one.read_answer() == {"number": 3, "events": 2}
        other.expect_message("judged")
        other.resume()
        assert other.read_answer() == {"number": 4, "events": 2}
    assert list_record_kinds() == ["event", "event", "correction"]


@pytest.mark.parametrize("name", RACES)
def test_control_without_the_lock_the_second_checks_against_an_old_sheet(own_database: Database, name: str) -> None:
    """The database still refuses the second one; but the answer is no longer that another coup came first."""
    first, second, left = RACES[name]
    won, lost = race_past_the_lock(own_database, first, second)
    assert won["number"] == 3
    assert lost in ({"raised": "IntegrityError"}, {"raised": "OperationalError"})
    assert list_record_kinds() == left


def test_one_key_sent_twice_is_written_once_and_answered_twice(own_database: Database) -> None:
    same = {"number": 3, "events": 2}
    assert race(own_database, build_record_job("one-phone"), build_record_job("one-phone")) == (same, same)
    assert list_record_kinds() == ["event", "event"]


def test_control_without_the_key_check_a_retry_is_refused_as_stale(own_database: Database) -> None:
    answers = race(own_database, build_record_job("one-phone"), build_record_job("one-phone", ignore="id"))
    assert answers == ({"number": 3, "events": 2}, {"raised": "StaleSheet"})


def test_one_key_with_two_bodies_is_refused(own_database: Database) -> None:
    answers = race(
        own_database, build_record_job("one-phone"), build_record_job("one-phone", event=build_coup(45, 40, 35))
    )
    assert answers == ({"number": 3, "events": 2}, {"raised": "KeyReused"})


def test_writing_at_another_table_does_not_wait(own_database: Database) -> None:
    """PostgreSQL locks one table's row; SQLite has one lock for the whole database, so the test is skipped there."""
    if connection.vendor == "sqlite":
        pytest.skip("one lock for all")
    with run_racers(own_database, build_record_job("first-phone")) as (one,):
        other = create_table()
        assert record_events(other, build_coup()).next_number == 2
        one.resume()
        assert one.read_answer()["number"] == 3
    assert Table.objects.count() == 2
