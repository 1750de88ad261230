"""A tournament's prizes, entry fees and payments, in minor units of its currency. The book does not change."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import seal_changed, seal_new, sealed
from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.evenings.audit_log import note_change
from tournaments.actions.evenings.lifecycle import lock_tournament
from tournaments.actions.people.names import clean_name
from tournaments.models import Account, AuditEntry, Entry, Fee, Prize, Tournament
from tournaments.standings.prizes import GROUP, PrizeChoice

MOST_PRIZES = 200


@dataclass(frozen=True)
class Payment:
    """The payment of one entry: what it owes (None: the tournament's fee), what it has paid, and the group in
    which it competes."""

    entry: int
    group: str
    due_cents: int | None
    paid_cents: int


@sealed
def add_prize(
    tournament: Tournament,
    *,
    kind: str,
    place: int,
    group: str,
    label: str,
    cents: int,
    shared: bool,
    actor: str | None = None,
) -> Prize:
    """Add a prize to the tournament, with the fields of `Prize`; `label`: what it is, in words. Raises Refused."""
    lock_tournament(tournament, "add_prize")
    if kind == GROUP and not group.strip():
        raise Refused([FieldError("group", _("Dites de quel groupe."))])
    if tournament.prizes.count() >= MOST_PRIZES:
        raise Refused([FieldError("label", _("Deux cents lots au plus."))])
    name = clean_name(label, "label")
    prize = Prize.objects.create(
        tournament=tournament,
        kind=kind,
        place=place,
        group=group.strip() if kind == GROUP else "",
        label=name,
        cents=cents,
        shared=shared,
    )
    seal_new(prize)
    note_change(tournament, AuditEntry.Action.PRIZE, actor=actor, after=list_prize_values(prize))
    return prize


def list_prize_values(prize: Prize) -> dict[str, Any]:
    """Return a prize as the audit log holds it: by its id, without its label, which may be erased."""
    currency = prize.tournament.currency
    return {"prize": prize.pk, "place": prize.place, "group": prize.group, "cents": prize.cents, "currency": currency}


@sealed
def remove_prize(prize: Prize, *, actor: str | None = None) -> None:
    note_change(prize.tournament, AuditEntry.Action.PRIZE, actor=actor, before=list_prize_values(prize))
    seal_changed(Prize, [prize.pk])
    prize.delete()


@sealed
def set_account(
    tournament: Tournament,
    *,
    fee_cents: int | None = None,
    choice: PrizeChoice | None = None,
    actor: str | None = None,
) -> None:
    """Set the entry fee, and which prizes a player gets who would win several (`choice`); None leaves either
    unchanged."""
    given: dict[str, Any] = {} if fee_cents is None else {"fee_cents": fee_cents}
    if choice is not None:
        given["several"] = next(kept for kept, each in Account.CHOICES.items() if each is choice)
    if fee_cents is not None:
        fees = Account.objects.filter(tournament=tournament).values_list("fee_cents", flat=True)
        before, after = ({"cents": cents, "currency": tournament.currency} for cents in (fees.first() or 0, fee_cents))
        note_change(tournament, AuditEntry.Action.FEE, actor=actor, before=before, after=after)
    Account.objects.update_or_create(tournament=tournament, defaults=given)
    seal_changed(Account, [tournament.pk])


@sealed
def set_paid(entry: Entry, paid_cents: int, *, actor: str | None = None) -> None:
    """Save how much an entry has paid in all; what it owes and its prize group stay as they were."""
    lock_tournament(entry.tournament, "set_paid")
    fee = Fee.objects.filter(entry=entry).first() or Fee(entry=entry)
    set_payments(entry.tournament, [Payment(entry.pk, fee.group, fee.due_cents, paid_cents)], actor=actor)


@sealed
def set_payments(tournament: Tournament, payments: Iterable[Payment], *, actor: str | None = None) -> None:
    """Save the payments of these entries; entries of another tournament are ignored."""
    lock_tournament(tournament, "set_payments")
    known = set(tournament.entries.values_list("pk", flat=True))
    rows = [
        Fee(entry_id=each.entry, group=each.group, due_cents=each.due_cents, paid_cents=each.paid_cents)
        for each in payments
        if each.entry in known
    ]
    paid = dict(Fee.objects.filter(entry__tournament=tournament).values_list("entry", "paid_cents"))
    moved = [row for row in rows if paid.get(row.entry_id, 0) != row.paid_cents]
    before = {str(row.entry_id): paid.get(row.entry_id, 0) for row in moved}
    after = {str(row.entry_id): row.paid_cents for row in moved}
    kept = {"currency": tournament.currency}
    note_change(tournament, AuditEntry.Action.PAID, actor=actor, before=kept | before, after=kept | after)
    Fee.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["entry"], update_fields=["group", "due_cents", "paid_cents"]
    )
    seal_changed(Fee, [row.entry_id for row in rows])
