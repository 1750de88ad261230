"""`manage.py prepare`: make a fresh or updated copy of the program ready to serve, and say where the clock has jumped
while it was off. Running it again changes nothing."""

import hashlib
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import get_finders
from django.core.management import BaseCommand, call_command
from django.utils import timezone

from config.storage.state import check_storage, find_static_trouble, note_keys
from tournaments.upkeep.clock import note_start


class Command(BaseCommand):
    help = "Met la base à jour, crée le premier organisateur, rassemble les fichiers des pages."
    requires_system_checks: list[str] = []  # they load every page, and each start of the program waits for this

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="la première fois, avec une soirée de démonstration")
        parser.add_argument("--new-key", action="store_true", help="la clé change exprès, pour tous les serveurs")

    def handle(self, *args: Any, demo: bool, new_key: bool, **options: Any) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        note_keys(anew=new_key)
        check_storage()
        if not get_user_model().objects.exists():
            call_command("organiser", stdout=self.stdout)
            if demo:
                call_command("demo", stdout=self.stdout)
        self._gather_static_files()
        if trouble := note_start(timezone.now()):
            self.stderr.write(trouble)

    def _gather_static_files(self) -> None:
        """Collect the static files, which takes seconds, only if one has changed since the last time."""
        settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
        gathered, wanted = settings.STATIC_ROOT / "gathered.sha256", compute_static_fingerprint()
        if not gathered.exists() or find_static_trouble() or gathered.read_text() != wanted:
            call_command("collectstatic", verbosity=0, interactive=False, clear=True)
            gathered.write_text(wanted)


def compute_static_fingerprint() -> str:
    """Return a hash of the name, size and time of every static file."""
    found = (
        (path, storage.size(path), storage.get_modified_time(path).timestamp())
        for finder in get_finders()
        for path, storage in finder.list([])
    )
    return hashlib.sha256(repr(sorted(found)).encode()).hexdigest()
