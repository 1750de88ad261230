"""Django's SQLite backend, each of whose connections is checked before it is used, and kept only while its file is
the one in that place: opening one costs more than most of what is asked through it.
"""

from pathlib import Path
from sqlite3 import Connection
from typing import Any

from django.db.backends.sqlite3 import base

from config.sqlite.pragmas import check


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        connection = super().get_new_connection(conn_params)
        check(connection)
        self._opened = self._file()
        return connection

    def is_usable(self) -> bool:
        """False once a backup brought back, or a hand, has put another file there."""
        return self._file() == self._opened

    def _file(self) -> tuple[int, int] | None:
        """Which file stands in the database's place; None for none, as in memory."""
        try:
            found = Path(self.settings_dict["NAME"]).stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino
