"""`manage.py migrate`: Django's own command, which creates the database at the first start alone, and touches none that
is not ours or is newer than the program."""

from typing import Any

from django.conf import settings
from django.core.management.commands import migrate

from config.sqlite.opening import create_database_file
from config.storage import troubles
from config.storage.state import check_storage, get_database_file

MENDED_BY_MIGRATING = (troubles.UNPREPARED, troubles.OLDER)


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> str | None:
        """Look at the storage before anything opens the database, even Django's checks, which try what it can do by
        making a table; then migrate. Raises StorageFault for a trouble that migrating does not mend."""
        settings.VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        check_storage(allowed=MENDED_BY_MIGRATING)
        file = get_database_file()
        if file and not file.exists():
            create_database_file(file)
        return super().execute(*args, **options)
