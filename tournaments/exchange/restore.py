"""Restoring a backup (written by `backup`): the database is built beside the present one, checked, and only then put in
its place."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, cast

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DataError, IntegrityError, OperationalError, connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import StateApps
from django.utils import timezone
from django.utils.translation import gettext as _

from config.durable import move_file, sync_file, temporary_folder, write_file
from config.serving import is_serving
from config.sqlite.opening import create_database_file
from tournaments.actions.errors import NotNow
from tournaments.actions.tables.book_check import check_book
from tournaments.actions.tables.inserting import PLAIN_FIELDS, insert_rows
from tournaments.book.saved_records import read_last_records, write_saved_records
from tournaments.models import OutboxEntry, Table, guards

from .backup import ROWS_AT_ONCE, UNSAVED_MODELS, load_single_steps
from .backup_archive import NO_BACKUP, BackupArchive, Migrations, name_rows, open_archive, refuse_member

BOOK_TABLES_IN_ORDER = ("tournaments.posting", "tournaments.line", "tournaments.record")
LEFT_OUT = ("sessions.session",)  # in older backups
UNSAVED = frozenset(model._meta.label_lower for model in UNSAVED_MODELS)
SQLITE_FILES = ("", "-journal", "-wal", "-shm")

Model = type[models.Model]


def restore_backup(file: Path | BinaryIO) -> list[Path]:
    """Restore the whole installation from a backup, given as a path or an open file. Return the paths of the files
    moved aside to make room. Raises NotNow if it cannot be restored, OSError."""
    check_nobody_serves()
    backup = open_archive(file)
    with backup.archive:
        restore = restore_into_sqlite if connection.vendor == "sqlite" else restore_into_postgresql
        moved = restore(backup) + restore_files(backup)
        write_saved_records(read_last_records())
        return moved


def check_nobody_serves() -> None:
    """Raise NotNow if the server is running or another program is connected to the database."""
    if is_serving(settings.VAR_DIR) or has_other_connections():
        raise NotNow(_("Le serveur tourne : arrêtez-le d’abord (Ctrl-C dans sa fenêtre)."))


def has_other_connections() -> bool:
    """True if another client is connected to the PostgreSQL database; always False on SQLite."""
    if connection.vendor == "sqlite":
        return False
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND backend_type = 'client backend'"
        )
        return bool(cursor.fetchone()[0])


def restore_into_sqlite(backup: BackupArchive) -> list[Path]:
    """Fill a new database file beside the present one, move the present one aside, and put the new one in its place.
    Return the paths of the files moved aside."""
    place = Path(str(connection.settings_dict["NAME"]))
    place.parent.mkdir(parents=True, exist_ok=True)
    with temporary_folder(place.parent) as folder:
        fresh = folder / place.name
        create_database_file(fresh)
        with use_database_file(fresh):
            fill_database(backup)
        sync_file(fresh)
        moved = move_aside(place, SQLITE_FILES)
        move_file(fresh, place)
    return moved


@contextmanager
def use_database_file(file: Path) -> Iterator[None]:
    """Let the default connection use this SQLite file inside the `with` block."""
    place = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(file)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = place


def restore_into_postgresql(backup: BackupArchive) -> list[Path]:
    """Fill the PostgreSQL database, completely or not at all. Raises NotNow if it has a club or an account. Return [],
    as no file is moved aside."""
    held = connection.introspection.table_names()
    if "tournaments_club" in held and any(has_rows(name) for name in ("tournaments_club", "auth_user")):
        raise NotNow(_("Cette base n’est pas vide : créez-en une autre, et nommez-la dans DATABASE_URL."))
    try:
        fill_database(backup)
    except Exception:
        drop_tables()
        if held:
            call_command("migrate", verbosity=0, interactive=False)
        raise
    return []


def drop_tables() -> None:
    """Drop the program's tables from a PostgreSQL database into which half a backup was loaded; it had no club and no
    account before."""
    apps = {app for app, _name in load_single_steps(connection).graph.nodes}
    ours = tuple(f"{app}_" for app in (*apps, "django"))
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names():
            if name.startswith(ours):
                cursor.execute(f"DROP TABLE IF EXISTS {connection.ops.quote_name(name)} CASCADE")


def has_rows(table: str) -> bool:
    """True if the database table has a row."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")
        return cursor.fetchone() is not None


def fill_database(backup: BackupArchive) -> None:
    """Create the tables as they were when the backup was made, load its rows, apply all later migrations, and check the
    result. Raises NotNow for any fault in the backup; OSError and OperationalError for a failure of this computer."""
    try:
        migrate_and_load(backup)
    except (NotNow, OSError, OperationalError):
        raise
    except Exception as error:
        raise NotNow(NO_BACKUP) from error


def migrate_and_load(backup: BackupArchive) -> None:
    """Create the tables as they were when the backup was made, load its rows, apply all later migrations, and check the
    result. Raises NotNow for foreseen faults of the backup; any other exception is passed on."""
    executor = MigrationExecutor(connection)
    executor.loader = load_single_steps(connection)
    known = check_migrations(executor, backup.migrations)
    leaves = find_latest_migrations(executor, known)
    state = executor.loader.project_state(leaves)
    found = {model._meta.label_lower: model for model in state.apps.get_models(include_auto_created=True)}
    if not all(backup.has_rows(label) for label in found if label not in UNSAVED):
        raise NotNow(NO_BACKUP)
    if connection.introspection.table_names():
        executor.migrate(leaves)
    else:
        create_tables(state.apps, backup.migrations)
    guards.lift_line_guard(connection)
    with transaction.atomic():
        delete_migrated_rows(found.values())
        for label in sort_labels(found):
            if backup.has_rows(label) and label not in LEFT_OUT:
                load_table(backup, label, found[label])
        reset_sequences(found.values())
    call_command("migrate", verbosity=0, interactive=False)
    guards.install_guards(connection)
    OutboxEntry.objects.all().delete()  # what the restored rows, as they came in, seemed to tell
    check_restored()


