"""Correcting who sat where after coups were written: the records stay with their places, the people change places.

A record names places, so nothing of the book changes if people were merely taken for one another. If the names are
right but their order round the table was wrong, the events are undone and written again in the true order. Each such
change is made from an account, with a reason.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import seal_changed, sealed
from tournaments.actions.errors import NO_REASON, FieldError, NotNow, Refused
from tournaments.actions.evenings.audit_log import locate_table, require_reason, write_audit_entry
from tournaments.actions.evenings.lifecycle import lock_tournament
from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.models import AuditEntry, Entry, Rest, Seat, Table, UnplayedTable

from .posting import change_sitter, post_records
from .preconditions import WriteRequest, check_no_forfeit
from .recording import build_event_record, build_undo_record

OTHER_PARTNERS = _(
    "Dans cet ordre, d’autres joueraient ensemble, et les points marqués ne seraient plus les leurs. "
    "Annulez d’abord ces lignes, changez l’ordre, puis marquez-les de nouveau."
)
HAS_SUBSTITUTE = _(
    "À l’une de ces tables un joueur a été remplacé : les places ne s’y échangent plus. "
    "Corrigez-y plutôt les chiffres de chaque coup."
)


@sealed
def exchange_tables(first: Table, second: Table, *, actor: str, reason: str) -> None:
    """Exchange the people of two tables of a round that scored on each other's sheet: the records of a place then
    belong to the player who really sat there. Raises NotNow if the tables differ in size or have a substitute, Refused
    without a reason."""
    require_reason(reason, NO_REASON)
    lock_tournament(first.round.tournament, "exchange_tables")
    here, seats = get_seats_by_position(first), get_seats_by_position(second)
    if first.pk == second.pk or first.round_id != second.round_id:
        raise NotNow(_("Choisissez une autre table de la même ronde."))
    if set(here) != set(seats):
        raise NotNow(_("Ces deux tables n’ont pas le même nombre de joueurs : échangez les personnes une à une."))
    for position, seat in here.items():
        exchange_seats(seat, seats[position], actor, reason)


@sealed
def exchange_people(table: Table, position: int, other: Entry, *, actor: str, reason: str) -> None:
    """Correct who sat at a place: the player written there and `other` exchange their places of the round, or `other`,
    who had none, takes the place of the player, who did not play. The records stay with the places. Raises NotNow,
    Refused."""
    require_reason(reason, NO_REASON)
    lock_tournament(table.round.tournament, "exchange_people")
    seat = get_seats_by_position(table).get(position)
    if seat is None:
        raise NotNow(_("Cette place n’existe pas à cette table."))
    if other.tournament_id != table.round.tournament_id or other.pk == seat.entry_id:
        raise NotNow(_("Choisissez quelqu’un d’autre de la soirée."))
    found = (
        Seat.objects.filter(entry=other, table__round_id=table.round_id)
        .select_related("table__round__tournament")
        .first()
    )
    if found is None:
        seat_resting_entry(seat, other, actor, reason)
    else:
        exchange_seats(seat, get_seats_by_position(found.table)[found.position], actor, reason)


def get_seats_by_position(table: Table) -> dict[int, Seat]:
    """Return the table's seats by place (from 1). Raises NotNow if a place had a substitute, or if there is a
    forfeit."""
    check_no_forfeit(table)
    seats = list(table.seats.select_related("table__round__tournament"))
    seats_by_position = {seat.position: seat for seat in seats}
    if len(seats_by_position) < len(seats):
        raise NotNow(HAS_SUBSTITUTE)
    return seats_by_position


def exchange_seats(one: Seat, other: Seat, actor: str, reason: str) -> None:
    """Exchange the entries of two seats."""
    reseat_entry(one, other.entry_id, actor, reason)
    reseat_entry(other, one.entry_id, actor, reason)


def seat_resting_entry(seat: Seat, other: Entry, actor: str, reason: str) -> None:
    """Give the seat to `other`; if `other` rested in that round, the former sitter is set resting instead."""
    rests = list(seat.table.round.rests.filter(entry=other).values_list("pk", flat=True))
    Rest.objects.filter(pk__in=rests).update(entry=seat.entry_id)
    seal_changed(Rest, rests)
    reseat_entry(seat, other.pk, actor, reason)


def reseat_entry(seat: Seat, entry: int, actor: str, reason: str) -> None:
    """Set that the entry sat at this place from the first event on, and write an audit entry."""
    fields = locate_table(seat.table) | {"place": seat.position, "since": 1}
    before, after = fields | {"entry": seat.entry_id}, fields | {"entry": entry}
    write_audit_entry(
        seat.table.round.tournament,
        AuditEntry.Action.SUBSTITUTED,
        actor=actor,
        reason=reason.strip(),
        before=before,
        after=after,
    )
    change_sitter(seat, entry, actor)
    seal_changed(UnplayedTable, [seat.table_id])


@sealed
def reorder_table(table_id: int, order: Sequence[int], *, actor: str, reason: str) -> Sheet:
    """Correct the order of the players round the table, and return the new sheet. `order`: for each place, the present
    place of the player who really sat there. Every event is undone and written again with the same names. Raises
    Refused, NotNow."""
    require_reason(reason, NO_REASON)
    table = Table.objects.select_related("round__tournament").get(pk=table_id)
    lock_tournament(table.round.tournament, "reorder_table")
    here = get_seats_by_position(table)
    if sorted(order) != sorted(here) or list(order) == sorted(here):
        raise NotNow(_("Donnez une place à chacun, et changez l’ordre."))
    sheet = load_sheet(table_id)
    events, partners = list(sheet.events), set(map(frozenset, sheet.sides))
    sheet = undo_all_events(sheet, actor, reason)
    for position, old in enumerate(order, 1):
        if position != old:
            change_sitter(here[position], here[old].entry_id, actor)
    seal_changed(UnplayedTable, [table_id])
    reordered = load_sheet(table_id)
    try:
        rewrite_events(reordered, events, actor, reason)
    except Refused:
        if set(map(frozenset, reordered.sides)) != partners:
            raise NotNow(OTHER_PARTNERS) from None
        raise
    return load_sheet(table_id)


def undo_all_events(sheet: Sheet, actor: str, reason: str) -> Sheet:
    """Undo every event of the table, the last one first, and return the sheet without events."""
    drafts = []
    for _n in range(len(sheet.events)):
        draft = build_undo_record(sheet, build_request(sheet, ["undo"], actor, reason))
        drafts.append(draft)
        sheet = draft.after
    post_records(drafts)
    return sheet


def rewrite_events(sheet: Sheet, events: Sequence[Mapping[str, Any]], actor: str, reason: str) -> None:
    """Write the events again in the new order of players. If the rules refuse an event, it is tried without its stated
    dealer, so that the rules find the dealer by the new order."""
    drafts = []
    for n, event in enumerate(events, 1):
        try:
            draft, after = build_event_record(sheet, dict(event), build_request(sheet, dict(event), actor, reason))
        except Refused:
            draft, after = build_record_without_dealer(sheet, n, event, actor, reason)
        drafts.append(draft)
        sheet = after
    post_records(drafts)


def build_record_without_dealer(sheet: Sheet, n: int, event: Mapping[str, Any], actor: str, reason: str) -> Any:
    """Build the record of event n without its "dealer" key. Returns it with the sheet that includes it. Raises Refused,
    with the event's line, if the rules refuse it even so."""
    body = {key: value for key, value in event.items() if key != "dealer"}
    try:
        return build_event_record(sheet, body, build_request(sheet, body, actor, reason))
    except Refused as refused:
        why = _("La ligne %(n)s ne tient pas dans cet ordre : %(why)s") % {"n": n, "why": refused}
        raise Refused([FieldError(f"events[{n - 1}]", why)]) from None


def build_request(sheet: Sheet, payload: Any, actor: str, reason: str) -> WriteRequest:
    """Build a write request with an id of its own, which no phone retries."""
    key = f"desk-{sheet.next_number}-{secrets.token_hex(8)}"
    return WriteRequest.of(payload, key=key, number=sheet.next_number, actor=actor, reason=reason)
