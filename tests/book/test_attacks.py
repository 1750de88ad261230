"""More than a hundred attacks on the book of each database: every one is refused, or told by `recheck`."""

from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from config.storage.troubles import StorageFault
from tests.book import forbidden_sql
from tests.book.attacks import (
    BY_ANYBODY,
    BY_THE_OWNER,
    ON_THE_GUARDS,
    SEEN_ON_PAPER_ALONE,
    attack_as_owner,
    fill_attacked_evening,
    is_refused,
)
from tests.book.evening_builders import build_coup, correct_event, record_events
from tests.book.forbidden_sql import add_links, execute_sql, fill_two_tables
from tests.fixtures.amounts import thin_on_postgres
from tests.fixtures.databases import Database, DatabaseCopies, pointed_at
from tournaments.actions.tables.seat_corrections import exchange_people
from tournaments.models import Entry, Table
from tournaments.presentation.text.numbers import SHOWN_DIGITS

pytestmark = [pytest.mark.book, pytest.mark.start_from(fill=fill_attacked_evening)]

CHANGES_NOTHING = {"change it to what it is"}
"""Statements of `forbidden_sql` that leave the book as it was."""


def list_forbidden() -> dict[str, list[str]]:
    """Return the statements of `forbidden_sql` for this database, by name."""
    more = {"sqlite": forbidden_sql.FORBIDDEN_ON_SQLITE, "postgresql": forbidden_sql.FORBIDDEN_ON_POSTGRESQL}
    return forbidden_sql.FORBIDDEN | more[connection.vendor]


def is_reported(*heads: str) -> bool:
    """Return whether `recheck` reports a difference, or that one of the heads has vanished."""
    try:
        call_command("recheck", *(f"--head={head}" for head in heads), stdout=StringIO())
    except (CommandError, StorageFault):
        return True
    return False


def read_heads_on_paper(attack: str) -> list[str]:
    """Return the heads that somebody printed before the attack, if nothing else can tell it."""
    if attack not in SEEN_ON_PAPER_ALONE[connection.vendor]:
        return []
    return [head[:SHOWN_DIGITS] for head in Table.objects.with_heads().values_list("head", flat=True) if head]


APPENDED = ("record", "posting", "line", "link", "deed")
SERVER_ROLE = [
    "DO $$ BEGIN CREATE ROLE server; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO server",
    "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO server",
    *(f"REVOKE UPDATE, DELETE ON tournaments_{name} FROM server" for name in APPENDED),
]
"""The role that docs/decisions/0003-the-book.md recommends for the server."""
only_with_roles = pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has no roles")


def list_names() -> Iterator[str]:
    """Yield the name of every attack on this database, one for each who may try it."""
    yield from (f"anybody: {name}" for name in (*list_forbidden(), *BY_ANYBODY))
    yield from (f"owner: {name}" for name in (*list_forbidden(), *BY_THE_OWNER))
    yield from (f"guards: {name}" for name in ON_THE_GUARDS[connection.vendor])


def test_there_are_more_than_a_hundred_attacks() -> None:
    assert len(set(list_names())) > 100


def test_recheck_reports_nothing_before_an_attack(own_database: Database) -> None:
    assert not is_reported()


@pytest.mark.tampers
@pytest.mark.parametrize("name", thin_on_postgres(BY_ANYBODY))
def test_what_anybody_may_try_is_refused_or_reported(own_database: Database, name: str) -> None:
    assert is_refused(BY_ANYBODY[name]) or is_reported()


@pytest.mark.tampers
@pytest.mark.parametrize("name", thin_on_postgres(BY_THE_OWNER))
def test_what_the_owner_does_behind_the_guards_is_reported(own_database: Database, name: str) -> None:
    heads = read_heads_on_paper(name)
    assert attack_as_owner(BY_THE_OWNER[name]) or is_reported(*heads)


@pytest.mark.tampers
@pytest.mark.start_from(fill=fill_two_tables)
@pytest.mark.parametrize("name", thin_on_postgres(sorted(list_forbidden().keys() - CHANGES_NOTHING)))
def test_what_the_guards_forbid_is_reported_where_they_were_dropped(own_database: Database, name: str) -> None:
    heads = read_heads_on_paper(name)
    assert attack_as_owner(add_links(list_forbidden()[name])) or is_reported(*heads)


@only_with_roles
@pytest.mark.tampers
def test_what_the_role_of_a_server_may_try_is_refused_or_reported(
    own_database: Database, copies: DatabaseCopies
) -> None:
    """In one database, as what is refused leaves nothing; what is not refused is tried in a copy of its own."""
    execute_sql(SERVER_ROLE)
    tries = {name: ["SET LOCAL ROLE server", *statements] for name, statements in BY_ANYBODY.items()}
    taken = [name for name, statements in tries.items() if not is_refused(statements, undone=True)]
    for name in taken:
        made = copies.copy(fill_attacked_evening)
        with pointed_at(made):
            execute_sql(SERVER_ROLE)
            assert is_refused(tries[name]) or is_reported(), name
        copies.shelf.drop(made)
    assert 0 < len(taken) < len(tries)


@only_with_roles
def test_the_role_of_a_server_writes_the_book(own_database: Database) -> None:
    execute_sql([*SERVER_ROLE, "SET ROLE server"])
    table = Table.objects.get(n=2)
    record_events(table, build_coup())
    correct_event(table, 1, {"type": "void"})
    exchange_people(table, 2, Entry.objects.get(shown_name="Anne"), actor="user:1", reason="mal assis")
    execute_sql(["RESET ROLE"])
    assert not is_reported()


@pytest.mark.parametrize("name", ON_THE_GUARDS[connection.vendor])
def test_a_guard_that_was_changed_is_reported(own_database: Database, name: str) -> None:
    execute_sql(ON_THE_GUARDS[connection.vendor][name])
    assert is_reported()
