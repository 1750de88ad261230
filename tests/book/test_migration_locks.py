"""A migration runs beside servers of the version before: it holds up nobody for long, and takes away nothing they use.

First a version adds (expand), later another one takes away what no program asks for any more (contract), and stands in
`contracts.py`. What a statement locks for as long as it reads or writes a whole table stands in SLOW. A lock for which
it would wait over a second, and everybody behind it, fails.
"""

import re
from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection, transaction

from config.storage import troubles
from config.storage.diagnosis import diagnose_error
from tests.book.contracts import list_judged
from tests.fixtures.databases import Database
from tournaments.models import Club

pytestmark = [
    pytest.mark.book,
    pytest.mark.skipif(
        connection.vendor != "postgresql", reason="SQLite has one writer, and a laptop stops for a start"
    ),
]
SLOW = {
    "reads the whole table under a lock": r"CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)",
    "checks the whole table under a lock": r"ADD CONSTRAINT (?!.*(NOT VALID|USING INDEX))",
    "writes the whole table anew": r"ALTER COLUMN \S+ TYPE",
    "reads the whole table for NULLs": r"ALTER COLUMN \S+ SET NOT NULL",
    "refuses what the version before inserts": r"ADD COLUMN (?!.* DEFAULT )(?=.*NOT NULL)|DROP DEFAULT",
}
TAKES_AWAY = r"DROP COLUMN|DROP TABLE|RENAME"


def find_faults(statements: str) -> list[str]:
    """Return what is wrong with each of these statements of SQL. What concerns a table that they create is right."""
    new = re.findall(r'CREATE (?:UNLOGGED )?TABLE "?(\w+)', statements)
    faults = []
    for statement in filter(None, (each.strip() for each in statements.split(";"))):
        if not any(f'"{name}"' in statement for name in new):
            faults += [why for why, pattern in SLOW.items() if re.search(pattern, statement, re.DOTALL)]
            faults += ["takes away"] * bool(re.search(TAKES_AWAY, statement))
    return faults


@pytest.mark.parametrize(
    "statement",
    [
        'CREATE INDEX "a" ON "tournaments_record" ("by")',
        'ALTER TABLE "tournaments_record" ADD CONSTRAINT "a" CHECK (number > 0)',
        'ALTER TABLE "tournaments_record" ALTER COLUMN "by" TYPE text',
        'ALTER TABLE "tournaments_record" ALTER COLUMN "by" SET NOT NULL',
        'ALTER TABLE "tournaments_record" ADD COLUMN "a" integer NOT NULL',
        'ALTER TABLE "tournaments_record" ALTER COLUMN "a" DROP DEFAULT',  # as Django does without db_default
        'ALTER TABLE "tournaments_record" DROP COLUMN "by"',
        'ALTER TABLE "tournaments_record" RENAME COLUMN "by" TO "who"',
    ],
)
def test_a_statement_that_holds_up_the_servers_or_takes_away_what_they_use_is_found(statement: str) -> None:
    assert len(find_faults(f"{statement};")) == 1


@pytest.mark.parametrize(
    "statement",
    [
        'CREATE INDEX CONCURRENTLY "a" ON "tournaments_record" ("by")',
        'ALTER TABLE "tournaments_record" ADD CONSTRAINT "a" CHECK (number > 0) NOT VALID',
        'ALTER TABLE "tournaments_club" ADD COLUMN "a" boolean DEFAULT true NOT NULL',
        'ALTER TABLE "tournaments_club" ADD COLUMN "a" boolean NULL',
        'CREATE TABLE "tournaments_new" ("id" bigint); CREATE INDEX "a" ON "tournaments_new" ("id")',
    ],
)
def test_what_waits_for_nobody_is_right(statement: str) -> None:
    assert find_faults(f"{statement};") == []


@pytest.mark.django_db
def test_no_migration_holds_up_the_servers_or_takes_away_what_they_use() -> None:
    faults = {}
    for name in list_judged():
        told = StringIO()
        call_command("sqlmigrate", "tournaments", name, stdout=told, no_color=True)
        statements = "\n".join(line for line in told.getvalue().splitlines() if not line.startswith("--"))
        if found := find_faults(statements):
            faults[name] = found
    assert faults == {}


def test_a_lock_that_a_migration_would_wait_for_fails_and_changes_nothing(own_database: Database) -> None:
    with ThreadPoolExecutor(1) as reader:
        reading = transaction.atomic()
        reader.submit(reading.__enter__).result()
        reader.submit(Club.objects.count).result()
        with pytest.raises(OperationalError) as refused:
            call_command("migrate", "tournaments", "0062", verbosity=0)
        reader.submit(reading.__exit__, None, None, None).result()
        reader.submit(lambda: connection.close()).result()
    assert diagnose_error(refused.value) is troubles.BUSY
    told = StringIO()
    call_command("showmigrations", "tournaments", stdout=told, no_color=True)
    assert "[X] 0063_sheet_photos" in told.getvalue()
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone()[0] == "0"
