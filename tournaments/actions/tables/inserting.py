"""Inserting rows by plain SQL, which is faster than model instances: a coup writes about thirty small rows."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from django.db import connection, connections
from django.db.models import Field, Model

MOST_PARAMETERS = 999  # of one statement: an old SQLite takes no more

Row = tuple[Any, ...]
T = TypeVar("T")


def insert_rows(model: type[Model], columns: Sequence[str], rows: Sequence[Row], ending: str = "") -> list[Row]:
    """Insert rows of values that the database takes as they are. `ending` closes each INSERT: what to do on a conflict,
    what to return. Return the rows that it returns."""
    start = f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) VALUES "
    values = f"({', '.join(['%s'] * len(columns))})"
    returned: list[Row] = []
    with connection.cursor() as cursor:
        for batch in iterate_batches(rows, MOST_PARAMETERS // len(columns)):
            statement = f"{start}{', '.join([values] * len(batch))} {ending}"
            cursor.execute(statement, [value for row in batch for value in row])
            if cursor.description:
                returned += cursor.fetchall()
    return returned


def insert_objects(model: type[Model], objects: Sequence[Model], ending: str = "") -> list[Row]:
    """Insert whole objects, their ids with them. `ending` and what is returned: as for `insert_rows`."""
    fields: Iterable[Field[Any, Any]] = model._meta.concrete_fields
    wrapper = connections[connection.alias]  # itself: its stand-in looks it up again at each attribute
    rows = [
        tuple(field.get_db_prep_save(getattr(each, field.attname), wrapper) for field in fields) for each in objects
    ]
    return insert_rows(model, [f'"{field.column}"' for field in fields], rows, ending)


def iterate_batches(rows: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Yield the rows in order, at most `size` at a time."""
    for start in range(0, len(rows), size):
        yield rows[start : start + size]
