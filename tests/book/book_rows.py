"""The rows of the book (records, postings, lines), before and after an action, and what `recheck` says of them."""

from io import StringIO
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.db import connection

from tests.book.forbidden_sql import execute_sql
from tournaments.models import ChangeMark, Delivery, LedgerLine, OutboxEntry, Posting, Record

Rows = list[tuple[Any, ...]]


def read_book() -> tuple[Rows, Rows, Rows]:
    """Return all rows of records, of postings and of lines, each as a list in order of their ids."""
    return tuple(list(model.objects.order_by("pk").values_list()) for model in (Record, Posting, LedgerLine))  # type: ignore[return-value]


def read_postings(number: int) -> list[tuple[str, int, str]]:
    """Return (account, jetons, rule) of each posting of the record of this number, where there is one table only."""
    rows = Posting.objects.filter(record__number=number).order_by("transfer", "jetons")
    return list(rows.values_list("account", "jetons", "rule"))


def read_nets(number: int) -> dict[int, int]:
    """Return by seat position how much the record of this number changes each total."""
    return dict(LedgerLine.objects.filter(record__number=number).values_list("seat__position", "net"))


def run_recheck(*asked: object) -> str:
    """Run the command and return what it prints."""
    said = StringIO()
    call_command("recheck", *map(str, asked), stdout=said)
    return said.getvalue()


def read_database_files() -> bytes:
    """Return every byte that SQLite keeps, used or not; none on another database."""
    if connection.vendor != "sqlite":
        return b""
    execute_sql(["PRAGMA wal_checkpoint(TRUNCATE)"])
    file = Path(connection.settings_dict["NAME"])
    return b"".join(each.read_bytes() for each in file.parent.glob(f"{file.name}*"))


def read_all_rows() -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all tables by model name, without the change marks and what other programs wait for."""
    passing = (ChangeMark, Delivery, OutboxEntry)
    models = [each for each in apps.get_models(include_auto_created=True) if each not in passing]
    return {model._meta.label: list(model._base_manager.order_by("pk").values_list()) for model in models}
