"""The guards: database triggers that keep the book append-only, balanced and numbered without a gap.

Their SQL is two files for each database vendor, beside this one: what the book has had from its first day, and what
came with its chain. Every name in them begins with «book_». The triggers in `change_marks` and `outbox` only note what
happens and refuse nothing.

A migration that changes a table named there begins with `LiftGuards()` and ends with `InstallGuards()`: on SQLite
Django changes a table by rebuilding it, which fails while a trigger of another table names it, and which drops the
table's own triggers.
"""

from .inspection import find_guard_faults, read_guards
from .install import (
    InstallGuards,
    LiftGuards,
    create_shared_tables,
    install_guards,
    lift_line_guard,
    list_book_statements,
    list_chained_statements,
    list_declared_guards,
    list_marked_statements,
    list_statements,
)

__all__ = [
    "InstallGuards",
    "LiftGuards",
    "create_shared_tables",
    "find_guard_faults",
    "install_guards",
    "lift_line_guard",
    "list_book_statements",
    "list_chained_statements",
    "list_declared_guards",
    "list_marked_statements",
    "list_statements",
    "read_guards",
]
