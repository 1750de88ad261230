"""`manage.py migrate`: Django's own command, which creates the database at the first start alone, touches none that is
not ours or is newer than the program, and keeps a copy of one that it changes. On PostgreSQL, where other servers go
on, it waits for no lock longer than LOCK_WAIT: everybody would queue behind it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management.commands import migrate
from django.db import connection
from django.utils import timezone

from config.sqlite.opening import create_database_file
from config.storage import troubles
from config.storage.state import check_storage, get_database_file
from tournaments.upkeep.backups.before_migrating import copy_before_migrating, is_update_due

MENDED_BY_MIGRATING = (troubles.UNPREPARED, troubles.OLDER)
LOCK_WAIT = "1s"
NO_CONCERN = (troubles.OTHER_KEYS,)  # `prepare` sees to it


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> str | None:
        """Check the storage before anything opens the database (Django's own checks would), then migrate. Raises
        StorageFault for a trouble that migrating does not mend."""
        settings.VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        check_storage(allowed=(*MENDED_BY_MIGRATING, *NO_CONCERN))
        file = get_database_file()
        if file and not file.exists():
            create_database_file(file)
        return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate the database, after a copy of it if anything is to change."""
        if is_update_due():
            self._keep_copy()
        with waiting_briefly():
            super().handle(*args, **options)

    def _keep_copy(self) -> None:
        """Copy the database before it changes; on PostgreSQL, say that this is left to `pg_dump`."""
        if connection.vendor == "sqlite":
            self.stdout.write(f"Copie d’avant la mise à jour / copy: {copy_before_migrating(timezone.now())}")
        else:
            self.stderr.write("PostgreSQL : pas de copie avant la mise à jour (pg_dump). / No copy before the update.")


@contextmanager
def waiting_briefly() -> Iterator[None]:
    """Context manager: inside it a lock for which PostgreSQL would wait longer than LOCK_WAIT fails."""
    if connection.vendor == "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{LOCK_WAIT}'")
        try:
            yield
        finally:
            cursor.execute("RESET lock_timeout")
