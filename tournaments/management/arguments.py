"""Arguments that several commands have, and what they say of a file that cannot be read or written."""

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError

from config.storage.diagnosis import diagnose_error
from tournaments.models import Tournament


def add_language(parser: ArgumentParser, default: str = "fr", help: str | None = None) -> None:
    """Add the argument «--language» to a command: one of the languages of the pages. `default`, `help`: as argparse
    takes them."""
    parser.add_argument("--language", choices=[code for code, _name in settings.LANGUAGES], default=default, help=help)


def find_tournament(text: str) -> Tournament:
    """Return the tournament of this id or code. Raises CommandError if there is none."""
    try:
        return Tournament.objects.get_by_id_or_code(text)
    except Tournament.DoesNotExist:
        raise CommandError(f"Il n’y a pas d’évènement « {text} ».") from None


def build_file_error(path: Path | str, error: OSError) -> CommandError:
    """Return the CommandError to raise if a file cannot be read or written; it says what to do, if the storage is in
    trouble."""
    trouble = diagnose_error(error)
    return CommandError(trouble.write_out(path) if trouble else f"{path} : {error.strerror}")
