"""Load django-tables2 without the driver of PostgreSQL.

For a column of PostgreSQL's own types, which no table here has, that package loads psycopg in each process: nine
megabytes, and a tenth of the time that a command takes to start. Where the database is a PostgreSQL server, Django
loads it all the same.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import AppConfig

DRIVERS = ("psycopg", "psycopg2")


@contextmanager
def hidden(names: tuple[str, ...]) -> Iterator[None]:
    """Context manager: inside it, importing one of these modules fails, unless it was loaded before."""
    hiding = [name for name in names if name not in sys.modules]
    sys.modules |= dict.fromkeys(hiding)  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in hiding:
            del sys.modules[name]


with hidden(DRIVERS):
    import django_tables2  # noqa: F401


class TablesConfig(AppConfig):
    """The Django app of django-tables2, which this module has loaded without a PostgreSQL driver."""

    name = "django_tables2"
