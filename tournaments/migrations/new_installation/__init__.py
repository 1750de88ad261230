"""The tables of a new installation, a module a topic. Each module lists its tables in the order in which one reads them."""

from collections.abc import Sequence
from typing import Any

from django.db import migrations
from django.db.migrations.operations.base import Operation

from . import accounts, audit_log, book, clubs, money, other_programs, people, phones, rounds, tournaments

TOPICS = (clubs, accounts, people, tournaments, audit_log, money, rounds, phones, book, other_programs)


class CreateTables(Operation):
    """Create all these tables at once. One operation after the other, Django would build the models that are there
    already once more for each further one: that took most of the time of a first start."""

    reduces_to_sql = True
    reversible = False

    def __init__(self, tables: Sequence[migrations.CreateModel]) -> None:
        self.tables = tables

    def state_forwards(self, app_label: str, state: Any) -> None:
        vars(state).pop("apps", None)  # its models, which Django builds again when they are asked for
        for table in self.tables:
            table.state_forwards(app_label, state)

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        for table in self.tables:
            table.database_forwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return f"Create the {len(self.tables)} tables of a new installation"
