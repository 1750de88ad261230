"""Django's SQLite backend, each of whose connections is checked before it is used."""

from sqlite3 import Connection
from typing import Any

from django.db.backends.sqlite3 import base

from config.sqlite.pragmas import check


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        connection = super().get_new_connection(conn_params)
        check(connection)
        return connection
