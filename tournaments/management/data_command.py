"""What the commands that read or write the stored data have in common."""

from typing import Any

from django.core.management.base import BaseCommand

from config.storage.state import check_storage


class DataCommand(BaseCommand):
    """A command on the stored data; it refuses to run if the storage is in trouble, such as another version's
    database."""

    requires_system_checks: list[str] = []  # they load every page, which takes as long as most commands

    def execute(self, *args: Any, **options: Any) -> str | None:
        check_storage()
        return super().execute(*args, **options)
