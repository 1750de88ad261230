"""Write and read announcements as lines of text, one each: «Anne : mariage ♥», «Basile : séquence R♠ D♠ V♠ (levée 4)».

The phone holds such lines in one input, with seat numbers for names; the organiser reads and corrects them with names.
Lines are written in the games' own French words; English and Italian ones are read too. Whether an announcement may
count, `scoring` decides.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from scoring.letters import fold_letters

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
FIRST_WORDS = {
    "mariage": ("mariage", "marriage", "rencontre"),
    "sequence": ("sequence", "tierce", "quatrieme", "quinte", "sequenza", "terza", "quarta", "quinta"),
    "carre": ("carre",),
    "figures": ("figures", "figure"),
    "blanches": ("blanches", "bianche"),
    "as_atout": ("as", "ace", "asso"),
    "cinq_atouts": ("cinq", "five", "cinque"),
}
"""The words, without accents, with which an announcement of each kind may begin."""
RENCONTRE_WORDS = frozenset(("rencontre", "incontro"))
SMALL_WORDS = frozenset(("de", "d", "di", "of"))


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
    announcement_words = read_announcement_words(strip_accents(rest[: trick.start()] if trick else rest))
    if announcement_words is None:
        return None
    return {"player": who, **announcement_words} | ({"before_trick": int(trick[1])} if trick else {})


def begins_with_name(text: str, name: str) -> bool:
    """True where the line begins with this name, and not with a longer word that begins alike."""
    return text.casefold().startswith(name.casefold()) and not text[len(name) : len(name) + 1].isalnum()


def read_announcement_words(text: str) -> dict[str, Any] | None:
    """Read an announcement's kind and cards, as the keys of its record, from words without accents; None where they are
    no announcement."""
    *words, last = re.split(r"[\s'’]+", text.strip())
    word, *rest = [*(each for each in words if each not in SMALL_WORDS), last]  # a last «d» is a rank
    kind = next((kind for kind, words in FIRST_WORDS.items() if word in words), None)
    if kind == "mariage":
        return read_mariage([word, *rest])
    if kind == "sequence":
        return {"kind": kind, "cards": [each.upper() for each in rest]}
    if kind == "carre":
        return {"kind": kind, "rank": rest[-1].upper() if rest else ""}
    return {"kind": kind} if kind else None


def read_mariage(words: list[str]) -> dict[str, Any] | None:
    """Read a mariage and its suit, from a hand or met in a trick («de rencontre»); None where the words are others."""
    rest = [word for word in words if word not in FIRST_WORDS["mariage"] and word not in RENCONTRE_WORDS]
    if len(rest) > 1:
        return None
    fields = {"kind": "mariage", "suit": "".join(rest).upper()}
    return fields if RENCONTRE_WORDS.isdisjoint(words) else fields | {"rencontre": True}


def strip_accents(text: str) -> str:
    """Return the text in small plain letters, without emoji variation selectors."""
    return fold_letters(text).replace("\ufe0f", "")
