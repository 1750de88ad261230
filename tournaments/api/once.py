"""Writing once, however often it is sent: the header Idempotency-Key names a request, and the same request with the
same name answers what it answered the first time, for a day. What is remembered is ids and numbers, no name of
anybody. The records of a table have their own keys, for ever (`actions.record_event`).

That it was begun is remembered before anything is written: where the server died before it could remember the answer,
nobody knows whether it was written, and the same request is refused rather than carried out twice."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, cast

from django.core.cache import cache
from django.utils.translation import gettext_lazy as _

from config.shared_cache import SharedCache
from tournaments import actions
from tournaments.actions.errors import FieldError, Refused

from .callers import CallRequest

HEADER = "Idempotency-Key"
LONGEST_KEY = 200
REMEMBER_SECONDS = 24 * 60 * 60


class Unfinished(actions.ActionError):
    """The server died while it carried this request out: it may be written or not."""

    message = _("Le programme s’est arrêté pendant cet envoi : lisez ce qui est écrit avant d’en faire un autre.")


def do_once(request: CallRequest, action: Callable[[], Any]) -> Any:
    """Carry the action out and return what it returns, a JSON value; for a request that was sent before under the same
    key, return what it returned then. Raises KeyReused for another request under that key, Unfinished."""
    key, token = request.headers.get(HEADER, ""), request.auth.token
    if not key or token is None:
        return action()
    if len(key) > LONGEST_KEY:
        raise Refused([FieldError(HEADER, _("Cette clé d’envoi est trop longue : 200 caractères au plus."))])
    name = f"api:{sha256(f'{token.pk} {key}'.encode(errors='replace')).hexdigest()}"
    sent = sha256(request.path.encode(errors="replace") + b"\0" + request.body).hexdigest()
    with cast(SharedCache, cache).lock(name):
        before = cache.get(name)
        if before is None:
            cache.set(name, {"sent": sent}, REMEMBER_SECONDS)
            try:
                before = {"sent": sent, "answer": action()}
            except Exception:
                cache.delete(name)  # refused: nothing was written
                raise
            cache.set(name, before, REMEMBER_SECONDS)
    if before["sent"] != sent:
        raise actions.KeyReused
    if "answer" not in before:
        raise Unfinished
    return before["answer"]
