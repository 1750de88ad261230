"""Opening a backup that a command was given: one that is encrypted asks for its passphrase."""

import sys
from getpass import getpass
from io import BytesIO
from pathlib import Path

from django.core.management.base import CommandError

from tournaments.upkeep.backups.encryption import FIRST_LINE, CannotDecrypt, decrypt

QUESTION = "Phrase de la sauvegarde : "


def open_backup_file(file: Path) -> Path | BytesIO:
    """Return the backup file itself or, if it is encrypted, its decrypted content, after asking for the passphrase.
    Raises CommandError for a wrong one, OSError if the file cannot be read."""
    with file.open("rb") as stream:
        if stream.read(len(FIRST_LINE)) != FIRST_LINE:
            return file
    phrase = getpass(QUESTION) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
    try:
        return BytesIO(decrypt(file.read_bytes(), phrase))
    except CannotDecrypt:
        raise CommandError("Ce n’est pas la phrase de cette sauvegarde, ou le fichier est abîmé.") from None
