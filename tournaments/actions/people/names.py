"""What is a valid name, and how two people of the same name are told apart inside a tournament."""

import re
import unicodedata
from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import FieldError, Refused
from tournaments.models.clubs import NAME_LENGTH

RESERVED_NAMES = frozenset({"pot", "bank"})  # names of a sheet's own accounts, which no player may bear


def clean_name(text: str, path: str = "name") -> str:
    """Return the name, trimmed, with one space where several were typed, and in Unicode form NFC. Raises Refused if it
    has no visible character, has more than 80 characters, contains control characters or is a reserved word."""
    name = re.sub(" +", " ", unicodedata.normalize("NFC", text.strip()).strip())
    if all(unicodedata.category(letter)[0] in "ZC" for letter in name):  # spaces, controls, zero width joiners
        raise Refused([FieldError(path, _("Écrivez un nom."))])
    if len(name) > NAME_LENGTH:
        raise Refused([FieldError(path, _("Ce nom est trop long : 80 caractères au plus."))])
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in name):
        raise Refused([FieldError(path, _("Ce nom contient un caractère invisible : retapez-le lettre par lettre."))])
    if name in RESERVED_NAMES:
        raise Refused([FieldError(path, _("Ce mot est réservé à la caisse : choisissez un autre nom."))])
    return name


def make_name_unique(name: str, taken: Iterable[str]) -> str:
    """Return the name, followed by the smallest number (from 2) that makes it differ from the names taken, if one is
    needed: «Marie M. 2». Upper and lower case count as equal."""
    return UniqueNames(taken).reserve(name)


class UniqueNames:
    """The names shown in one tournament; gives each further name a number if it is already taken."""

    def __init__(self, taken: Iterable[str]) -> None:
        self.taken = {name.casefold() for name in taken}

    def reserve(self, wanted: str) -> str:
        """Return the wanted name, numbered if it is taken, and mark the result as taken."""
        candidate, number = wanted, 1
        while candidate.casefold() in self.taken:
            number += 1
            candidate = f"{wanted[: NAME_LENGTH - len(str(number)) - 1]} {number}"
        self.taken.add(candidate.casefold())
        return candidate
