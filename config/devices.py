"""The phones and computers that the server knows again: from each an organiser signed in before, or a table's code was
typed. Each has a signed cookie that lives a year. It opens nothing; it only keeps a device's own tries at passwords and
codes apart from those of strangers.

This module also remembers, in each process, the club of each organiser's session, and which keys of programs have
opened something. Knows requests and cookies, no page and no account's name.
"""

import hashlib
import secrets
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse, parse_cookie

from config.background.kinds import has_server_database
from config.own_cookies import select_own_cookies

LIFETIME = timedelta(days=365)
SALT = "config.devices"  # signs the cookies that devices have; it never changes
MOST_ACCOUNTS = 10
MOST_KNOWN = 10_000  # sessions with their clubs, and keys, that a process remembers
_known: OrderedDict[str, int] = OrderedDict()


@dataclass(frozen=True)
class Device:
    """A phone or computer, known by a cookie. `id`: random; `accounts`: the ids of the accounts that have signed in
    from it, the latest last."""

    id: str
    accounts: tuple[int, ...] = ()

    def knows(self, account: int | None) -> bool:
        """True if this account has signed in from the device before."""
        return account in self.accounts

    def with_account(self, account: int) -> "Device":
        """Return a copy of the device with this account as the latest that has signed in from it."""
        others = [each for each in self.accounts if each != account]
        return Device(self.id, (*others, account)[-MOST_ACCOUNTS:])


def read_device(request: HttpRequest) -> Device:
    """Return the device that the request comes from, as its cookie says; a new one without a cookie of ours."""
    try:
        text = request.get_signed_cookie(settings.DEVICE_COOKIE_NAME, salt=SALT, max_age=LIFETIME)
        name, *accounts = str(text).split(".")
        return Device(name, tuple(map(int, accounts)))
    except (KeyError, ValueError, signing.BadSignature):
        return Device(secrets.token_hex(16))


def find_signed_in_device(header: str) -> str:
    """Return the id of the device that sends this Cookie header; "" if no account has signed in from it before."""
    request = HttpRequest()
    request.COOKIES = parse_cookie(select_own_cookies(header))
    device = read_device(request)
    return device.id if device.accounts else ""


def note_club(session: str, club: int) -> None:
    """Remember, in this process, the club of the organiser who has this session."""
    _note_known(session, club)


def find_club_of_session(header: str) -> str:
    """Return the id, as text, of the club of the organiser who sends this Cookie header; "" if unknown, and always on
    SQLite, where the few organisers are all of one club."""
    if not has_server_database():
        return ""
    cookies = parse_cookie(select_own_cookies(header))
    return str(_known.get(cookies.get(settings.SESSION_COOKIE_NAME, ""), ""))


def note_key(header: str, key: int) -> None:
    """Remember, in this process, which key (its id) this Authorization header holds, once it has opened something."""
    _note_known(_digest_header(header), key)


def find_key(header: str) -> str:
    """Return the id, as text, of the key in this Authorization header; "" if it has opened nothing so far, so that all
    who invent keys count as one asker."""
    return str(_known.get(_digest_header(header), ""))


def _digest_header(header: str) -> str:
    """Return the digest under which this Authorization header is remembered; it cannot be mistaken for a session."""
    return f"key {hashlib.sha256(header.encode()).hexdigest()}"


def _note_known(who: str, number: int) -> None:
    """Remember the number (a club's or key's id) for `who`, a session or the digest of a key; of too many, the one
    noted first is forgotten."""
    _known[who] = number
    if len(_known) > MOST_KNOWN:
        with suppress(KeyError):  # another thread was faster
            _known.popitem(last=False)


def remember_device(response: HttpResponse, device: Device) -> None:
    """Set the device's signed cookie in this response."""
    response.set_signed_cookie(
        settings.DEVICE_COOKIE_NAME,
        ".".join([device.id, *map(str, device.accounts)]),
        salt=SALT,
        max_age=int(LIFETIME.total_seconds()),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
