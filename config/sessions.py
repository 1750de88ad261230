"""Django's sessions in the database; a storage that fails is told as such, and not as a session that has ended."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import DatabaseError

from config.storage.diagnosis import diagnose_error


class SessionStore(db.SessionStore):
    """Django's sessions in the database, which report a session deleted meanwhile and a storage in trouble apart."""

    def save(self, must_create: bool = False) -> None:
        """Save the session. Raises UpdateError if it was deleted meanwhile, DatabaseError where the storage is in
        trouble."""
        try:
            super().save(must_create)
        except UpdateError as error:
            cause = error.__context__
            if isinstance(cause, DatabaseError) and diagnose_error(cause):
                raise cause from None
            raise
