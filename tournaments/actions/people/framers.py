"""Which other sites may show a club's tables inside their own pages (`frame-ancestors`)."""

import re
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from tournaments.actions.errors import FieldError, Refused
from tournaments.models.clubs import FRAMERS_LENGTH

HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*", re.ASCII)


def check_framers(text: str) -> str:
    """Return the origins (of sites that may show the club's tables) written in the text, as browsers compare them, with
    spaces between. Raises Refused for a word that is no origin, and for too many of them."""
    written = text.split()
    origins = {each: find_origin(each) for each in written}
    wrong = [each for each, origin in origins.items() if not origin]
    if wrong:
        words = _("« %(written)s » n’est pas l’adresse d’un site : écrivez-la seule, comme https://www.exemple.fr.")
        raise Refused([FieldError("framers", words % {"written": wrong[0][:80]})])
    listing = " ".join(dict.fromkeys(origins.values()))
    if len(listing) > FRAMERS_LENGTH:
        raise Refused(
            [FieldError("framers", _("C’est trop de sites : gardez ceux qui montrent vraiment vos tableaux."))]
        )
    return listing


def find_origin(written: str) -> str:
    """Return the origin written in the text, such as "https://www.example.org"; "" if it is none, or has a path after
    it."""
    try:
        split = urlsplit(written)
        port = split.port
        host = (split.hostname or "").encode("idna").decode()
    except ValueError:  # of which UnicodeError is one
        return ""
    is_more = split.path not in ("", "/") or split.query or split.fragment or "@" in split.netloc
    if split.scheme not in ("https", "http") or is_more or not HOST.fullmatch(host):
        return ""
    return f"{split.scheme}://{host}" + (f":{port}" if port else "")
