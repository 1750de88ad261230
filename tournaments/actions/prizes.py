"""An event's prizes, and who pays what. Nothing of the book changes."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.models import Dues, Event, Prize, Treasury
from tournaments.standings.prizes import GROUP

from .errors import Fault, Refused
from .evenings import lock_event
from .names import clean_name

MOST_PRIZES = 200


@dataclass(frozen=True)
class Payment:
    """What one entry owes (None: the event's fee), has paid, and the group he competes in."""

    entry: int
    group: str
    due_cents: int | None
    paid_cents: int


@transaction.atomic
def add_prize(event: Event, *, kind: str, place: int, group: str, label: str, cents: int, shared: bool) -> Prize:
    """One lot more. Raises Refused."""
    lock_event(event)
    if kind == GROUP and not group.strip():
        raise Refused([Fault("group", _("Dites de quel groupe."))])
    if event.prizes.count() >= MOST_PRIZES:
        raise Refused([Fault("label", _("Deux cents lots au plus."))])
    name = clean_name(label, "label")
    return Prize.objects.create(
        event=event,
        kind=kind,
        place=place,
        group=group.strip() if kind == GROUP else "",
        label=name,
        cents=cents,
        shared=shared,
    )


def remove_prize(prize: Prize) -> None:
    prize.delete()


def set_treasury(event: Event, *, fee_cents: int | None = None, several: bool | None = None) -> Treasury:
    """What each player is asked, and whether one may win several lots; None: as it is."""
    asked = {"fee_cents": fee_cents, "several": several}
    given = {key: value for key, value in asked.items() if value is not None}
    treasury, _made = Treasury.objects.update_or_create(event=event, defaults=given)
    return treasury


@transaction.atomic
def set_payments(event: Event, payments: Iterable[Payment]) -> None:
    """Everybody's account as it is now; entries of another event are passed over."""
    lock_event(event)
    known = set(event.entries.values_list("pk", flat=True))
    rows = [
        Dues(entry_id=each.entry, group=each.group, due_cents=each.due_cents, paid_cents=each.paid_cents)
        for each in payments
        if each.entry in known
    ]
    Dues.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["entry"], update_fields=["group", "due_cents", "paid_cents"]
    )
