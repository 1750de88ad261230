"""A writer killed at its system calls: what it acknowledged stands in the book, once. `benchmarks/torture.py` kills at
each of them, with both journals, and takes the server along."""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests.book.evening_builders import create_evening
from tests.fixtures.databases import Database, DatabaseCopies
from tests.fixtures.killed_writer import (
    CONTROLS,
    NO_FAULTS,
    Connect,
    Faults,
    PlannedCoup,
    count_calls,
    find_acknowledging_calls,
    kill_writer,
    plan_coups,
    read_book,
    write_coups,
)
from tests.fixtures.traced_process import TracedProcess, TracingRefused

KILLS = 8
SEED = 1
TABLES = [1, 2]
Copies = Callable[[], AbstractContextManager[Connect]]


def fill_two_tables() -> None:
    """Fill the database: an open evening of two tables."""
    create_evening(3, 3, payments="off")


pytestmark = [pytest.mark.book, pytest.mark.posix, pytest.mark.start_from(fill=fill_two_tables)]


@pytest.fixture(autouse=True, scope="module")
def skip_where_nothing_is_traced() -> None:
    """Skip these tests where the system refuses tracing, unless nothing may be skipped."""
    try:
        TracedProcess(lambda say: None).close()
    except TracingRefused as error:
        if os.environ.get("CORBILLON_STRICT") == "1":
            raise
        pytest.skip(str(error))


@pytest.fixture
def plan(own_database: Database) -> list[PlannedCoup]:
    """What the writers record; recorded once in this process, so that a writer finds everything loaded."""
    planned = plan_coups(SEED, TABLES)
    write_coups(stay, planned, NO_FAULTS, ignore)
    read_book(stay, planned, len(planned), NO_FAULTS, ignore)
    connection.close()
    return planned


def stay() -> None:
    """Connect to no other database."""


def ignore(line: str) -> None:
    """Take a line that nobody reads."""


INHERITED: list[object] = []
"""What a child has inherited, kept so that nothing closes it: on PostgreSQL that would end the parent's session."""


def connect_child(name: str) -> None:
    """Connect this process, which was forked, to the database of that name.

    Beside a browser, whose event loop runs in the thread of the tests, Django keeps one connection for what runs in the
    loop and another for what does not; the loop does not outlive the fork, so that a child finds the other one, open.
    """
    INHERITED.append(connection.connection)
    connection.connection = None
    connection.settings_dict["NAME"] = name


@pytest.fixture
def copied(copies: DatabaseCopies) -> Copies:
    """Context manager: what connects a process to a further copy of the evening. No connection is open inside."""

    @contextmanager
    def make() -> Iterator[Connect]:
        made = copies.copy(fill_two_tables)
        connection.close()
        yield partial(connect_child, made.name)
        copies.shelf.drop(made)

    return make


def test_a_writer_killed_at_any_system_call_leaves_a_sound_book(plan: list[PlannedCoup], copied: Copies) -> None:
    with copied() as connect:
        calls = count_calls(connect, plan)
    for call in range(1, calls + 1, calls // KILLS):
        with copied() as connect:
            outcome = kill_writer(connect, plan, call)
        assert (outcome.killed, outcome.wrong) == (True, ""), f"killed before call {call} of {calls}"


@pytest.mark.parametrize(("faults", "later", "word"), CONTROLS)
def test_a_writer_that_acknowledges_or_repeats_wrongly_is_found(
    plan: list[PlannedCoup], copied: Copies, faults: Faults, later: int, word: str
) -> None:
    """The control of the test above."""
    with copied() as connect:
        first, *_ = find_acknowledging_calls(connect, plan, faults)
    with copied() as connect:
        assert kill_writer(connect, plan, first + later, faults=faults).wrong.startswith(word)


@pytest.fixture(scope="module")
def beside_a_browser(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """An event loop that runs in this thread, as a browser's does, after the database was read without it."""
    with django_db_blocker.unblock():
        connection.ensure_connection()
    loop = asyncio.new_event_loop()
    asyncio.events._set_running_loop(loop)
    yield
    asyncio.events._set_running_loop(None)
    loop.close()


def test_a_writer_finds_its_copy_beside_a_browser(
    beside_a_browser: None, plan: list[PlannedCoup], copied: Copies
) -> None:
    with copied() as connect:
        assert count_calls(connect, plan)
