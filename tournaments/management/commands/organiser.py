"""`manage.py organiser`: create the first account of an installation, or a further one in its club, or give one a new
password where there is no e-mail."""

import secrets
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.management import CommandError
from django.db import transaction

from config.background.kinds import has_server_database
from config.durable import write_file
from config.security_log import log_event
from tournaments.actions.errors import Refused
from tournaments.actions.people.clubs import create_club
from tournaments.actions.people.invitations import clean_account_name
from tournaments.actions.people.members import add_member
from tournaments.actions.people.tries import open_account
from tournaments.management.data_command import DataCommand
from tournaments.models import Club
from tournaments.models.clubs import FIRST_CLUB
from tournaments.models.rights import Role

NOTE_FILE = "organiser.txt"
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
    help = (
        "Crée le premier compte, à qui appartiennent le club et l’installation. Ensuite : crée un compte dans le club, "
        "ou y fait entrer un compte qui existe ; avec --reset, lui donne un nouveau mot de passe."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", default="organisateur")
        parser.add_argument("--reset", action="store_true", help="un nouveau mot de passe pour un compte qui existe")
        parser.add_argument("--role", choices=Role.values, default=Role.ORGANISER, help="dans un club qui existe")
        parser.add_argument("--club", help="le nom du club, s’il y en a plusieurs")

    def handle(self, *args: Any, name: str, reset: bool, role: str, club: str | None, **options: Any) -> None:
        user = get_user_model().objects.filter(username=name).first()
        if reset:
            if user is None:
                raise CommandError(f"« {name} » n’existe pas : sans --reset, le compte est créé.")
            self.give_password(user, "password reset")
            return
        named = find_club(club)
        if user is not None:
            self.let_in(user, named, Role(role))
            return
        with transaction.atomic():
            owns = not get_user_model().objects.filter(is_superuser=True).exists()
            user = get_user_model()(username=clean_new_name(name), is_superuser=owns and named is None)
            self.give_password(user, "account made")
            if named is None:
                create_club(user, FIRST_CLUB)
                for invented in Club.objects.filter(demonstration=True):
                    add_member(user, invented)
            else:
                self.let_in(user, named, Role(role))

    def let_in(self, user: User, club: Club | None, role: Role) -> None:
        """Make the account a member of the club. Raises CommandError if there is none, or if it is a member."""
        if club is None or club.members.filter(user=user).exists():
            raise CommandError(f"« {user.username} » existe déjà : --reset lui donne un autre mot de passe.")
        add_member(user, club, role)
        self.stdout.write(f"{user.username} : {role.label}, {club.name}")

    def give_password(self, user: User, event: str) -> None:
        """Give the account a new password and print it; log it as this event of the account. Note it in a file of the
        account's own, unless the database is a server's: then this machine keeps nothing."""
        password = new_password()
        user.set_password(password)
        user.save()
        log_event(event, account=user.pk)
        open_account(user.pk)
        note = settings.VAR_DIR / (NOTE_FILE if user.is_superuser else f"organiser-{user.pk}.txt")
        self.stdout.write(f"Organisateur / organiser: {user.username}   mot de passe / password: {password}")
        if has_server_database():
            note.unlink(missing_ok=True)  # of a version that noted it
            self.stdout.write("Noté nulle part : retenez-le. / Kept nowhere: remember it.".replace(" :", "\u202f:", 1))
        else:
            write_note(note, user.username, password)
            self.stdout.write(f"Noté dans / kept in {note}")


def find_club(name: str | None) -> Club | None:
    """Return the club of this name; without a name the only club (demonstrations left out), None if there is none.
    Raises CommandError if no club has the name, or if there are several."""
    clubs = list(Club.objects.filter(name=name) if name else Club.objects.filter(demonstration=False))
    if name and not clubs:
        raise CommandError(f"Aucun club ne s’appelle « {name} ».")
    if len(clubs) > 1:
        names = ", ".join(f"« {club.name} »" for club in clubs)
        raise CommandError(f"Il y a plusieurs clubs ({names}) : dites lequel avec --club NOM.")
    return clubs[0] if clubs else None


def clean_new_name(name: str) -> str:
    """Return the name for a new account. Raises CommandError if it is not valid or taken."""
    try:
        return clean_account_name(name)
    except Refused as refused:
        raise CommandError(str(refused)) from refused
