"""The chain's view of the rows that decide something beside the book (a bonus, a prize, a confirmation): read from the
database, or from rows just inserted. `guards.deciding_rows` declares which columns count. Writes nothing."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps
from django.db.models import Model, QuerySet

from tournaments.models.guards.deciding_rows import DECIDING_ROWS, Decision, build_decision, read_decisions

ROWS_AT_ONCE = 2_000
PARTS = {apps.get_model("tournaments", deciding.model): part for part, deciding in DECIDING_ROWS.items()}
"""The key in DECIDING_ROWS of each model that has one: `UnplayedTable` has "unplayed"."""


def get_deciding_model(part: str) -> type[Model]:
    """Return the model whose rows are of this part, a key of DECIDING_ROWS."""
    return apps.get_model("tournaments", DECIDING_ROWS[part].model)


def load_decisions(part: str, rows: QuerySet[Any]) -> Iterator[Decision]:
    """Yield what the chain should hold of these rows, in the order of their ids. `part`: their key in DECIDING_ROWS."""
    deciding = DECIDING_ROWS[part]
    values = rows.order_by(*deciding.order).values_list(*deciding.paths)
    return read_decisions(part, values.iterator(chunk_size=ROWS_AT_ONCE))


def describe_decisions(rows: Iterable[Model]) -> Iterator[Decision]:
    """Yield what the chain should hold of rows that were just inserted, from their own attributes. No query is made,
    unless the columns that count are those of a related row that is not loaded. Rows with rows of their own (`joined`)
    are not for this: `load_decisions` reads them."""
    for row in rows:
        part = PARTS[type(row)]
        yield build_decision(part, [read_path(row, path) for path in DECIDING_ROWS[part].own_paths])


def read_path(row: Any, path: str) -> Any:
    """Return the value at a path of names joined by "__" from the row, as the database would give it; None where the
    path breaks off."""
    for name in path.split("__"):
        row = getattr(row, name, None)
    return json.loads(json.dumps(row)) if isinstance(row, list | dict) else row
