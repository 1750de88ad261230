"""Restoring a backup (written by `backup`): the database is built beside the present one, checked, and only then put in
its place."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO
from zipfile import BadZipFile, ZipFile

from django.conf import settings
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import StateApps
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.durable import move_file, sync_file, write_file
from config.serving import is_serving
from config.sqlite.opening import create_database_file
from tournaments.actions.errors import NotNow
from tournaments.actions.tables.book_check import check_book
from tournaments.book.saved_records import read_last_records, write_saved_records
from tournaments.models import OutboxEntry, Table, guards

from .backup import FORMAT, ROWS_AT_ONCE, VAR_FILES, load_single_steps

BOOK_TABLES_IN_ORDER = ("tournaments.posting", "tournaments.line", "tournaments.record")
REMOVED_APPS = ("axes",)  # in older backups; their rows are left out
LEFT_OUT = ("sessions.session",)  # in older backups
SQLITE_FILES = ("", "-journal", "-wal", "-shm")

NO_BACKUP = gettext_lazy("Ce fichier n’est pas une sauvegarde de Corbillon, ou il est abîmé.")

Model = type[models.Model]


def restore_backup(file: Path | BinaryIO) -> list[Path]:
    """Restore the backup `file`, a path or what was read from one. Returns the paths of the files that were moved aside
    to make room. Raises NotNow if it cannot be restored, OSError."""
    check_nobody_serves()
    with open_archive(file) as archive:
        known = read_migrations(archive)
        restore = restore_into_sqlite if connection.vendor == "sqlite" else restore_into_postgresql
        moved = restore(archive, known) + restore_files(archive)
        write_saved_records(read_last_records())
        return moved


def open_archive(file: Path | BinaryIO) -> ZipFile:
    """Open the archive. Raises NotNow if it is no backup, or if a member is damaged."""
    try:
        archive = ZipFile(file)
        if archive.testzip() is None and "manifest.json" in archive.namelist():
            return archive
    except BadZipFile:
        pass
    raise NotNow(NO_BACKUP)


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


def read_migrations(archive: ZipFile) -> list[tuple[str, str]]:
    """Return the (app, name) of the migrations that the backup's rows belong to. Raises NotNow if it is no backup."""
    manifest = json.loads(archive.read("manifest.json"))
    if manifest.get("format") != FORMAT:
        raise NotNow(NO_BACKUP)
    return [(app, name) for app, name in manifest["migrations"] if app not in REMOVED_APPS]


def restore_into_sqlite(archive: ZipFile, known: list[tuple[str, str]]) -> list[Path]:
    """Fill a new database file beside the present one, move the present one aside, and give the new one its name.
    Returns the paths moved aside."""
    place = Path(str(connection.settings_dict["NAME"]))
    place.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=place.parent) as folder:
        fresh = Path(folder) / place.name
        create_database_file(fresh)
        with use_database_file(fresh):
            fill_database(archive, known)
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


def restore_into_postgresql(archive: ZipFile, known: list[tuple[str, str]]) -> list[Path]:
    """Fill the PostgreSQL database. Raises NotNow if it has a club or an account. Moves no file aside."""
    held = connection.introspection.table_names()
    if "tournaments_club" in held and any(has_rows(name) for name in ("tournaments_club", "auth_user")):
        raise NotNow(_("Cette base n’est pas vide : créez-en une autre, et nommez-la dans DATABASE_URL."))
    fill_database(archive, known)
    return []


def has_rows(table: str) -> bool:
    """True if the database table has a row."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")
        return cursor.fetchone() is not None


def fill_database(archive: ZipFile, known: list[tuple[str, str]]) -> None:
    """Create the tables as of the backup's migrations, load its rows, apply the migrations that came since, and check
    the result. Raises NotNow."""
    executor = MigrationExecutor(connection)
    executor.loader = load_single_steps(connection)
    if not set(known) <= set(executor.loader.graph.nodes):
        raise NotNow(_("Cette sauvegarde vient d’une version plus récente de Corbillon : mettez-le à jour d’abord."))
    leaves = find_latest_migrations(executor, set(known))
    state = executor.loader.project_state(leaves)
    if connection.introspection.table_names():
        executor.migrate(leaves)
    else:
        create_tables(state.apps, known)
    found = {model._meta.label_lower: model for model in state.apps.get_models(include_auto_created=True)}
    guards.lift_line_guard(connection)
    with transaction.atomic():
        delete_migrated_rows(found.values())
        for label in sort_labels(found):
            if f"rows/{label}.jsonl" in archive.namelist() and label not in LEFT_OUT:
                load_table(archive, label, found[label])
        reset_sequences(found.values())
    call_command("migrate", verbosity=0, interactive=False)
    guards.install_guards(connection)
    OutboxEntry.objects.all().delete()  # what the restored rows, as they came in, seemed to tell
    check_restored()


def find_latest_migrations(executor: MigrationExecutor, known: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return those of the known migrations on which no other known one depends."""
    nodes = executor.loader.graph.node_map
    return sorted(key for key in known if not {child.key for child in nodes[key].children} & known)


