"""Small words that follow how the next word begins: French «de» and Italian «e» before a name, Italian «il» before a
day; «1er», French for the first of a month. Takes and returns text; queries nothing."""

import re
import unicodedata
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

VOWEL_FIRST = re.compile(r"[aeiouœæ]|y[^aeiou]", re.IGNORECASE)  # Anne, Élodie, Yves; not Yann, and never an h

ARTICLE_OF_DAY = re.compile(r"\b(il|del) (?=(?:8|11)\b)")


def say_de(name: str) -> str:
    """Return the French «de» as it stands before this name: «d’» before Anne, «de » before Bruno.

    In every other language it is "", as the translated sentence has its own word.
    """
    if not (get_language() or "").startswith("fr"):
        return ""
    return "d’" if VOWEL_FIRST.match(unicodedata.normalize("NFD", name.lstrip("«“\"' "))) else "de "


def say_and(name: str) -> str:
    """Return the word «et» of the active language as it stands before this name: in Italian «ed» before Elisa."""
    begins_with_e = unicodedata.normalize("NFD", name[:1])[:1] == "E"
    return "ed" if begins_with_e and get_language() == "it" else _("et")


def elide_article_of_day(text: str) -> str:
    """Return the text with Italian's articles as they are said before a day: «dell’8 marzo» for «del 8 marzo»."""
    if get_language() != "it":
        return text
    return ARTICLE_OF_DAY.sub(lambda found: "l’" if found[1] == "il" else "dell’", text)


def format_day(day: date, form: str = "j F Y") -> str:
    """Format a day or a time, with «1er décembre» in French for the first of a month."""
    return date_format(day, mark_first_day(day, form))


def mark_first_day(day: Any, form: str) -> str:
    """Return the date format `form`, with «er» after the number if this day is the first of a month, in French."""
    is_first = getattr(day, "day", None) == 1 and (get_language() or "fr").startswith("fr")
    return form.replace("j F", r"j\e\r F") if is_first else form
