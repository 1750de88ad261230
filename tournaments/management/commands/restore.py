"""`manage.py restore FILE`: restore a backup; the present data are moved aside. Refuses while the server runs. Asks for
the passphrase of an encrypted backup."""

from argparse import SUPPRESS, ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.background.jobs import OwnJob
from config.security_log import log_event
from config.system_calls import lower_priority
from tournaments.actions.errors import NotNow
from tournaments.exchange.restore import restore_backup
from tournaments.management.arguments import build_file_error
from tournaments.management.backup_files import open_backup_file
from tournaments.upkeep.backups.restoring import examine_candidate, restore_candidate


class Command(BaseCommand):
    help = "Remet une sauvegarde en place ; ce qui y était est mis de côté. Le serveur doit être arrêté."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, metavar="FILE")
        parser.add_argument("--pending", metavar="DIGEST", help=SUPPRESS)  # the one that a page of the server chose
        parser.add_argument("--examine", action="store_true", help=SUPPRESS)  # look at that one, and restore nothing

    def handle(self, *args: Any, file: Path | None, pending: str | None, examine: bool, **options: Any) -> None:
        if examine:
            lower_priority()
            with OwnJob(settings.VAR_DIR):
                examine_candidate()
        elif pending:
            self._restore_candidate(pending)
        elif file is None:
            raise CommandError("Il manque le fichier de la sauvegarde.")
        else:
            self._restore(file)

    def _restore_candidate(self, digest: str) -> None:
        """Restore the backup that somebody chose on a page of the server, if its archive has this digest. Raises
        CommandError if that fails."""
        result = restore_candidate(digest)
        if result.trouble:
            raise CommandError(result.trouble)
        log_event("backup restored", account=result.by)

    def _restore(self, file: Path) -> None:
        """Restore the file, and print what was moved aside."""
        try:
            moved = restore_backup(open_backup_file(file))
        except NotNow as why:
            raise CommandError(str(why)) from None
        except OSError as error:
            raise build_file_error(file, error) from None
        log_event("backup restored")
        for path in moved:
            self.stdout.write(f"Mis de côté : {path}")
        self.stdout.write(f"Remis en place : {file}")
