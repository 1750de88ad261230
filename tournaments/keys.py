"""What opens a table to a phone: its key, which the QR carries, and the short code that one may type instead.

Both are made from the server's secret, the table and its generation: never stored, printed whenever needed, void as
soon as the table has its next generation. A wrong one learns nothing. Whether the evening is open is asked here for the
code, and by whoever writes for the key.
"""

import re
from hmac import compare_digest
from typing import TYPE_CHECKING

from django.utils.crypto import salted_hmac

from tournaments.models import Event, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no I, L, O, U
READ_AS = str.maketrans({"I": "1", "L": "1", "O": "0"})
CODE_LENGTH = 8
KEY_BITS = 160


def table_key(table: Table) -> str:
    """The table's key, "ID-…": 160 bits of HMAC in Crockford's alphabet after the table's id."""
    return f"{table.pk}-{spelled(secret('key', table), KEY_BITS // 5)}"


def table_of(key: str) -> Table | None:
    """The table that this key opens now, or None."""
    found = re.fullmatch(r"([1-9][0-9]{0,17})-([0-9A-Z]+)", key, re.ASCII)
    table = found and Table.objects.select_related("round__event").filter(pk=int(found[1])).first()
    return table if table and compare_digest(table_key(table), key) else None


def table_code(table: Table) -> str:
    """The code that a player types: "K7M4-P2XQ", seven characters of HMAC and a check digit."""
    body = spelled(secret("code", table), CODE_LENGTH - 1)
    code = body + check_digit(body)
    return f"{code[:4]}-{code[4:]}"


def table_of_code(event: Event, text: str) -> Table | None:
    """The one table of this open event that the typed text names; I, L, O, small letters, spaces, dashes forgiven."""
    return coded(event, text) if event.status == Event.Status.OPEN and not event.typing_closed else None


def coded(event: Event, text: str) -> Table | None:
    """The one table of this event that the code names, whether or not the evening is open: for its organisers."""
    code = typed(text)
    if not is_code(code):
        return None
    tables: Iterable[Table] = Table.objects.filter(round__event=event).select_related("round__event")
    found = [table for table in tables if compare_digest(table_code(table).replace("-", ""), code)]
    return found[0] if len(found) == 1 else None


def typed(text: str) -> str:
    """What was typed, as Crockford reads it: capitals, without spaces and dashes, I and L as 1, O as 0."""
    return re.sub(r"[\s\-–—]", "", text[:40]).upper().translate(READ_AS)


def is_code(code: str) -> bool:
    """Is it eight characters of the alphabet, the last one checking the others? A slip of the finger is not."""
    well_formed = len(code) == CODE_LENGTH and all(letter in ALPHABET for letter in code)
    return well_formed and check_digit(code[:-1]) == code[-1]


def check_digit(body: str) -> str:
    """The sum of the characters times powers of x in GF(32), x⁵ = x² + 1: one wrong character or any swap shows."""
    total = 0
    for letter in body:
        total = times_x(total ^ ALPHABET.index(letter))
    return ALPHABET[total]


def times_x(value: int) -> int:
    doubled = value << 1
    return doubled ^ 0b100101 if doubled & 0b100000 else doubled


def secret(purpose: str, table: Table) -> int:
    """160 bits or more that only this server can make for this table and generation."""
    mac = salted_hmac(f"tournaments.keys.{purpose}", f"{table.pk}:{table.generation}", algorithm="sha256")
    return int.from_bytes(mac.digest())


def spelled(number: int, length: int) -> str:
    """The lowest 5·length bits of the number, in the alphabet."""
    return "".join(ALPHABET[number >> 5 * place & 31] for place in range(length))
