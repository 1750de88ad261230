"""`recheck --since`: only the evenings in which something was written after a head are scored again, and what is left
out is said."""

import pytest
from django.core.management import CommandError
from django.db import connection

from tests.book.book_rows import run_recheck
from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.book.forbidden_sql import execute_sql
from tests.fixtures.databases import Database
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.models import ChainLink, Tournament
from tournaments.models.guards.install import install_guards, remove_guards
from tournaments.presentation.text.numbers import format_head


def fill_two_evenings() -> None:
    """Fill the database: two evenings of one table, each with two coups."""
    for _evening in range(2):
        record_events(get_table(create_evening(3)), build_coup(), build_coup(40, 45, 35))


pytestmark = [pytest.mark.book_at_length, pytest.mark.start_from(fill=fill_two_evenings)]
CHANGE = "UPDATE tournaments_line SET net = net + 1 WHERE id = (SELECT MIN(id) FROM tournaments_line)"


def read_last_head() -> str:
    """Return the head that a check of everything tells at its end."""
    return run_recheck().partition("Son dernier sceau\u202f: ")[2].split()[0]


def find_head_between() -> str:
    """Return the head that the book had after the first evening, as people read it."""
    first = Tournament.objects.earliest("pk")
    return format_head(ChainLink.objects.filter(table__round__tournament=first).latest("pk").digest)


def change_behind_the_guards(*statements: str) -> None:
    """Change the file as its owner could."""
    remove_guards(connection)
    execute_sql(list(statements))
    install_guards(connection)


def test_evenings_in_which_nothing_was_written_since_are_left_out_and_told(own_database: Database) -> None:
    said = run_recheck("--since", find_head_between())
    assert "tables\u202f: 1, enregistrements\u202f: 2)." in said
    assert "ce sceau (tables\u202f: 1, enregistrements\u202f: 2)." in said


def test_a_head_of_an_evening_that_is_left_out_is_still_found(own_database: Database) -> None:
    head = find_head_between()
    assert head in run_recheck("--since", head, "--head", head, "--against", head)


def test_from_the_last_head_on_nothing_is_scored_and_a_new_coup_brings_its_whole_evening(
    own_database: Database,
) -> None:
    head = read_last_head()
    assert "tables\u202f: 0, enregistrements\u202f: 0)." in run_recheck("--since", head)
    record_events(get_table(Tournament.objects.earliest("pk")), build_coup())
    assert "tables\u202f: 1, enregistrements\u202f: 3)." in run_recheck("--since", head)


def test_a_decision_brings_its_whole_evening_as_well(own_database: Database) -> None:
    head = read_last_head()
    mark_unplayed(get_table(Tournament.objects.earliest("pk")).pk, "annulled", actor="user:1", reason="panne")
    assert "tables\u202f: 1, enregistrements\u202f: 2)." in run_recheck("--since", head)


@pytest.mark.tampers
def test_what_was_changed_before_the_head_is_seen_without_it_alone(own_database: Database) -> None:
    head = find_head_between()
    change_behind_the_guards(CHANGE)
    assert "Pas regardé" in run_recheck("--since", head)
    with pytest.raises(CommandError, match="n° 1"):
        run_recheck()


@pytest.mark.tampers
def test_what_was_changed_after_the_head_is_seen(own_database: Database) -> None:
    head = find_head_between()
    change_behind_the_guards(CHANGE.replace("MIN", "MAX"))
    with pytest.raises(CommandError, match="n° 2"):
        run_recheck("--since", head)


@pytest.mark.tampers
def test_decisions_are_looked_at_whenever_they_were_made(own_database: Database) -> None:
    head = find_head_between()
    change_behind_the_guards("UPDATE tournaments_entry SET pair = 7 WHERE id = (SELECT MIN(id) FROM tournaments_entry)")
    with pytest.raises(CommandError, match="scellé"):
        run_recheck("--since", head)


@pytest.mark.parametrize("head", ["3f9a-12bc-77e0-1d42", "un sceau"])
def test_a_head_that_the_book_lacks_leaves_nothing_out(own_database: Database, head: str) -> None:
    with pytest.raises(CommandError, match="sceau"):
        run_recheck("--since", head)
