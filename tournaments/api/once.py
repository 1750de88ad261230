"""Write once, however often a request is sent. The header Idempotency-Key names a request; for a day, the same request
under the same name gets the answer that it got the first time. The records of a table have their own keys, which hold
for ever (`actions.record_event`)."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeVar

from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.people.answers import answer_once

from .callers import HEADER as AUTHORIZATION
from .callers import CallRequest

Prepared = TypeVar("Prepared")
HEADER = "Idempotency-Key"
LONGEST_KEY = 200


def do_once(request: CallRequest, action: Callable[[], Any]) -> Any:
    """Carry the action out and return what it returns, a JSON value; for a request that was sent before under the same
    key, return what it returned then. Raises KeyReused for another request under that key."""
    return prepare_and_do_once(request, lambda: None, lambda _nothing: action())


def act_once(request: CallRequest, action: Callable[[], object]) -> None:
    """Carry the action out; for a request that was sent before under the same key, do nothing. What it did is read
    afterwards. Raises KeyReused for another request under that key."""

    def act() -> bool:
        action()
        return True

    do_once(request, act)


def prepare_and_do_once(
    request: CallRequest, prepare: Callable[[], Prepared], action: Callable[[Prepared], Any]
) -> Any:
    """Call `prepare` outside any transaction, because it takes long, then carry out the action with its result, once
    for each key as `do_once` does; return what the action returns."""
    key, token = request.headers.get(HEADER, ""), request.auth.token
    if not key or token is None:
        return action(prepare())
    if len(key) > LONGEST_KEY:
        raise Refused([FieldError(HEADER, _("Cette clé d’envoi est trop longue : 200 caractères au plus."))])
    name = compute_digest(str(token.pk), key)
    sent = compute_digest(request.headers[AUTHORIZATION], request.path, request.body.hex())
    return answer_once(token, name, sent, prepare, action)


def compute_digest(*texts: str) -> str:
    """Return one digest of several texts in their order."""
    return sha256("\0".join(texts).encode(errors="replace")).hexdigest()
