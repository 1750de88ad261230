"""`manage.py prepare`: a fresh or newer copy of the program made ready to serve; does nothing twice."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import BaseCommand, call_command, get_commands


class Command(BaseCommand):
    help = "Brings the database up to date, makes the first organiser, gathers the static files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="the first time, add a demonstration evening")

    def handle(self, *args: Any, demo: bool, **options: Any) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        if not get_user_model().objects.exists():
            call_command("organiser", stdout=self.stdout)
            if demo and "demo" in get_commands():
                call_command("demo", stdout=self.stdout)
        settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
        call_command("collectstatic", verbosity=0, interactive=False)
