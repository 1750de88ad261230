"""Two processes at one table at one time, held in place by their own words: no luck, no sleep.

The first one is stopped inside its transaction, all judged and nothing written. The second one comes and must be kept
out until the first has written. Each race has its control: a second process that ignores the lock gets in, one that
forgets the id is not answered as it should be.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from tests.book.evenings import a_table, coup, write
from tests.book.racer import Racer
from tests.fixtures.databases import Database
from tournaments.models import Record, Table


def begun() -> None:
    write(a_table(), coup())


pytestmark = [pytest.mark.book, pytest.mark.start_from(fill=begun)]

Job = dict[str, Any]


def recording(key: str, number: int = 2, event: Job | None = None, **how: str) -> Job:
    asked = {"event": event or coup(40, 45, 35), "key": key, "number": number, "by": "table"}
    return {"do": "record_event", "with": {"table_id": 1, **asked}, **how}


def correcting(key: str, number: int = 2, **how: str) -> Job:
    asked = {"position": 1, "event": coup(37, 58), "key": key, "number": number, "by": "user:1", "reason": "inversés"}
    return {"do": "correct_event", "with": {"table_id": 1, **asked}, **how}


@contextmanager
def racers(database: Database, *jobs: Job) -> Iterator[list[Racer]]:
    made: list[Racer] = []
    try:
        for job in jobs:
            made.append(Racer(job, database.name))
            made[-1].hear("asking")
            if len(made) == 1:
                made[0].hear("judged")
        yield made
    finally:
        for racer in made:
            racer.end()


def race(database: Database, first: Job, second: Job) -> tuple[Job, Job]:
    """The first one's answer and the second one's, who came while the first was writing and had to wait."""
    with racers(database, first, second) as (one, other):
        wait_until_someone_waits()
        one.go()
        return one.answer(), other.answer()


def race_past_the_lock(database: Database, first: Job, second: Job) -> tuple[Job, Job]:
    """The control: the second one ignores the lock, and has judged before the first has written."""
    with racers(database, first, second | {"ignore": "lock"}) as (one, other):
        other.hear("judged")
        other.go()
        one.go()
        return one.answer(), other.answer()


def wait_until_someone_waits() -> None:
    """On SQLite who has said BEGIN IMMEDIATE waits already; PostgreSQL tells who does."""
    while connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return


def kinds() -> list[str]:
    return list(Record.objects.filter(table_id=1).order_by("number").values_list("kind", flat=True))


RACES = {
    "one number": (recording("first-phone"), recording("other-phone", event=coup(45, 40, 35)), ["event", "event"]),
    "a correction, then a record": (correcting("organiser"), recording("other-phone"), ["event", "correction"]),
    "a record, then a correction": (recording("first-phone"), correcting("organiser"), ["event", "event"]),
}


@pytest.mark.parametrize("name", RACES)
def test_one_writes_and_the_other_is_shown_the_newer_sheet(own_database: Database, name: str) -> None:
    first, second, left = RACES[name]
    assert race(own_database, first, second) == ({"number": 3, "events": left.count("event")}, {"raised": "Stale"})
    assert kinds() == left


@pytest.mark.parametrize("name", RACES)
def test_control_without_the_lock_the_other_judges_an_old_sheet(own_database: Database, name: str) -> None:
    """The database still refuses it; but the answer is no longer «another coup came first»."""
    first, second, left = RACES[name]
    won, lost = race_past_the_lock(own_database, first, second)
    assert won["number"] == 3
    assert lost in ({"raised": "IntegrityError"}, {"raised": "OperationalError"})
    assert kinds() == left


def test_one_id_twice_is_written_once_and_answered_twice(own_database: Database) -> None:
    same = {"number": 3, "events": 2}
    assert race(own_database, recording("one-phone"), recording("one-phone")) == (same, same)
    assert kinds() == ["event", "event"]


def test_control_where_the_id_is_forgotten_the_second_is_not_answered(own_database: Database) -> None:
    answers = race(own_database, recording("one-phone"), recording("one-phone", ignore="id"))
    assert answers == ({"number": 3, "events": 2}, {"raised": "Stale"})


def test_one_id_with_two_bodies(own_database: Database) -> None:
    answers = race(own_database, recording("one-phone"), recording("one-phone", event=coup(45, 40, 35)))
    assert answers == ({"number": 3, "events": 2}, {"raised": "KeyReused"})


def test_the_table_next_to_it_does_not_wait(own_database: Database) -> None:
    """PostgreSQL locks the table alone; SQLite has one lock for all."""
    if connection.vendor == "sqlite":
        pytest.skip("one lock for all")
    with racers(own_database, recording("first-phone")) as (one,):
        other = a_table()
        assert write(other, coup()).number == 2
        one.go()
        assert one.answer()["number"] == 3
    assert Table.objects.count() == 2
