"""Correcting who sat where after coups were written: the records stay with their places, the people change places.

A record names places, so nothing of the book changes if people were merely taken for one another. If the names are
right but their order round the table was wrong, the events are undone and written again in the true order. Each such
change is made from an account, with a reason.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import Fault, NotNow, Refused
from tournaments.actions.evenings.audit_log import given, keep, where
from tournaments.actions.evenings.lifecycle import lock_event
from tournaments.book.sheet import Sheet
from tournaments.models import Deed, Entry, Event, Seat, Table

from .posting import seal
from .preconditions import NO_REASON, Asked
from .recording import event_draft, undo_draft

SUBSTITUTED = _("Un joueur y a été remplacé : corrigez cette table coup par coup.")


@transaction.atomic
def exchange_tables(first: Table, second: Table, *, by: str, reason: str) -> None:
    """Exchange the people of two tables of a round that scored on each other's sheet: the records of a place then
    belong to the player who really sat there. Raises NotNow if the tables differ in size or have a substitute, Refused
    without a reason."""
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
    """Correct who sat at a place: the player written there and `other` exchange their places of the round, or `other`,
    who had none, takes the place of the player, who did not play. The records stay with the places. Raises NotNow,
    Refused."""
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
    """Return the table's seats by place (from 1). Raises NotNow if a place had a substitute."""
    seats = list(table.seats.select_related("table__round__event"))
    found = {seat.position: seat for seat in seats}
    if len(found) < len(seats):
        raise NotNow(SUBSTITUTED)
    return found


def exchange(one: Seat, other: Seat, by: str, reason: str) -> None:
    """Exchange the entries of two seats."""
    sits_there(one, other.entry_id, by, reason)
    sits_there(other, one.entry_id, by, reason)


def rest_instead(seat: Seat, other: Entry, by: str, reason: str) -> None:
    """Give the seat to `other`; if `other` rested in that round, the former sitter is set resting instead."""
    seat.table.round.rests.filter(entry=other).update(entry=seat.entry_id)
    sits_there(seat, other.pk, by, reason)


def sits_there(seat: Seat, entry: int, by: str, reason: str) -> None:
    """Set that the entry sat at this place from the first event on, and write an audit entry."""
    told = where(seat.table) | {"place": seat.position, "since": 1}
    before, after = told | {"entry": seat.entry_id}, told | {"entry": entry}
    keep(seat.table.round.event, Deed.What.SUBSTITUTED, by=by, reason=reason.strip(), before=before, after=after)
    Seat.objects.filter(pk=seat.pk).update(entry=entry)


@transaction.atomic
def reorder_table(table_id: int, order: Sequence[int], *, by: str, reason: str) -> Sheet:
    """Correct the order of the players round the table, and return the new sheet. `order`: for each place, the present
    place of the player who really sat there. Every event is undone and written again with the same names. Raises
    Refused, NotNow."""
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
    """Undo every event of the table, the last one first, and return the sheet without events."""
    drafts = []
    for _n in range(len(sheet.events)):
        draft = undo_draft(sheet, asked(sheet, ["undo"], by, reason))
        drafts.append(draft)
        sheet = sheet.with_steps([draft.record], sheet.steps[:-1])
    seal(drafts)
    return sheet


def write_again(sheet: Sheet, events: Sequence[Mapping[str, Any]], by: str, reason: str) -> None:
    """Write the events again in the new order of players. If the rules refuse an event, it is tried without its stated
    dealer, so that the rules find the dealer by the new order."""
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
    """Build the record of event n without its "dealer" key. Returns it with the sheet that includes it. Raises Refused,
    with the event's line, if the rules refuse it even so."""
    body = {key: value for key, value in event.items() if key != "dealer"}
    try:
        return event_draft(sheet, body, asked(sheet, body, by, reason))
    except Refused as refused:
        why = _("La ligne %(n)s ne tient pas dans cet ordre : %(why)s") % {"n": n, "why": refused}
        raise Refused([Fault(f"events[{n - 1}]", why)]) from None


def asked(sheet: Sheet, what: Any, by: str, reason: str) -> Asked:
    """Build a write request with an id of its own, which no phone retries."""
    key = f"desk-{sheet.number}-{secrets.token_hex(8)}"
    return Asked.of(what, key=key, number=sheet.number, by=by, reason=reason)
