"""The guards: triggers by which the database itself keeps the book append-only, balanced and without a gap.

Their SQL is one file a vendor, beside this one; every name in it begins with `book_`. A migration that touches a book
table ends with `InstallGuards()`: SQLite drops a table's triggers whenever Django rebuilds that table.
"""

from .install import InstallGuards, installed, missing, statements

__all__ = ["InstallGuards", "installed", "missing", "statements"]
