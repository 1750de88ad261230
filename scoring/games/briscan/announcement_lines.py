"""Write and read announcements as lines of text, one each: «Anne : mariage ♥», «Basile : séquence R♠ D♠ V♠ (levée 4)».

The phone holds such lines in one input, with seat numbers for names; the organiser reads and corrects them with names.
The announcements' names are the games' own French words and are not translated. Whether an announcement may count,
`scoring` decides.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

KIND_WORDS = {
    "mariage": "mariage",
    "sequence": "séquence",
    "carre": "carré",
    "figures": "figures",
    "blanches": "blanches",
    "as_atout": "as d’atout",
    "cinq_atouts": "cinq atouts",
}
RENCONTRE = "mariage de rencontre"
TRICK_SUFFIX = re.compile(r"\(?\s*lev[ée]e\s*(\d{1,2})\s*\)?\s*$", re.IGNORECASE)
SEQUENCES = ("sequence", "tierce", "quatrieme", "quinte")


def format_announcement(announcement: Mapping[str, Any], who: str) -> str:
    """Return one announcement as a line of text that begins with `who` (a name or a seat number)."""
    kind = announcement["kind"]
    words = RENCONTRE if announcement.get("rencontre") else KIND_WORDS.get(kind, kind)
    what = announcement.get("suit") or announcement.get("rank") or " ".join(announcement.get("cards", ()))
    trick = f"(levée {announcement['before_trick']})" if announcement.get("before_trick") else ""
    return " ".join(part for part in (f"{who} :", words, what, trick) if part)


def format_announcements(announcements: Iterable[Mapping[str, Any]]) -> str:
    """Return announcements as text, a line each, that begins with the announcement's own `player`."""
    return "\n".join(format_announcement(each, str(each.get("player", ""))) for each in announcements)


def read_announcement(line: str, people: Iterable[str]) -> dict[str, Any] | None:
    """Read an announcement (its keys in a coup's record) by one of these people; None where the line cannot be read."""
    text = " ".join(line.split())
    who = next((name for name in sorted(people, key=len, reverse=True) if begins_with_name(text, name)), None)
    if who is None:
        return None
    rest = text[len(who) :].lstrip(" \u202f:")
    trick = TRICK_SUFFIX.search(rest)
    found = read_announcement_words(strip_accents(rest[: trick.start()] if trick else rest))
    if found is None:
        return None
    return {"player": who, **found} | ({"before_trick": int(trick[1])} if trick else {})


def begins_with_name(text: str, name: str) -> bool:
    """True where the line begins with this name, and not with a longer word that begins alike."""
    return text.casefold().startswith(name.casefold()) and not text[len(name) : len(name) + 1].isalnum()


def read_announcement_words(text: str) -> dict[str, Any] | None:
    """Read an announcement's kind and cards from words without accents; None where the kind is not known."""
    word, *rest = text.split() or [""]
    if word == "mariage" or word == "rencontre":
        met = word == "rencontre" or "rencontre" in rest
        return build_mariage(rest[-1] if rest else "", met)
    if word in SEQUENCES:
        return {"kind": "sequence", "cards": [each.upper() for each in rest]}
    if word == "carre":
        return {"kind": "carre", "rank": rest[-1].upper() if rest else ""}
    return next(
        ({"kind": kind} for kind in KINDS_WITHOUT_CARDS if word == strip_accents(KIND_WORDS[kind]).split()[0]), None
    )


KINDS_WITHOUT_CARDS = ("figures", "blanches", "as_atout", "cinq_atouts")  # announced without naming a card


def build_mariage(suit: str, rencontre: bool) -> dict[str, Any]:
    """Return the announcement of a mariage; `met`: it is a mariage de rencontre."""
    return {"kind": "mariage", "suit": suit.upper()} | ({"rencontre": True} if rencontre else {})


def strip_accents(text: str) -> str:
    """Return the text in small letters, without accents or emoji variation selectors."""
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign) and sign != "\ufe0f")
