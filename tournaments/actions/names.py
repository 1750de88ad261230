"""What may be a name, and how two people of one name are shown apart inside an event."""

import unicodedata
from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from tournaments.models.clubs import NAME_LENGTH

from .errors import Fault, Refused

ACCOUNTS = frozenset({"pot", "bank"})  # words that a sheet's own accounts bear


def clean_name(text: str, path: str = "name") -> str:
    """The name, trimmed and in NFC. Raises Refused where it is none: empty, over 80 characters, with hidden ones."""
    name = unicodedata.normalize("NFC", text.strip()).strip()
    if not any(map(is_seen, name)):
        raise Refused([Fault(path, _("Écrivez un nom."))])
    if len(name) > NAME_LENGTH:
        raise Refused([Fault(path, _("Ce nom est trop long : 80 caractères au plus."))])
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in name):
        raise Refused([Fault(path, _("Ce nom contient un caractère invisible : retapez-le lettre par lettre."))])
    if name in ACCOUNTS:
        raise Refused([Fault(path, _("Ce mot est réservé à la caisse : choisissez un autre nom."))])
    return name


def is_seen(letter: str) -> bool:
    """Does the character leave a mark? Spaces, controls and formats (a zero width joiner) do not."""
    return unicodedata.category(letter)[0] not in "ZC"


def apart(name: str, taken: Iterable[str]) -> str:
    """The name, with the first number that sets it apart from those taken: «Marie M. 2». Case is no difference."""
    return Apart(taken).name(name)


class Apart:
    """The names shown in one event, and how the next one is set apart from them."""

    def __init__(self, taken: Iterable[str]) -> None:
        self.taken = {name.casefold() for name in taken}

    def name(self, wanted: str) -> str:
        """The name, or with the first number that nobody bears; taken from now on."""
        shown, number = wanted, 1
        while shown.casefold() in self.taken:
            number += 1
            shown = f"{wanted[: NAME_LENGTH - len(str(number)) - 1]} {number}"
        self.taken.add(shown.casefold())
        return shown
