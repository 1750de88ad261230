"""The guards: database triggers that keep the book append-only, balanced and numbered without a gap.

Their SQL is one file for each database vendor, beside this one; every name in it begins with `book_`. The triggers in
`change_marks` only write change marks and refuse nothing.
A migration that changes a table named there begins with `LiftGuards()` and ends with `InstallGuards()`:
on SQLite Django changes a table by rebuilding it, which fails while a trigger of another table names it, and which
drops the table's own triggers.
"""

from .install import (
    InstallGuards,
    LiftGuards,
    find_missing_triggers,
    list_book_statements,
    list_declared_guards,
    list_statements,
    read_installed_triggers,
)

__all__ = [
    "InstallGuards",
    "LiftGuards",
    "find_missing_triggers",
    "list_book_statements",
    "list_declared_guards",
    "list_statements",
    "read_installed_triggers",
]
