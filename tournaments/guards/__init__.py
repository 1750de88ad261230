"""The guards: database triggers that keep the book append-only, balanced and numbered without a gap.

Their SQL is one file for each database vendor, beside this one; every name in it begins with `book_`. The triggers in
`beats` only write change marks and refuse nothing.
A migration that changes a table named there begins with `LiftGuards()` and ends with `InstallGuards()`:
on SQLite Django changes a table by rebuilding it, which fails while a trigger of another table names it, and which
drops the table's own triggers.
"""

from .install import InstallGuards, LiftGuards, declared, installed, missing, of_the_book, statements

__all__ = ["InstallGuards", "LiftGuards", "declared", "installed", "missing", "of_the_book", "statements"]
