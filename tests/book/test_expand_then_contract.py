"""The program of one migration before runs on the schema of the newest one, as it does on the other servers while one
is brought up to date.

A version adds (expand); what no program asks for any more goes in a later one (contract), and stands in CONTRACTS.
`test_migration_locks.py` reads the statements. Here the operations are judged, and rows are written and read by the
models as they were.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import Error, connection, migrations, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED, Field, IntegerField, Model

from tests.book.contracts import list_judged, list_names
from tests.book.document_builders import fill_evening
from tests.book.forbidden_sql import execute_sql
from tests.fixtures.databases import Database
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.models import AuditEntry, ClubChange
from tournaments.models.guards.install import remove_guards

pytestmark = pytest.mark.book
LEAST_FILLED = 25
"""Tables in which `fill_evening` leaves rows."""
TAKES_AWAY = (
    *(migrations.RemoveField, migrations.RenameField, migrations.DeleteModel, migrations.RenameModel),
    migrations.AlterModelTable,
)
SENTENCE = (
    "{}: servers of the version before still write there. Add in one version (null, or db_default), take away in a "
    "later one, and name that migration in CONTRACTS."
)


def needs_value(field: Any) -> bool:
    """True if whoever inserts a row without this column is refused."""
    return not field.null and field.db_default is NOT_PROVIDED and not field.many_to_many


def find_faults(operations: Sequence[Operation], before: ProjectState | None = None) -> Iterator[str]:
    """Yield a sentence for each operation that the version before would notice. `before`: the models as they were; a
    column that needed a value already may change its choices."""
    new = {each.name.lower() for each in operations if isinstance(each, migrations.CreateModel)}
    for each in operations:
        if getattr(each, "model_name", "").lower() in new:
            continue
        field = each.field if isinstance(each, migrations.AddField | migrations.AlterField) else None
        if isinstance(each, migrations.AlterField) and before is not None:
            known = before.models["tournaments", each.model_name_lower].fields[each.name]
            field = None if needs_value(known) else field
        if isinstance(each, TAKES_AWAY) or (field is not None and needs_value(field)):
            yield SENTENCE.format(each.describe())


def make_field(**options: Any) -> "Field[Any, Any]":
    """Return a field with these options."""
    return IntegerField(**options)


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("club", "a", make_field(default=1)),
        migrations.AlterField("club", "a", make_field()),
        migrations.RemoveField("club", "a"),
        migrations.RenameField("club", "a", "b"),
        migrations.DeleteModel("Club"),
        migrations.RenameModel("Club", "Circle"),
    ],
)
def test_an_operation_that_the_version_before_would_notice_is_told(operation: Operation) -> None:
    assert len(list(find_faults([operation]))) == 1


@pytest.mark.parametrize("field", [make_field(null=True), make_field(default=1, db_default=1)])
def test_a_column_that_the_version_before_need_not_know_is_right(field: "Field[Any, Any]") -> None:
    assert list(find_faults([migrations.AddField("club", "a", field)])) == []


def test_no_migration_takes_away_what_the_version_before_uses() -> None:
    loader = MigrationLoader(None)
    faults: list[str] = []
    for name in list_judged():
        before = loader.project_state(("tournaments", name), at_end=False)
        faults += find_faults(loader.disk_migrations["tournaments", name].operations, before)
    assert faults == []


def list_models_before() -> list[type[Model]]:
    """Return the models as they were one migration before the newest."""
    *_older, before, _newest = list_names()
    state = MigrationLoader(None).project_state(("tournaments", before))
    return list(state.apps.get_app_config("tournaments").get_models())


def write_as_before() -> dict[str, int]:
    """Take a row out of each table and write it again, by the models of before, and read all rows. Return how many
    rows each table has. Raises the database's errors."""
    counts = {}
    with transaction.atomic():
        for model in list_models_before():
            rows: Any = model._base_manager
            row = rows.order_by("pk").first()
            if row is not None:
                rows.filter(pk=row.pk)._raw_delete("default")
                row.save(force_insert=True)
                rows.filter(pk=row.pk).update(**{field.attname: getattr(row, field.attname) for field in list_own(row)})
            counts[model._meta.db_table] = len(rows.all())
    return counts


def list_own(row: Model) -> list[Any]:
    """Return the fields of a row but for its key."""
    return [field for field in row._meta.concrete_fields if not field.primary_key]


@pytest.mark.tampers
@pytest.mark.start_from(fill=fill_evening)
def test_the_program_of_one_migration_before_writes_and_reads_on_the_newest_schema(own_database: Database) -> None:
    remove_guards(connection)  # which would not let a row be taken out
    counts = write_as_before()
    assert sum(count > 0 for count in counts.values()) > LEAST_FILLED


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/desk/event/{tournament}/log", "/desk/event/{tournament}/log.csv"])
def test_what_a_newer_program_wrote_in_an_evening_s_log_is_told_by_its_code(page: str) -> None:
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    AuditEntry.objects.create(tournament=tournament, what="later")
    AuditEntry.objects.create(tournament=tournament, what="tombola", after={"step": "later still", "digest": "00"})
    assert "(later)" in client.get(page.format(tournament=tournament.pk)).content.decode()


@pytest.mark.django_db
def test_what_a_newer_program_wrote_of_a_club_and_an_account_is_told_by_its_code() -> None:
    client, club = sign_in_organiser()
    actor = f"user:{club.members.get().user_id}"
    ClubChange.objects.create(club=club, what="later", subject="-", actor=actor)
    assert "(later)" in client.get(f"/desk/club/technical?club={club.pk}").content.decode()
    assert "(later)" in client.get("/desk/account/data").content.decode()


@pytest.mark.django_db
def test_a_role_of_a_newer_program_may_do_nothing_and_breaks_nothing() -> None:
    client, club = sign_in_organiser()
    club.members.update(role="later")
    get_user_model().objects.update(is_superuser=False)
    assert client.get("/desk/").status_code == 403


@pytest.mark.tampers
@pytest.mark.start_from(fill=fill_evening)
@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE tournaments_player ADD COLUMN a integer NOT NULL DEFAULT 1; "
        "ALTER TABLE tournaments_player ALTER COLUMN a DROP DEFAULT",
        "ALTER TABLE tournaments_player DROP COLUMN discreet",
        "ALTER TABLE tournaments_player RENAME COLUMN discreet TO a",
        "DROP TABLE tournaments_confirmation CASCADE",
    ],
)
def test_a_schema_on_which_it_would_fail_is_noticed(own_database: Database, statement: str) -> None:
    if connection.vendor == "sqlite" and ("DEFAULT" in statement or "CASCADE" in statement):
        pytest.skip("SQLite has no such statement")
    remove_guards(connection)
    execute_sql(statement.split(";"))
    with pytest.raises(Error):
        write_as_before()
