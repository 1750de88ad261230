"""Inserting rows by plain SQL, which is faster than model instances: a coup writes about thirty small rows."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import connection, connections
from django.db.models import CharField, ForeignKey, IntegerField, Model

MOST_PARAMETERS = 999  # of one statement: an old SQLite takes no more

PLAIN_FIELDS = (CharField, ForeignKey, IntegerField)
"""Fields whose values the database takes as they are."""
STATEMENTS_AT_ONCE = 50
Row = tuple[Any, ...]
Statement = tuple[str, Sequence[Any]]
T = TypeVar("T")


def insert_rows(model: type[Model], columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Insert rows of values that the database takes as they are."""
    execute_statements(build_inserts(model, columns, rows))


def build_inserts(
    model: type[Model], columns: Sequence[str], rows: Sequence[Row], ending: str = ""
) -> Iterator[Statement]:
    """Yield the statements that insert rows of values that the database takes as they are. `ending` closes each: what
    to do on a conflict, what to return."""
    start = f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) VALUES "
    values = f"({', '.join(['%s'] * len(columns))})"
    for batch in iterate_batches(rows, MOST_PARAMETERS // len(columns)):
        yield f"{start}{', '.join([values] * len(batch))} {ending}", [value for row in batch for value in row]


def build_object_inserts(model: type[Model], objects: Sequence[Model], ending: str = "") -> Iterator[Statement]:
    """Yield the statements that insert whole objects, their ids with them. `ending` closes each statement: what to do
    on a conflict, what to return."""
    columns, attributes = list_columns(model)
    wrapper = connections[connection.alias]  # itself: its stand-in looks it up again at each attribute
    rows = [
        tuple(
            getattr(each, name) if prepare is None else prepare(getattr(each, name), wrapper)
            for name, prepare in attributes
        )
        for each in objects
    ]
    return build_inserts(model, columns, rows, ending)


def execute_statements(statements: Iterable[Statement]) -> list[Row]:
    """Execute these statements in order, and return all rows that they return. PostgreSQL gets many by one message:
    where it is another machine, or a busy one, each answer that is waited for takes longer than a statement."""
    at_once = STATEMENTS_AT_ONCE if connection.vendor == "postgresql" else 1
    returned: list[Row] = []
    with connection.cursor() as cursor:
        for some in iterate_batches(list(statements), at_once):
            cursor.execute(
                "; ".join(sql for sql, _values in some), [value for _sql, values in some for value in values]
            )
            is_more = True
            while is_more:
                if cursor.description:
                    returned += cursor.fetchall()
                is_more = at_once > 1 and cursor.nextset()
    return returned


Attribute = tuple[str, Callable[..., Any] | None]


@cache
def list_columns(model: type[Model]) -> tuple[list[str], list[Attribute]]:
    """Return (the quoted column names of a model, an attribute for each column). An attribute is (its name, the
    function that turns its value into one for the database); None in the place of the function for numbers, words and
    ids, which are taken as they are."""
    fields = model._meta.concrete_fields
    attributes: list[Attribute] = [
        (field.attname, None if isinstance(field, PLAIN_FIELDS) else field.get_db_prep_save) for field in fields
    ]
    return [f'"{field.column}"' for field in fields], attributes


def iterate_batches(rows: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Yield the rows in order, at most `size` at a time."""
    for start in range(0, len(rows), size):
        yield rows[start : start + size]
