"""`manage.py diagnostic [-o FILE]`: write what helps whoever is asked for help, without a name or a key."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from config.durable import SHARED, write_file
from tournaments.upkeep.selfcheck.diagnostic import write_diagnostic


class Command(BaseCommand):
    help = "Écrit les versions, les réglages, des comptes et les dernières erreurs, sans aucun nom ni aucune clé."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("-o", "--output", type=Path, metavar="FILE")

    def handle(self, *args: Any, output: Path | None, **options: Any) -> None:
        if output is None:
            self.stdout.write(write_diagnostic(), ending="")
        else:
            write_file(output, write_diagnostic().encode(), SHARED)
