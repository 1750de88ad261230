"""French «de» before a name, which loses its e before a vowel. Takes names, returns text; queries nothing."""

import re
import unicodedata

from django.utils.translation import get_language

VOWEL_FIRST = re.compile(r"[aeiouœæ]|y[^aeiou]", re.IGNORECASE)  # Anne, Élodie, Yves; not Yann, and never an h


def say_de(name: str) -> str:
    """Say the «de» that comes before this name: «d’» before Anne, «de » before Bruno.

    Every other language has its word in the translated text itself: there it is empty.
    """
    if not (get_language() or "").startswith("fr"):
        return ""
    return "d’" if VOWEL_FIRST.match(unicodedata.normalize("NFD", name.lstrip("«“\"' "))) else "de "
