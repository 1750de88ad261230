"""`manage.py backup FILE`: write the whole installation to one file; the server may go on running."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from config.security_log import log_event
from tournaments.archives.backup import write_backup
from tournaments.management.arguments import build_file_error
from tournaments.management.data_command import DataCommand


class Command(DataCommand):
    help = "Sauvegarde toute l’installation dans un fichier ; le serveur peut continuer."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            rows = write_backup(file)
        except OSError as error:
            raise build_file_error(file, error) from None
        log_event("backup written", rows=rows)
        self.stdout.write(f"{file} : {rows} lignes.")
