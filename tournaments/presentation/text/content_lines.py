"""The lines of which calendars (RFC 5545) and address cards (RFC 6350) are made: escaped, folded, and read again."""

import re
from collections.abc import Iterable, Iterator

FOLD_BYTES = 75
ESCAPES = {"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"}
UNESCAPED = re.compile(r"\\(.)")


def escape_text(text: str) -> str:
    """Return the text as the value of a line holds it."""
    return "".join(ESCAPES.get(sign, sign) for sign in text.replace("\r\n", "\n"))


def unescape_text(text: str) -> str:
    """Return the text that a value stands for."""
    return UNESCAPED.sub(lambda found: "\n" if found[1] in "nN" else found[1], text)


def write_lines(lines: Iterable[str]) -> str:
    """Return the lines folded at 75 octets, none inside a letter, each with its carriage return and line feed."""
    return "".join(f"{part}\r\n" for line in lines for part in fold_line(line))


def fold_line(line: str) -> Iterator[str]:
    """Yield the parts of a line; all but the first begin with the space that belongs to the fold."""
    part, size = "", 0
    for sign in line:
        octets = len(sign.encode())
        if size + octets > FOLD_BYTES:
            yield part
            part, size = " ", 1
        part, size = part + sign, size + octets
    yield part


def unfold_lines(text: str) -> list[str]:
    """Return the lines of a text, folds undone, empty ones left out."""
    return [line for line in re.split(r"\r\n|\n|\r", re.sub(r"(?:\r\n|\n|\r)[ \t]", "", text)) if line.strip()]
