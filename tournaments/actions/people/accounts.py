"""An account: where it is signed in, its sessions listed and ended, and the language in which it reads the pages."""

import datetime
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import Language, salts

DEVICE, SINCE, USED = "device", "since", "used"  # keys of a session
NOTED_EVERY = datetime.timedelta(minutes=10)
LONGEST_DEVICE = 200


@dataclass(frozen=True)
class AccountSession:
    """One place where an account is signed in. `handle`: a digest of the key, which names the session on a page and
    opens nothing; `device`: what the browser says of itself, "" if it was not noted; `since`, `used`: when it was
    opened and last used; `key`: its secret key."""

    handle: str
    device: str
    since: datetime.datetime | None
    used: datetime.datetime | None
    key: str


def note_session_use(session: Any, device: str) -> None:
    """Note the device and the time of use in a session, at most every ten minutes."""
    now = timezone.now()
    used = read_time(session.get(USED))
    if used is None or not used <= now < used + NOTED_EVERY:
        session.setdefault(SINCE, now.isoformat())
        session[DEVICE], session[USED] = device[:LONGEST_DEVICE], now.isoformat()


def list_sessions(user: Any) -> list[AccountSession]:
    """Return the account's sessions, the one used last first."""
    sessions = []
    for session in Session.objects.filter(expire_date__gt=timezone.now()):
        data = session.get_decoded()
        if data.get("_auth_user_id") == str(user.pk):
            since, used = read_time(data.get(SINCE)), read_time(data.get(USED))
            handle = compute_handle(session.session_key)
            sessions.append(AccountSession(handle, data.get(DEVICE, ""), since, used, session.session_key))
    return sorted(sessions, key=lambda each: str(each.used or ""), reverse=True)


def compute_handle(key: str) -> str:
    """Return the handle of a session: a digest of its key, which names it on a page without giving it away."""
    return salted_hmac(salts.SESSION, key, algorithm="sha256").hexdigest()[:32]


def read_time(text: str | None) -> datetime.datetime | None:
    """Read an ISO 8601 time that a session holds; None for None or ""."""
    return datetime.datetime.fromisoformat(text) if text else None


def end_session(user: Any, handle: str) -> bool:
    """End the account's session of this handle. False if it has none."""
    keys = [each.key for each in list_sessions(user) if constant_time_compare(each.handle, handle)]
    return bool(Session.objects.filter(session_key__in=keys).delete()[0])


def end_other_sessions(user: Any, own_key: str) -> int:
    """End all sessions of the account but its own one. Returns how many there were."""
    keys = [each.key for each in list_sessions(user) if each.key != own_key]
    return Session.objects.filter(session_key__in=keys).delete()[0]


def save_language(user: User, code: str) -> None:
    """Save the account's language; `code`: one of settings.LANGUAGES."""
    Language.objects.update_or_create(user=user, defaults={"code": code})
