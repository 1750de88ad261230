"""A change done for real and taken back in the same breath, so that whatever reads the book tells what it will say."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event, Record

from .asking import Asked
from .corrections import Correction
from .corrections import drafts as correction_drafts
from .errors import NotNow
from .evenings import lock_event, put_rules
from .recounting import Recount
from .rules import RuleChange
from .rules import drafts as rules_drafts
from .writing import Draft, seal

Found = TypeVar("Found")
KEY = "foreseen:"  # no key from outside holds a colon


def foresee(event: Event, change: Correction | RuleChange, read: Callable[[Event], Found]) -> Found:
    """What `read` finds of the event once the change is written; nothing of it stays. Behind the tables' locks. Raises
    NotNow where a table has written since the change was planned."""
    with transaction.atomic():
        lock_event(event)
        seal(list(drafts(change)))
        now = Event.objects.select_related("club").get(pk=event.pk)
        if isinstance(change, RuleChange):
            put_rules(now, change.preset, change.options, now.house_rule, by="")
        found = read(now)
        transaction.set_rollback(True)
    return found


def drafts(change: Correction | RuleChange) -> Iterator[Draft]:
    if isinstance(change, Correction):
        yield from correction_drafts(change, asked(change))
    else:
        for each in change.recounts:
            yield from rules_drafts(each, asked(each))


def asked(change: Recount) -> Asked:
    sheet = change.sheet
    if Record.objects.filter(table_id=sheet.table.pk).count() + 1 != sheet.number:
        raise NotNow(_("Une table a écrit entre-temps : demandez de nouveau ce que cela change."))
    return Asked(key=KEY, digest="", number=sheet.number, by="", reason="")
