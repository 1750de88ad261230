"""The error messages for a typed address, a web address or a folder's path, whatever it is used for."""

import re
import unicodedata
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import gettext_lazy as _

UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
HOST = re.compile(rf"(?=.{{1,253}}$){LABEL}(?:\.{LABEL})*\.?")  # as urlsplit gives it, in small letters
INVISIBLE = _("Il y a là un signe invisible : retapez tout, sans copier.")
BAD_PORT = _("Le port, après les deux points, va de 1 à 65535.")
BAD_HOST = _("Écrivez le nom de la machine comme votre navigateur le copie, sans espace ni accent.")


def find_invisible(text: str) -> Any:
    """Return the error message for a text with invisible characters or ones that reverse its direction; None if it has
    none."""
    return INVISIBLE if any(unicodedata.category(letter) in UNSEEN for letter in text) else None


def find_path_fault(folder: PurePath) -> Any:
    """Return the error message for a folder's path that is not whole, such as «site» for «D:/site»; None if it begins
    at the root of this computer's files."""
    if folder.is_absolute():
        return None
    return _("Il faut le chemin entier, qui commence par %(root)s.") % {"root": Path.cwd().anchor}


def find_address_fault(address: str) -> Any:
    """Return the error message for a web address with a wrong character, host or port; None if they are right, or if
    the text is no address at all."""
    if invisible := find_invisible(address):
        return invisible
    with suppress(ValueError):
        split = urlsplit(address)
        host = split.hostname or ""
        if host and ":" not in host and not HOST.fullmatch(host):
            return BAD_HOST
        try:
            port = split.port
        except ValueError:
            return BAD_PORT
        return BAD_PORT if port == 0 else None
    return None
