"""The guards: triggers by which the database itself keeps the book append-only, balanced and without a gap.

Their SQL is one file a vendor, beside this one; every name in it begins with `book_`. `beats` are triggers too, which
refuse nothing. A migration that touches a table named there begins with `LiftGuards()` and ends with `InstallGuards()`:
Django changes a table on SQLite by building it again, which fails while a trigger of another table names it, and drops
its own triggers.
"""

from .install import InstallGuards, LiftGuards, declared, installed, missing, of_the_book, statements

__all__ = ["InstallGuards", "LiftGuards", "declared", "installed", "missing", "of_the_book", "statements"]
