"""A writer killed at its system calls: what it acknowledged stands in the book, once. `benchmarks/torture.py` kills at
each of them, with both journals, and takes the server along."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial

import pytest
from django.db import connection

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


@pytest.fixture
def copied(copies: DatabaseCopies) -> Copies:
    """Context manager: what connects a process to a further copy of the evening. No connection is open inside."""

    @contextmanager
    def make() -> Iterator[Connect]:
        made = copies.copy(fill_two_tables)
        connection.close()
        yield partial(connection.settings_dict.__setitem__, "NAME", made.name)
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
