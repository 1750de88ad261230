"""Django's SQLite backend, with connections that are checked when opened and reused while their file is in place.

They are reused because opening a connection costs more than most queries; a connection is dropped once its path holds
another file.
"""

from pathlib import Path
from typing import Any

from config.sqlite.driver import imported_as_sqlite3
from config.sqlite.opening import build_uri
from config.sqlite.pragmas import Connection, check_connection
from config.sqlite.write_queue import WriteQueue

with imported_as_sqlite3():
    from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection to SQLite, whose writing transactions wait in a queue before they take SQLite's write
    lock."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._queue = WriteQueue()

    def _start_transaction_under_autocommit(self) -> None:
        if self.transaction_mode == "IMMEDIATE":  # type: ignore[attr-defined]  # which takes the write lock at once
            self._queue.enter(str(self.settings_dict["NAME"]))
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._queue.leave()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._queue.leave()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._queue.leave()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._queue.leave()

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        connection = super().get_new_connection(conn_params | {"database": build_uri(str(conn_params["database"]))})
        check_connection(connection)
        self._opened_file_id = self._read_file_id()
        return connection

    def is_usable(self) -> bool:
        """False once another file is at the database's path, as after a backup was restored."""
        return self._read_file_id() == self._opened_file_id

    def _read_file_id(self) -> tuple[int, int] | None:
        """Return (device, inode) of the file at the database's path; None if there is none, as for one in memory."""
        try:
            status = Path(self.settings_dict["NAME"]).stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino
