"""Whether whoever holds a session has proved just now who he is: by signing in, or by answering when he was asked
again. Knows sessions and accounts' signals, no page."""

import time
from typing import Any

from allauth.account.signals import authentication_step_completed
from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest

CONFIRMED_AT = "confirmed_at"  # in the session, in seconds since 1970


def note_confirmation(request: HttpRequest) -> None:
    """Note in the session that its holder has just proved who he is."""
    request.session[CONFIRMED_AT] = time.time()


def is_confirmed(request: HttpRequest) -> bool:
    """True if the session's holder proved who he is so lately that he need not be asked again."""
    since = time.time() - request.session.get(CONFIRMED_AT, 0)
    return bool(0 <= since < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT)


def connect_signals() -> None:
    """Have every sign-in, and every renewed proof of who one is, noted in the session."""
    user_logged_in.connect(note_sign_in, dispatch_uid="confirmed: log-in")
    authentication_step_completed.connect(note_answer, dispatch_uid="confirmed: asked again")


def note_sign_in(request: HttpRequest, **_more: Any) -> None:
    """Note in the session that its holder has just signed in. Receives Django's signal of it."""
    note_confirmation(request)


def note_answer(request: HttpRequest, *, reauthenticated: bool = False, **_more: Any) -> None:
    """Note in the session that its holder has proved who he is when he was asked again (`reauthenticated`); do nothing
    after another step of signing in. Receives allauth's signal of every such step."""
    if reauthenticated:
        note_confirmation(request)
