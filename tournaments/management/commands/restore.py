"""`manage.py restore FILE`: restore a backup; the present data are moved aside. Refuses while the server runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.security_log import log_event
from tournaments.actions import NotNow
from tournaments.archives.restore import restore_backup
from tournaments.management.arguments import build_file_error


class Command(BaseCommand):
    help = "Remet une sauvegarde en place ; ce qui y était est mis de côté. Le serveur doit être arrêté."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            moved = restore_backup(file)
        except NotNow as why:
            raise CommandError(str(why)) from None
        except OSError as error:
            raise build_file_error(file, error) from None
        log_event("backup restored")
        for path in moved:
            self.stdout.write(f"Mis de côté : {path}")
        self.stdout.write(f"Remis en place : {file}")
