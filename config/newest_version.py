"""Ask which version of the program is the newest, at the address that the installation names, when somebody asks.

Standard library only; knows no page and no table.
"""

import re
from http.client import HTTPException
from urllib.request import urlopen

VERSION = re.compile(r"\d{1,4}(?:\.\d{1,4}){1,3}")
SECONDS = 5
MOST_BYTES = 100


class NoAnswer(Exception):
    """Raised where the address asked for the newest version does not answer with one."""


def ask_newest_version(address: str) -> str:
    """Return the version at the beginning of what this address answers: "1.2.0". Raises NoAnswer."""
    if not address.startswith(("http://", "https://")):
        raise NoAnswer(address)
    try:
        with urlopen(address, timeout=SECONDS) as answer:
            match = VERSION.match(answer.read(MOST_BYTES).decode("ascii", "replace"))
    except (OSError, HTTPException, ValueError) as error:
        raise NoAnswer(address) from error
    if not match:
        raise NoAnswer(address)
    return match.group()


def is_newer(version: str, than: str) -> bool:
    """True if the version came after the other one; "1.10.0" did after "1.9"."""
    return _split(version) > _split(than)


def _split(version: str) -> list[int]:
    """Return the numbers of a version, without zeros at its end."""
    numbers = [int(part) for part in version.split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return numbers
