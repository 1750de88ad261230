"""Inserting rows by plain SQL, which is faster than model instances: a coup writes about thirty small rows."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import connection, connections
from django.db.models import CharField, ForeignKey, IntegerField, Model

MOST_PARAMETERS = 999  # of one statement: an old SQLite takes no more

PLAIN_FIELDS = (CharField, ForeignKey, IntegerField)
"""Fields whose values the database takes as they are."""
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
    columns, attributes = list_columns(model)
    wrapper = connections[connection.alias]  # itself: its stand-in looks it up again at each attribute
    rows = [
        tuple(
            getattr(each, name) if prepare is None else prepare(getattr(each, name), wrapper)
            for name, prepare in attributes
        )
        for each in objects
    ]
    return insert_rows(model, columns, rows, ending)


Attribute = tuple[str, Callable[..., Any] | None]


@cache
def list_columns(model: type[Model]) -> tuple[list[str], list[Attribute]]:
    """Return (the quoted column names of a model; for each the attribute that holds its value, with the function that
    makes of it a value for the database, None for numbers, words and ids, which are taken as they are)."""
    fields = model._meta.concrete_fields
    attributes: list[Attribute] = [
        (field.attname, None if isinstance(field, PLAIN_FIELDS) else field.get_db_prep_save) for field in fields
    ]
    return [f'"{field.column}"' for field in fields], attributes


def iterate_batches(rows: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Yield the rows in order, at most `size` at a time."""
    for start in range(0, len(rows), size):
        yield rows[start : start + size]
