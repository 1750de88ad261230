"""Reading address cards (vCard of any version) as the rows of a list of people, their headings first."""

import quopri
import re

from tournaments.presentation.tables.vcards import LICENCE
from tournaments.presentation.text.content_lines import unescape_text, unfold_lines

BEGIN = "BEGIN:VCARD"
COLUMNS = {
    "FN": "name",
    "EMAIL": "email",
    "ORG": "club",
    "CATEGORIES": "category",
    LICENCE: "licence",
    "NOTE": "note",
}
"""By property, the heading of its column, which `player_columns` knows."""
UNESCAPED_SEMICOLON = re.compile(r"(?<!\\);")


def are_cards(text: str) -> bool:
    """True if the text is made of address cards."""
    return text.lstrip("\ufeff \t\r\n")[: len(BEGIN)].upper() == BEGIN


def read_card_rows(text: str) -> list[list[str]]:
    """Return the headings, then a row for each card; of a property that stands twice the first counts."""
    cards: list[dict[str, str]] = []
    for line in unfold_lines(re.sub(r"=(?:\r\n|\n|\r)", "", text.lstrip("\ufeff"))):
        name, _colon, value = line.partition(":")
        key, *parameters = name.upper().split(";")
        key = key.rpartition(".")[2]
        if f"{key}:{value}".upper().strip() == BEGIN:
            cards.append({})
        elif cards and value:
            cards[-1].setdefault(key, read_value(key, value, parameters))
    return [list(COLUMNS.values()), *(read_card(card) for card in cards)]


def read_value(key: str, value: str, parameters: list[str]) -> str:
    """Return the value of a property as text; of one in parts its first part, of a name the given one first."""
    if any("QUOTED-PRINTABLE" in each for each in parameters):
        value = quopri.decodestring(value.encode("latin-1", "replace")).decode("utf-8", "replace")
    if key not in ("N", "ORG"):
        return unescape_text(value)
    parts = [unescape_text(part) for part in UNESCAPED_SEMICOLON.split(value)]
    return " ".join(part for part in (*parts[1:2], parts[0]) if part) if key == "N" else parts[0]


def read_card(card: dict[str, str]) -> list[str]:
    """Return the row of one card."""
    named = card | {"FN": card.get("FN") or card.get("N", "")}
    return [named.get(key, "") for key in COLUMNS]
