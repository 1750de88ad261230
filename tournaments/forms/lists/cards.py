"""Address cards (vCard of any version) read as rows: a row for each card, each value decoded as the card itself
declares (ENCODING, CHARSET)."""

import binascii
import quopri
import re
from collections.abc import Iterator

from tournaments.presentation.tables.calendars_and_cards import LICENCE, unescape_text

from .sheets import ListSheet
from .texts import LINE_END, decode_western

BEGIN = "BEGIN:VCARD"
COLUMNS = {
    "FN": "nom complet",
    "FAMILY": "nom de famille",
    "GIVEN": "prénom",
    "EMAIL": "courriel",
    "ORG": "club",
    "CATEGORIES": "catégorie",
    LICENCE: "licence",
    "NOTE": "remarque",
}
"""The column heading for each property of a card; `headings` knows what it means."""
LETTERS = {
    **dict.fromkeys(("ISO-8859-1", "LATIN1", "US-ASCII", "WINDOWS-1252", "CP1252"), "cp1252"),
    **dict.fromkeys(("ISO-8859-2", "LATIN2"), "iso-8859-2"),
    **dict.fromkeys(("ISO-8859-15", "LATIN9"), "iso-8859-15"),
    **dict.fromkeys(("WINDOWS-1250", "CP1250"), "cp1250"),
    **dict.fromkeys(("MACINTOSH", "MACROMAN"), "mac_roman"),
}
"""Python's name of each character set that a card may name; text in any other is tried as UTF-8."""
PROPERTY = re.compile(r'([^":]*(?:"[^"]*"[^":]*)*):(.*)', re.DOTALL)
UNESCAPED_SEMICOLON = re.compile(r"(?<!\\);")
MOST_LINE_BYTES = 20_000
GROUPS = frozenset({"GROUP", "ORG"})


def are_cards(content: bytes) -> bool:
    """True if the content, in an encoding of one byte a letter, is a file of address cards (vCard)."""
    return content[:200].lstrip(b"\xef\xbb\xbf \t\r\n")[: len(BEGIN)].upper() == BEGIN.encode()


def read_card_sheet(content: bytes) -> ListSheet:
    """Return the address cards as a sheet: a row of headings, then a row for each card, with the line on which it
    begins. If a card has a property twice, the first counts."""
    sheet = ListSheet()
    sheet.add_row(0, COLUMNS.values())
    card: dict[str, str] | None = None
    begun = 0
    for number, line in iterate_properties(content.decode("latin-1")):
        match = PROPERTY.fullmatch(line)
        if not match:
            continue
        name, *parameters = match[1].upper().split(";")
        key = name.strip().rpartition(".")[2]
        if key in ("BEGIN", "END") and match[2].strip().upper() == "VCARD":
            if card and card.get("KIND", "").upper() not in GROUPS:
                sheet.add_row(begun, (card.get(each, "") for each in COLUMNS))
            card, begun = {} if key == "BEGIN" else None, number
        elif card is not None and match[2] and (key in COLUMNS or key in ("N", "KIND")):
            keep_value(card, key, read_value(match[2], parameters))
    if card:
        sheet.add_row(begun, (card.get(each, "") for each in COLUMNS))
    return sheet


def keep_value(card: dict[str, str], key: str, value: str) -> None:
    """Add a property's value to `card`, unless it has one already. A name (N) is stored as its family and its given
    part, an organisation (ORG) as its first part."""
    if key == "N":
        family, given = [unescape_text(part) for part in (*UNESCAPED_SEMICOLON.split(value), "")][:2]
        card.setdefault("FAMILY", family)
        card.setdefault("GIVEN", given)
    elif key == "ORG":
        card.setdefault(key, unescape_text(UNESCAPED_SEMICOLON.split(value)[0]))
    else:
        card.setdefault(key, unescape_text(value))


def iterate_properties(text: str) -> Iterator[tuple[int, str]]:
    """Yield (number of its first line, text) of each property, with its continued lines joined to it. A line continues
    the one before if it begins with a space, or if the one before is quoted-printable and ends in «=»."""
    parts: list[str] = []
    first, size, is_soft = 0, 0, False
    for number, line in enumerate(LINE_END.split(text), 1):
        if parts and (is_soft or line[:1] in (" ", "\t")):
            size += len(line)
            if size < MOST_LINE_BYTES:  # a photo is not kept
                parts.append(line if is_soft else line[1:])
        else:
            if parts:
                yield first, "".join(parts)
            parts, first, size = ([line[:MOST_LINE_BYTES]] if line.strip() else []), number, len(line)
        is_soft = bool(parts) and line.endswith("=") and is_quoted_printable(parts[0])
        if is_soft:
            parts[-1] = parts[-1].removesuffix("=")
    if parts:
        yield first, "".join(parts)


def is_quoted_printable(line: str) -> bool:
    """True if the line begins a property whose value is quoted-printable."""
    return "QUOTED-PRINTABLE" in line.partition(":")[0].upper()


def read_value(value: str, parameters: list[str]) -> str:
    """Return a property's value as text, decoded as its parameters say (ENCODING, CHARSET). `value`: each of its bytes
    as one Latin-1 letter."""
    content = value.encode("latin-1")
    encoding = next((each for each in parameters if each.startswith("ENCODING=")), "")
    if any("QUOTED-PRINTABLE" in each for each in parameters):
        content = quopri.decodestring(content)
    elif encoding in ("ENCODING=B", "ENCODING=BASE64"):
        try:
            content = binascii.a2b_base64(content)
        except binascii.Error:
            return ""
    charset = next((each.partition("=")[2].strip('"') for each in parameters if each.startswith("CHARSET=")), "")
    if charset in LETTERS:
        return content.decode(LETTERS[charset], "replace")
    try:
        return content.decode()
    except UnicodeDecodeError:
        return decode_western(content)