def check_migrations(executor: MigrationExecutor, named: Migrations) -> set[tuple[str, str]]:
    """Return the migrations that the backup names, as a set of (app, name). Raises NotNow if this program does not know
    all of them, or if one is missing on which another depends."""
    known, nodes = set(named), executor.loader.graph.node_map
    if not known <= set(nodes):
        raise NotNow(_("Cette sauvegarde vient d’une version plus récente de Corbillon : mettez-le à jour d’abord."))
    if not {parent.key for key in known for parent in nodes[key].parents} <= known:
        raise NotNow(NO_BACKUP)
    return known


def find_latest_migrations(executor: MigrationExecutor, known: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return those of the backup's migrations on which no other one of them depends."""
    nodes = executor.loader.graph.node_map
    return sorted(key for key in known if not {child.key for child in nodes[key].children} & known)


def create_tables(models_then: StateApps, known: Iterable[tuple[str, str]]) -> None:
    """Create the tables of these models, with their database guards, in an empty database, and note the migrations
    `known` as applied: migrating it step by step would take twenty times as long. `models_then`: the models at that
    time."""
    with connection.schema_editor() as editor:
        for model in models_then.get_models():
            if model._meta.managed and not model._meta.proxy:
                editor.create_model(model)
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    for app, name in known:
        recorder.record_applied(app, name)
    guards.create_shared_tables(connection)
    guards.install_guards(connection)


def sort_labels(labels: Iterable[str]) -> list[str]:
    """Sort model labels in the order of loading: postings and lines before records, as inserting a record checks those
    it has."""
    return sorted(
        labels, key=lambda label: (label in BOOK_TABLES_IN_ORDER and 1 + BOOK_TABLES_IN_ORDER.index(label), label)
    )


def delete_migrated_rows(found: Iterable[Model]) -> None:
    """Delete the rows that migrations inserted into these models' tables, since the backup has its own."""
    for model in found:
        if model._meta.label_lower not in BOOK_TABLES_IN_ORDER:
            with connection.cursor() as cursor:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")


def load_table(backup: BackupArchive, label: str, model: Model) -> None:
    """Load the rows of one table from the backup. Raises NotNow if a row does not fit the model."""
    rows = backup.read_rows(label)
    columns = next(rows, [])
    fields = {field.attname: field for field in model._meta.concrete_fields}
    if sorted(map(repr, columns)) != sorted(map(repr, fields)):
        raise refuse_member(name_rows(label))
    names = [f'"{fields[column].column}"' for column in columns]
    converters = [build_converter(fields[column]) for column in columns]
    try:
        while batch := list(islice(rows, ROWS_AT_ONCE)):
            insert_rows(model, names, [convert_row(converters, values) for values in batch])
    except (ArithmeticError, DataError, IntegrityError, TypeError, ValidationError, ValueError):
        raise refuse_member(name_rows(label)) from None


def build_converter(field: Any) -> Callable[[Any], Any]:
    """Return a function that converts a value of the backup for this field of the database; it raises an error for a
    value that does not fit."""
    read = getattr(field, "target_field", field).to_python  # a foreign key has its target's type
    if isinstance(field, PLAIN_FIELDS):
        return cast(Callable[[Any], Any], read)
    return lambda value: field.get_db_prep_save(read(value), connection)


def convert_row(converters: list[Callable[[Any], Any]], values: list[Any]) -> tuple[Any, ...]:
    """Return the values of one row converted for the database. Raises ValueError if there are too few or too many."""
    return tuple(convert(value) for convert, value in zip(converters, values, strict=True))


def reset_sequences(found: Iterable[Model]) -> None:
    """Set the sequences that number new rows of these models to continue after the restored ids."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(found)):
            cursor.execute(statement)


def check_restored() -> None:
    """Raise IntegrityError if a foreign key is broken, NotNow if the book computed from a record is not the one
    stored."""
    connection.check_constraints()
    checked = check_book(Table.objects.all())
    if checked.difference:
        raise NotNow(checked.difference)


def restore_files(backup: BackupArchive) -> list[Path]:
    """Write the backup's files into the var folder; existing ones that differ are moved aside. Return the paths moved
    aside."""
    moved: list[Path] = []
    for name, content in backup.files.items():
        target = settings.VAR_DIR / name
        if target.exists() and target.read_bytes() != content:
            moved += move_aside(target)
        write_file(target, content)
    return moved


def move_aside(path: Path, endings: Iterable[str] = ("",)) -> list[Path]:
    """Rename a file, adding the time to its name, and so the files beside it that are named like it with one of these
    endings, as "-wal". Return the new paths. With the default ending "" only the file itself is renamed."""
    stamped = f"{path.name}.{timezone.now():%Y%m%d-%H%M%S-%f}"
    present = [end for end in endings if path.with_name(path.name + end).exists()]
    return [move_file(path.with_name(path.name + end), path.with_name(stamped + end)) for end in present]
