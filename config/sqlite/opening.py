"""Opening a SQLite file that is there: SQLite itself would create an empty one in the place of one that was moved away.

Knows SQLite only: no settings, no models.
"""

from pathlib import Path


def build_uri(name: str) -> str:
    """Return the name by which SQLite opens the file of this path and never creates it. A name that says already how it
    is opened stays, and so does a database in memory.

    >>> build_uri("/club/base 1.sqlite3")
    'file:///club/base%201.sqlite3?mode=rw'
    >>> build_uri(":memory:"), build_uri("file:x?mode=memory")
    (':memory:', 'file:x?mode=memory')
    """
    return name if name.startswith((":memory:", "file:")) else f"{Path(name).absolute().as_uri()}?mode=rw"


def create_database_file(path: Path) -> None:
    """Create an empty database, which nobody else may read: a file without content is one. Raises FileExistsError,
    OSError."""
    path.touch(mode=0o600, exist_ok=False)
