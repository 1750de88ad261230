"""Small words before a name that follow how it begins: French «de», Italian «e». Takes names, returns text; queries
nothing."""

import re
import unicodedata

from django.utils.translation import get_language
from django.utils.translation import gettext as _

VOWEL_FIRST = re.compile(r"[aeiouœæ]|y[^aeiou]", re.IGNORECASE)  # Anne, Élodie, Yves; not Yann, and never an h


def say_de(name: str) -> str:
    """Say the «de» that comes before this name: «d’» before Anne, «de » before Bruno.

    Every other language has its word in the translated text itself: there it is empty.
    """
    if not (get_language() or "").startswith("fr"):
        return ""
    return "d’" if VOWEL_FIRST.match(unicodedata.normalize("NFD", name.lstrip("«“\"' "))) else "de "


def say_and(name: str) -> str:
    """Return «et», as it is said before this name: in Italian «ed Elisa»."""
    begins_with_e = unicodedata.normalize("NFD", name[:1])[:1] == "E"
    return "ed" if begins_with_e and get_language() == "it" else _("et")
