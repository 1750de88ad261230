"""Django's sessions in the database; where the storage fails, the error says so, and not that the session was
deleted."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import DatabaseError

from config.storage.diagnosis import diagnose_error


class SessionStore(db.SessionStore):
    """Django's sessions in the database, which tell a session that was deleted meanwhile from a storage in trouble."""

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
