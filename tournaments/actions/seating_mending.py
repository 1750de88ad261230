"""Who really sat where, told after coups were written: the records stay with their chairs, the people change chairs.

A record names places, so nothing of the book is rewritten where people were merely taken for one another. Where the
names are right and their order round the table was not, the events are taken back and written again in the true order.
Every such change is an account's, with a reason.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.models import Deed, Entry, Event, Seat, Table
from tournaments.sheets import Sheet

from .asking import NO_REASON, Asked
from .deeds import given, keep, where
from .errors import Fault, NotNow, Refused
from .evenings import lock_event
from .recording import event_draft, undo_draft
from .writing import seal

SUBSTITUTED = _("Un joueur y a été remplacé : corrigez cette table coup par coup.")


@transaction.atomic
def exchange_tables(first: Table, second: Table, *, by: str, reason: str) -> None:
    """The people of these two tables of a round scored on each other's sheet: each place's records go to who sat there.
    Raises NotNow where they are not as many, or somebody was replaced, Refused without a reason."""
    given(reason, NO_REASON)
    lock_event(first.round.event)
    here, there = chairs(first), chairs(second)
    if first.pk == second.pk or first.round_id != second.round_id:
        raise NotNow(_("Choisissez une autre table de la même ronde."))
    if set(here) != set(there):
        raise NotNow(_("Ces deux tables n’ont pas le même nombre de joueurs : échangez les personnes une à une."))
    for position, seat in here.items():
        exchange(seat, there[position], by, reason)


@transaction.atomic
def exchange_people(table: Table, position: int, other: Entry, *, by: str, reason: str) -> None:
    """Who is written at this place and `other` sat in each other's place of the round, or `other` sat there and who is
    written did not play: what was written at a place goes to who sat there. Raises NotNow, Refused."""
    given(reason, NO_REASON)
    lock_event(table.round.event)
    seat = chairs(table).get(position)
    if seat is None:
        raise NotNow(_("Cette place n’existe pas à cette table."))
    if other.event_id != table.round.event_id or other.pk == seat.entry_id:
        raise NotNow(_("Choisissez quelqu’un d’autre de la soirée."))
    found = (
        Seat.objects.filter(entry=other, table__round_id=table.round_id).select_related("table__round__event").first()
    )
    if found is None:
        rest_instead(seat, other, by, reason)
    else:
        exchange(seat, chairs(found.table)[found.position], by, reason)


def chairs(table: Table) -> dict[int, Seat]:
    """The table's places, each with its one sitter."""
    seats = list(table.seats.select_related("table__round__event"))
    found = {seat.position: seat for seat in seats}
    if len(found) < len(seats):
        raise NotNow(SUBSTITUTED)
    return found


def exchange(one: Seat, other: Seat, by: str, reason: str) -> None:
    sits_there(one, other.entry_id, by, reason)
    sits_there(other, one.entry_id, by, reason)


def rest_instead(seat: Seat, other: Entry, by: str, reason: str) -> None:
    """`other` takes the place; who was written there rests in his stead, if `other` was at rest."""
    seat.table.round.rests.filter(entry=other).update(entry=seat.entry_id)
    sits_there(seat, other.pk, by, reason)


def sits_there(seat: Seat, entry: int, by: str, reason: str) -> None:
    """The entry sat at this place from the first event on; kept among the deeds of the evening."""
    told = where(seat.table) | {"place": seat.position, "since": 1}
    before, after = told | {"entry": seat.entry_id}, told | {"entry": entry}
    keep(seat.table.round.event, Deed.What.SUBSTITUTED, by=by, reason=reason.strip(), before=before, after=after)
    Seat.objects.filter(pk=seat.pk).update(entry=entry)


@transaction.atomic
def reorder_table(table_id: int, order: Sequence[int], *, by: str, reason: str) -> Sheet:
    """The players sat in another order: `order` has, for each place, the place where its player is written now. The
    events keep their names, in the true order. Raises Refused, NotNow."""
    given(reason, NO_REASON)
    table = Table.objects.select_related("round__event").get(pk=table_id)
    lock_event(table.round.event)
    here = chairs(table)
    if sorted(order) != sorted(here) or list(order) == sorted(here):
        raise NotNow(_("Donnez une place à chacun, et changez l’ordre."))
    if table.round.event.status == Event.Status.DRAFT:
        raise NotNow(_("La soirée n’est pas ouverte : changez les places elles-mêmes."))
    sheet = Table.objects.for_sheet(table_id)
    events = list(sheet.events)
    sheet = taken_back(sheet, by, reason)
    for position, old in enumerate(order, 1):
        Seat.objects.filter(pk=here[position].pk).update(entry=here[old].entry_id)
    write_again(Table.objects.for_sheet(table_id), events, by, reason)
    return Table.objects.for_sheet(table_id)


def taken_back(sheet: Sheet, by: str, reason: str) -> Sheet:
    """The sheet with every event undone, the last one first."""
    drafts = []
    for _n in range(len(sheet.events)):
        draft = undo_draft(sheet, asked(sheet, ["undo"], by, reason))
        drafts.append(draft)
        sheet = sheet.with_steps([draft.record], sheet.steps[:-1])
    seal(drafts)
    return sheet


def write_again(sheet: Sheet, events: Sequence[Mapping[str, Any]], by: str, reason: str) -> None:
    """The events on the new order. Whoever was named as dealer against the new order's turn is left to the rules."""
    drafts = []
    for n, event in enumerate(events, 1):
        try:
            draft, after = event_draft(sheet, dict(event), asked(sheet, dict(event), by, reason))
        except Refused:
            draft, after = again_without_dealer(sheet, n, event, by, reason)
        drafts.append(draft)
        sheet = after
    seal(drafts)


def again_without_dealer(sheet: Sheet, n: int, event: Mapping[str, Any], by: str, reason: str) -> Any:
    body = {key: value for key, value in event.items() if key != "dealer"}
    try:
        return event_draft(sheet, body, asked(sheet, body, by, reason))
    except Refused as refused:
        why = _("La ligne %(n)s ne tient pas dans cet ordre : %(why)s") % {"n": n, "why": refused}
        raise Refused([Fault(f"events[{n - 1}]", why)]) from None


def asked(sheet: Sheet, what: Any, by: str, reason: str) -> Asked:
    key = f"desk-{sheet.number}-{secrets.token_hex(8)}"
    return Asked.of(what, key=key, number=sheet.number, by=by, reason=reason)
