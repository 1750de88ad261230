"""Writing some fields of a row that is there already."""

from typing import Any, TypeVar

from django.db.models import Model

Row = TypeVar("Row", bound=Model)


def save_fields(row: Row, **values: Any) -> Row:
    """Set these fields of the row, save them and no other, and return the row."""
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=list(values))
    return row
