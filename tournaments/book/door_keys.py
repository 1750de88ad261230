"""The key on the poster at the door, with which players check in by themselves. It is computed like a table's key
(`table_keys`) and never stored; when an organiser makes a new one, the one before opens nothing any more."""

import re
from hmac import compare_digest

from django.conf import settings
from django.utils.crypto import salted_hmac

from tournaments.models import SignUpTerms, Tournament, salts

from .table_keys import KEY_BITS, encode_number


def door_key(terms: SignUpTerms) -> str:
    """Return the poster's key "ID-…": the tournament's id, then 160 bits of HMAC in Crockford's base 32."""
    value = f"{terms.pk}:{terms.generation}"
    mac = salted_hmac(salts.DOOR, value, secret=settings.PRINTED_KEY, algorithm="sha256")
    return f"{terms.pk}-{encode_number(int.from_bytes(mac.digest()), KEY_BITS // 5)}"


def find_terms_by_door_key(key: str) -> SignUpTerms | None:
    """Return the terms of the tournament whose door this key opens now; None if it opens none: a wrong or an old one,
    or a tournament that is closed or hidden, or where nobody checks in by himself."""
    match = re.fullmatch(r"([1-9][0-9]{0,17})-([0-9A-Z]+)", key, re.ASCII)
    open_ones = SignUpTerms.objects.filter(self_check_in=True, tournament__hidden=False)
    open_ones = open_ones.exclude(tournament__status=Tournament.Status.CLOSED).select_related("tournament__club")
    terms = open_ones.filter(pk=int(match[1])).first() if match else None
    return terms if terms and compare_digest(door_key(terms), key) else None
