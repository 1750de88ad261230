"""`manage.py organiser`: create the first account of an installation, or give it a new password where there is no
e-mail."""

import secrets
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import CommandError

from config.durable import write_file
from config.security_log import log_event
from tournaments.actions import create_club, open_account
from tournaments.management.data_command import DataCommand

NOTE_FILE = "organiser.txt"
FIRST_CLUB = "Notre club"
SYLLABLES = tuple(consonant + vowel for consonant in "bdfglmnprstvz" for vowel in "aeiou")  # 65: 6 bits each
WORDS, SYLLABLES_A_WORD = 4, 3


def new_password() -> str:
    """Return a random password of some 72 bits: four words that are easy to read aloud and to type."""
    return "-".join("".join(secrets.choice(SYLLABLES) for _ in range(SYLLABLES_A_WORD)) for _ in range(WORDS))


def write_note(note: Path, name: str, password: str) -> None:
    """Write the name and the password to a file that only its owner can read."""
    note.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_file(note, f"nom / name: {name}\nmot de passe / password: {password}\n".encode())


class Command(DataCommand):
    help = "Makes the first organiser's account; with --reset, gives an account a new password."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", default="organisateur")
        parser.add_argument("--reset", action="store_true", help="a new password for an account that exists")

    def handle(self, *args: Any, name: str, reset: bool, **options: Any) -> None:
        users = get_user_model().objects
        user = users.filter(username=name).first()
        if bool(user) != reset:
            raise CommandError(
                f"« {name} » existe déjà : --reset lui donne un autre mot de passe."
                if user
                else f"« {name} » n’existe pas : sans --reset, le compte est créé."
            )
        password = new_password()
        user = user or users.model(username=name, is_staff=False)
        user.set_password(password)
        user.save()
        log_event("password reset" if reset else "account made", account=user.pk)
        if not reset:
            create_club(user, FIRST_CLUB)
        open_account(user.pk)
        write_note(settings.VAR_DIR / NOTE_FILE, name, password)
        self.stdout.write(f"Organisateur / organiser: {name}   mot de passe / password: {password}")
        self.stdout.write(f"Noté dans / kept in {settings.VAR_DIR / NOTE_FILE}")
