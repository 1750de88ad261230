"""The credentials that open a table to a phone: its key, carried by the QR code, and a short code to type instead.

Both are computed from the server's secret, the table and its generation. They are never stored, can be printed again
at any time, and become void with the table's next generation. A wrong one reveals nothing. For a code, this module
checks that the tournament is open; for a key, the code that writes does.
"""

import re
from datetime import timedelta
from hmac import compare_digest
from itertools import chain

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.models import Table, Tournament, salts
from tournaments.models.prepared import PreparedQuery

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no I, L, O, U
LOOKALIKES = str.maketrans({"I": "1", "L": "1", "O": "0"})
CODE_LENGTH = 8
DAYS_AFTERWARDS = timedelta(days=1)
"""For how many days the code of a closed evening is still recognised. Each wrong code is tried on all these tables."""
KEY_BITS = 160
SALTS = (salts.TABLE, *salts.EARLIER_TABLES)
KEY_COLUMNS = ("generation", "round__tournament__hidden", "round__tournament__game", "round__tournament__club__cards")
"""The columns of a table that are read before its sheet: whether the key opens it, and which cards its club shows."""
TABLE_OF_KEY = PreparedQuery[Table](
    lambda pk: Table.objects.select_related("round__tournament__club").only(*KEY_COLUMNS).filter(pk=pk)
)


def table_key(table: Table, salt: str = salts.TABLE) -> str:
    """Return the table's key "ID-…": the table's id, then 160 bits of HMAC in Crockford's base 32. Another `salt` makes
    another key, as older programs did."""
    return f"{table.pk}-{encode_number(compute_secret(f'{salt}.key', table), KEY_BITS // 5)}"


def find_table_by_key(key: str) -> Table | None:
    """Return the table that this key opens now, with KEY_COLUMNS of it; None if it opens none."""
    match = re.fullmatch(r"([1-9][0-9]{0,17})-([0-9A-Z]+)", key, re.ASCII)
    tables = TABLE_OF_KEY.fetch_again(int(match[1])) if match else []
    return next((table for table in tables if any(compare_digest(table_key(table, salt), key) for salt in SALTS)), None)


def table_code(table: Table, salt: str = salts.TABLE) -> str:
    """Return the code that a player types: "K7M4-P2XQ", seven characters of HMAC and a check digit. Another `salt`
    makes another code, as older programs did."""
    body = encode_number(compute_secret(f"{salt}.code", table), CODE_LENGTH - 1)
    code = body + check_digit(body)
    return f"{code[:4]}-{code[4:]}"


def find_open_table_by_code(tournament: Tournament, text: str) -> Table | None:
    """Return the table with the typed code, if the tournament is open; else None.

    Small letters, spaces and dashes are accepted, and I, L, O for 1, 1, 0.
    """
    return find_table_by_code(tournament, text) if tournament.status == Tournament.Status.OPEN else None


def find_table_anywhere(text: str) -> Table | None:
    """Return the table with the typed code, of whichever tournament is open, or closed within the last days, and not
    hidden; else None."""
    visible = Tournament.objects.visible()
    closed = visible.closed().filter(date__gte=timezone.localdate() - DAYS_AFTERWARDS)
    tournaments = chain(visible.filter(status=Tournament.Status.OPEN), closed)
    return next((table for each in tournaments if (table := find_table_by_code(each, text))), None)


def find_table_by_code(tournament: Tournament, text: str) -> Table | None:
    """Return the tournament's table with the typed code, even if the tournament is not open: for its organisers.

    None for an invalid code, and unless exactly one table has it.
    """
    code = normalise_code(text)
    if not is_valid_code(code):
        return None
    tables = list(Table.objects.filter(round__tournament=tournament).select_related("round__tournament"))
    for salt in SALTS:
        matching = [table for table in tables if compare_digest(table_code(table, salt).replace("-", ""), code)]
        if matching:
            return matching[0] if len(matching) == 1 else None
    return None


def normalise_code(text: str) -> str:
    """Normalise a typed code as Crockford's base 32 has it: capitals, no spaces or dashes, I and L as 1, O as 0."""
    return re.sub(r"[\s\-–—]", "", text[:40]).upper().translate(LOOKALIKES)


def is_valid_code(code: str) -> bool:
    """True if a normalised code is eight characters of the alphabet with a right check digit (so most typos fail)."""
    well_formed = len(code) == CODE_LENGTH and all(letter in ALPHABET for letter in code)
    return well_formed and check_digit(code[:-1]) == code[-1]


def check_digit(body: str) -> str:
    """Compute the check digit of a code from its other characters: their sum times powers of x in GF(32), x⁵ = x² + 1.

    It detects any one wrong character and any swap of two.
    """
    total = 0
    for letter in body:
        total = multiply_by_x(total ^ ALPHABET.index(letter))
    return ALPHABET[total]


def multiply_by_x(value: int) -> int:
    """Multiply by x in GF(32)."""
    doubled = value << 1
    return doubled ^ 0b100101 if doubled & 0b100000 else doubled


def compute_secret(salt: str, table: Table) -> int:
    """Return 256 bits of HMAC for this salt, table and generation, which only this server can compute."""
    mac = salted_hmac(salt, f"{table.pk}:{table.generation}", secret=settings.PRINTED_KEY, algorithm="sha256")
    return int.from_bytes(mac.digest())


def encode_number(number: int, length: int) -> str:
    """Write the lowest 5·length bits of the number in the alphabet, the lowest five first."""
    return "".join(ALPHABET[number >> 5 * place & 31] for place in range(length))
