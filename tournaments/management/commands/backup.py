"""`manage.py backup FILE`: write the whole installation to one file; the server may go on running. Without FILE: make
the backup that our server makes by itself; where another web server runs the program, a timer of the system may call
this."""

from argparse import ArgumentParser
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils import timezone

from config.background.jobs import OwnJob, open_jobs, request_job
from config.background.kinds import BACKUP
from config.security_files import delete_old_lines
from config.security_log import log_event
from config.system_calls import lower_priority
from tournaments.actions.kept_evenings import keep_all_evenings
from tournaments.actions.people.expiry import bound_ends, delete_expired_rows
from tournaments.exchange.backup import write_backup
from tournaments.management.arguments import build_file_error
from tournaments.management.data_command import DataCommand
from tournaments.upkeep.backups.making import GONE, make_backup
from tournaments.upkeep.backups.wording import FIRST_FOLDER_TROUBLES, SECOND_FOLDER_TROUBLES
from tournaments.upkeep.clock import describe_trouble


class Command(DataCommand):
    help = "Sauvegarde toute l’installation dans un fichier ; le serveur peut continuer."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, metavar="FILE", help="sinon var/backups, si quelque chose a changé"
        )

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        if file is None:
            self._make_backup()
            return
        try:
            rows = write_backup(file)
        except OSError as error:
            raise build_file_error(file, error) from None
        log_event("backup written", rows=rows)
        self.stdout.write(f"{file} : {rows} lignes.")

    def _make_backup(self) -> None:
        """Make the regular backup, as the server does, after deleting expired data."""
        lower_priority()
        now = timezone.now()
        with suppress(DatabaseError):
            bound_ends(now)
            keep_all_evenings()
        if jumped := describe_trouble(now):
            self.stderr.write(jumped)
        else:
            self._delete_expired(now)
        state = make_backup(now)
        if state is None:
            if OwnJob(settings.VAR_DIR).job:
                request_job(settings.VAR_DIR, BACKUP)  # the one under way may have begun before somebody asked
            self.stdout.write("Une copie est déjà en cours.")
            return
        if state.trouble:
            raise CommandError(f"{FIRST_FOLDER_TROUBLES[state.trouble]} ({state.detail})")
        log_event("backup kept", file=state.file)
        self.stdout.write(f"{state.file} ({state.at})")
        if state.second_trouble == GONE:  # as most sticks mostly are
            self.stdout.write(str(SECOND_FOLDER_TROUBLES[GONE]))
        elif state.second_trouble:
            raise CommandError(str(SECOND_FOLDER_TROUBLES[state.second_trouble]))

    def _delete_expired(self, now: datetime) -> None:
        """Delete the rows, log lines and jobs whose time is over. Errors are ignored, as the backup must be made in any
        case."""
        with suppress(DatabaseError, OSError):
            delete_expired_rows(now)
            delete_old_lines(settings.VAR_DIR, now.date())
            open_jobs(settings.VAR_DIR).delete_old()
