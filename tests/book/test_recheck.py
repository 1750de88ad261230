"""The command `recheck`: the records, scored again, give the very same book; if not, it reports the first difference
and exits with 1."""

import pytest
from django.core.management import CommandError
from django.db import connection

from tests.book.book_rows import run_recheck
from tests.book.document_builders import fill_corrected_evening
from tests.book.forbidden_sql import execute_sql
from tests.fixtures.amounts import thin_on_postgres
from tests.fixtures.databases import Database
from tournaments.models import Tournament, guards
from tournaments.models.guards.install import install_guards, remove_guards

pytestmark = [pytest.mark.book, pytest.mark.start_from(fill=fill_corrected_evening)]


def test_recheck_accepts_an_unchanged_book_and_counts_its_records(own_database: Database) -> None:
    tournament = Tournament.objects.get()
    assert "tables\u202f: 2, enregistrements\u202f: 7" in run_recheck()
    assert "tables\u202f: 2, enregistrements\u202f: 7" in run_recheck(str(tournament.pk))
    assert "tables\u202f: 2, enregistrements\u202f: 7" in run_recheck(tournament.code.lower())
    with pytest.raises(CommandError, match="évènement"):
        run_recheck("999")


CHANGES = {
    "a body": ('UPDATE tournaments_record SET body = \'{"type": "void"}\' WHERE number = 2 AND table_id = 1', "n° 2"),
    "a body that cannot be": ("UPDATE tournaments_record SET body = '{}' WHERE number = 2 AND table_id = 1", "n° 2"),
    "a position": ("UPDATE tournaments_record SET position = 2 WHERE number = 3", "n° 3"),
    "an undone event": ("UPDATE tournaments_record SET position = 1 WHERE kind = 'undo'", "n° 6"),
    "a consequence": ("UPDATE tournaments_record SET position = 1 WHERE kind = 'consequence'", "n° 4"),
    "a rule": ("UPDATE tournaments_posting SET rule = 'BRU-99' WHERE id = 1", "n° 1"),
    "a sum, still balanced": (
        "UPDATE tournaments_posting SET jetons = 2 * jetons WHERE record_id = 2 AND transfer = 1",
        "n° 2",
    ),
    "a line": ("UPDATE tournaments_line SET net = net + 1 WHERE id = 4", "n° 2"),
    "coups won": ("UPDATE tournaments_line SET coups_won = 3 WHERE id = 1", "n° 1"),
    "a line gone": ("DELETE FROM tournaments_line WHERE id = 2", "n° 1"),
    "postings gone": ("DELETE FROM tournaments_posting WHERE record_id = 2", "n° 2"),
    "a line, to another sitter of the place": (
        "UPDATE tournaments_line SET seat_id = (SELECT MAX(id) FROM tournaments_seat) WHERE id = 1",
        "somme de ses lignes",
    ),
    "who sits": ("UPDATE tournaments_seat SET position = 7 - position WHERE position IN (1, 6)", "n° 1"),
    "what a table comes to": ("UPDATE tournaments_tablesummary SET coups = coups + 1", "gardé de la table"),
    "what a table came to, gone": ("DELETE FROM tournaments_tablesummary WHERE table_id = 2", "gardé de la table"),
    "a sum of a seat": ("UPDATE tournaments_seatsummary SET net = net + 1 WHERE seat_id = 1", "somme de ses lignes"),
    "a sum of a seat, gone": ("DELETE FROM tournaments_seatsummary WHERE seat_id = 1", "somme de ses lignes"),
    "the rules of the evening": ("UPDATE tournaments_event SET preset = 'aux-points'", "n° 1"),
}


@pytest.mark.tampers
@pytest.mark.parametrize("change", thin_on_postgres(CHANGES))
def test_recheck_reports_a_book_changed_behind_the_guards(own_database: Database, change: str) -> None:
    statement, where = CHANGES[change]
    remove_guards(connection)
    execute_sql([statement])
    install_guards(connection)
    with pytest.raises(CommandError, match=where):
        run_recheck()


def test_recheck_reports_a_dropped_guard(own_database: Database) -> None:
    table = "" if connection.vendor == "sqlite" else " ON tournaments_line"
    gone = next(name for name, _text in sorted(guards.read_guards(connection)) if "line" in name)
    execute_sql([f"DROP TRIGGER {gone}{table}"])
    with pytest.raises(CommandError, match=gone):
        run_recheck()


def test_recheck_reports_a_disabled_guard(own_database: Database) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("PostgreSQL's own way")
    execute_sql(["ALTER TABLE tournaments_record DISABLE TRIGGER book_record_change"])
    with pytest.raises(CommandError, match="book_record_change"):
        run_recheck()


def test_recheck_reports_a_posting_without_its_record(own_database: Database) -> None:
    unbound = {"sqlite": "PRAGMA foreign_keys = OFF", "postgresql": "SET session_replication_role = replica"}
    remove_guards(connection)
    execute_sql([unbound[connection.vendor], "UPDATE tournaments_posting SET record_id = 999 WHERE record_id = 2"])
    install_guards(connection)
    with pytest.raises(CommandError, match="aucun enregistrement"):
        run_recheck()
