"""The security log: one line for each log-in, refusal, lock-out, change of a factor or a password, each export and
backup.

A line names an event, an account by its number, and an address by its name in the URL patterns: never a password, a
code, a key, a name that was typed, or a query string. The logger is `corbillon.security` (`settings.LOGGING`). The
machine that asked goes with the line to `security_files` alone: what standard error gets is kept by others, nobody
knows for how long.
"""

import logging
from typing import Any

from allauth.account.signals import password_changed, password_reset
from allauth.mfa.signals import authentication_failed, authenticator_added, authenticator_removed, authenticator_used
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.http import HttpRequest, HttpResponse

LOGGER = logging.getLogger("corbillon.security")
WATCHED = {
    "log-in": user_logged_in,
    "log-out": user_logged_out,
    "log-in refused": user_login_failed,
    "second factor accepted": authenticator_used,
    "second factor refused": authentication_failed,
    "second factor added": authenticator_added,
    "second factor removed": authenticator_removed,
    "password changed": password_changed,
    "password reset": password_reset,
}
REFUSALS = (403, 404)


def log_event(event: str, request: HttpRequest | None = None, **facts: object) -> None:
    """Write one line to the security log. `facts`: numbers and words of the program's own, never what somebody
    typed."""
    known = facts | describe_request(request) if request is not None else facts
    machine = request.META.get("REMOTE_ADDR", "-") if request is not None else "-"
    words = "".join(f" {name}={value}" for name, value in known.items())
    LOGGER.info("%s%s", event, words, extra={"machine": machine})


def describe_request(request: HttpRequest) -> dict[str, object]:
    """Return, for a log line, the request's account id, the name of its address and its method; "-" where there is
    none."""
    user, match = getattr(request, "user", None), request.resolver_match
    return {
        "user": getattr(user, "pk", None) or "-",
        "route": (match and match.url_name) or "-",
        "method": request.method if request.method in ("GET", "HEAD", "POST") else "other",
    }


def log_answer(request: HttpRequest, response: HttpResponse) -> None:
    """Log the answer to an organiser or a table if it is a refusal, or a file to download."""
    if response.status_code in REFUSALS:
        log_event("refused", request, status=response.status_code)
    elif response.status_code == 200 and "Content-Disposition" in response:
        log_event("export", request)


def connect_signals() -> None:
    """Have the signals of the packages for accounts (sign-ins, failures and so on) written to the security log."""
    for event, signal in WATCHED.items():
        signal.connect(make_receiver(event), weak=False, dispatch_uid=f"security log: {event}")


def make_receiver(event: str) -> Any:
    """Return a signal receiver that logs this event with the account that it is about, if that is known."""

    def receive(request: HttpRequest | None = None, user: Any = None, **_more: Any) -> None:
        log_event(event, request, **({"account": user.pk} if getattr(user, "pk", None) else {}))

    return receive