def create_tables(models_then: StateApps, known: Iterable[tuple[str, str]]) -> None:
    """Create the tables of these models, with the guards, in a database that has none, and note the migrations that
    lead there as applied: at once, since migrating an empty database step by step takes twenty times as long."""
    with connection.schema_editor() as editor:
        for model in models_then.get_models():
            if model._meta.managed and not model._meta.proxy:
                editor.create_model(model)
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    for app, name in known:
        recorder.record_applied(app, name)
    guards.install_guards(connection)


def sort_labels(labels: Iterable[str]) -> list[str]:
    """Sort the model labels so that postings and lines come before records: inserting a record checks those that it
    has."""
    return sorted(
        labels, key=lambda label: (label in BOOK_TABLES_IN_ORDER and 1 + BOOK_TABLES_IN_ORDER.index(label), label)
    )


def delete_migrated_rows(found: Iterable[Model]) -> None:
    """Delete the rows that migrations inserted; the backup has its own."""
    for model in found:
        if model._meta.label_lower not in BOOK_TABLES_IN_ORDER:
            with connection.cursor() as cursor:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")


def load_table(archive: ZipFile, label: str, model: Model) -> None:
    """Load one table's rows from the archive."""
    with archive.open(f"rows/{label}.jsonl") as member:
        columns: list[str] = json.loads(next(member))
        fields = [get_field(model, column) for column in columns]
        while batch := list(islice(member, ROWS_AT_ONCE)):
            model._base_manager.bulk_create(build_instance(model, fields, json.loads(row)) for row in batch)


def get_field(model: Model, column: str) -> Any:
    """Return the model's field of this column, changed so that it no longer sets itself to the time of writing."""
    field = next(field for field in model._meta.concrete_fields if field.attname == column)
    for by_itself in ("auto_now", "auto_now_add"):
        if hasattr(field, by_itself):
            setattr(field, by_itself, False)
    return field


def build_instance(model: Model, fields: list[Any], values: list[Any]) -> models.Model:
    """Build a model instance, not saved, from the values of one row."""
    typed = (getattr(field, "target_field", field) for field in fields)  # a foreign key has its target's type
    found = zip(fields, typed, values, strict=True)
    return model(**{field.attname: kind.to_python(value) for field, kind, value in found})


def reset_sequences(found: Iterable[Model]) -> None:
    """Let the sequences of ids continue after the restored rows."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(found)):
            cursor.execute(statement)


def check_restored() -> None:
    """Raise if a foreign key is broken (IntegrityError) or if a record does not give its stored book (NotNow)."""
    connection.check_constraints()
    checked = check_book(Table.objects.all())
    if checked.difference:
        raise NotNow(checked.difference)


def restore_files(archive: ZipFile) -> list[Path]:
    """Restore the key and address files of the backup; the installation's own files are moved aside if they differ.
    Returns the paths moved aside."""
    moved: list[Path] = []
    for name in VAR_FILES:
        kept = settings.VAR_DIR / name
        if f"files/{name}" in archive.namelist():
            content = archive.read(f"files/{name}")
            if kept.exists() and kept.read_bytes() != content:
                moved += move_aside(kept)
            write_file(kept, content)
    return moved


def move_aside(path: Path, endings: Iterable[str] = ("",)) -> list[Path]:
    """Rename the file, and those that belong to it under these endings, with the time in the name. Returns the new
    paths."""
    stamped = f"{path.name}.{timezone.now():%Y%m%d-%H%M%S-%f}"
    there = [end for end in endings if path.with_name(path.name + end).exists()]
    return [move_file(path.with_name(path.name + end), path.with_name(stamped + end)) for end in there]
