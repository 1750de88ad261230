"""The answers to requests to which other programs gave a name. An answer is saved in the transaction of what the
request did, so that a server which dies keeps both or neither; the same request sent again gets that answer and writes
nothing."""

import datetime
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import transaction
from django.utils import timezone

from tournaments.actions.decisions import collect_decisions
from tournaments.actions.errors import KeyReused
from tournaments.actions.saving import save_fields
from tournaments.models import ApiToken, RememberedAnswer

Prepared = TypeVar("Prepared")
REMEMBERED_FOR = datetime.timedelta(days=1)
MOST_REMEMBERED = 10_000  # of one key


def answer_once(
    token: ApiToken, name: str, sent: str, prepare: Callable[[], Prepared], action: Callable[[Prepared], Any]
) -> Any:
    """Carry the action out and return what it returns, a JSON value; if the program's key sent the same request under
    this name within a day, return what was returned then.

    `name`, `sent`: digests of the request's name and of the whole request. `prepare` runs before with no transaction
    open, for what takes long, and writes nothing that may not be written twice. Raises KeyReused if something else was
    sent under this name, and what `prepare` and `action` raise; then nothing is remembered.
    """
    now = timezone.now()
    remembered = RememberedAnswer.objects.filter(digest=name, at__gte=now - REMEMBERED_FOR).first()
    if remembered is None:
        prepared = prepare()
        with transaction.atomic(), collect_decisions():  # linked once, whatever an act is made of: see `lock_decisions`
            delete_old_answers(now)
            remembered, is_first = RememberedAnswer.objects.get_or_create(
                digest=name, defaults={"token": token, "sent": sent, "at": now}
            )
            if is_first:
                save_fields(remembered, answer=action(prepared))
                delete_answers_beyond(token)
    if remembered.sent != sent:
        raise KeyReused
    return remembered.answer


def delete_old_answers(now: datetime.datetime) -> None:
    """Delete the remembered answers that are older than REMEMBERED_FOR at the time `now`."""
    RememberedAnswer.objects.filter(at__lt=now - REMEMBERED_FOR).delete()


def delete_answers_beyond(token: ApiToken) -> None:
    """Delete all remembered answers to this program's key but the last MOST_REMEMBERED."""
    mine = RememberedAnswer.objects.filter(token=token)
    last = mine.order_by("-pk").values_list("pk", flat=True)[MOST_REMEMBERED : MOST_REMEMBERED + 1]
    mine.filter(pk__lte=last).delete()
