"""Recording a table's next event, undoing its last one, and many events at many tables as a simulation does. Each
is one transaction: check first, then write."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.actions.decisions import collect_decisions
from tournaments.actions.errors import NotNow, Refused
from tournaments.actions.states import check_state
from tournaments.book.effects import compute_effect
from tournaments.book.loading import iterate_sheets, load_sheet
from tournaments.book.recent_sheets import RECENT
from tournaments.book.sheet import Sheet
from tournaments.models import Record, SheetPhoto, Table

from .posting import UnsavedRecord, post_records
from .preconditions import (
    WriteRequest,
    build_bulk_request,
    build_record,
    check_may_undo,
    check_may_write,
    is_retry,
    lock_tables,
    open_locked_sheet,
)
from .unplayed import resume_adjourned


def record_event(table_id: int, event: dict[str, Any], *, key: str, number: int, actor: str, reason: str = "") -> Sheet:
    """Lock the table, write its next event (players named "1"…"n") and return the new sheet. `number`: the record
    number that the event must get; a retry with the same `key` writes nothing. Raises Refused, StaleSheet, KeyReused,
    TournamentClosed, SheetConfirmed, NotNow."""
    with open_locked_sheet(table_id) as sheet:
        return write_event(sheet, event, key=key, number=number, actor=actor, reason=reason)


def write_event(sheet: Sheet, event: dict[str, Any], *, key: str, number: int, actor: str, reason: str = "") -> Sheet:
    """Write the next event of a sheet that is locked, its players named "1"…"n", and return the new sheet. `number`:
    the one that the record must have. A retry with the same `key` writes nothing and returns the sheet as it is. Raises
    Refused, StaleSheet, KeyReused, TournamentClosed, SheetConfirmed, NotNow."""
    write_request = WriteRequest.of(["event", event], key=key, number=number, actor=actor, reason=reason)
    if is_retry(sheet, write_request):
        return sheet
    check_may_write(sheet, write_request, "write_event")
    draft, new_sheet = build_event_record(sheet, sheet.to_names(event), write_request)
    with collect_decisions():
        post_records([draft])
        RECENT.keep_sheet(new_sheet)
        if sheet.unplayed is None:
            return new_sheet
        resume_adjourned(sheet, actor)
    return load_sheet(sheet.table.pk)


def keep_photos(table: Table, photos: Iterable[tuple[int, str, bytes]]) -> None:
    """Keep the pictures from which coups of the table were recorded, as (page, digest, JPEG), if its club wishes it."""
    if table.round.tournament.club.photos_kept:
        kept = [SheetPhoto(table=table, page=page, digest=digest, body=body) for page, digest, body in photos]
        SheetPhoto.objects.bulk_create(kept, ignore_conflicts=True)


def build_event_record(sheet: Sheet, event: dict[str, Any], request: WriteRequest) -> tuple[UnsavedRecord, Sheet]:
    """Build the record of this event (players by name) at the end of the sheet. Returns it with the sheet that includes
    it. Raises Refused with every problem that the rules find."""
    assert sheet.state is not None
    step = scoring.play_event(sheet.state, event)
    if step.problems:
        raise Refused(step.problems)
    row = build_record(sheet, request, Record.RecordKind.EVENT, len(sheet.events) + 1, sheet.to_seats(step.event))
    after = sheet.with_steps([row], (*sheet.steps, step))
    return UnsavedRecord(sheet, row, compute_effect(sheet.state, step), after), after


def undo_last(table_id: int, *, key: str, number: int, actor: str, reason: str = "", undoes: str = "") -> Sheet:
    """Lock the table, annul its last event and return the new sheet. `number`: the record number that the sheet
    expected next when the sender read it; without `undoes` it must still be that. `undoes`: the key of the record to be
    undone, "" for whichever is the last. Raises Refused, StaleSheet, KeyReused, TournamentClosed, SheetConfirmed,
    NotNow."""
    with open_locked_sheet(table_id) as sheet:
        return write_undo(sheet, key=key, number=number, actor=actor, reason=reason, undoes=undoes)


def write_undo(sheet: Sheet, *, key: str, number: int, actor: str, reason: str = "", undoes: str = "") -> Sheet:
    """Annul the last event of a sheet that is locked and reverse its transfers; return the new sheet. `number`: the
    record number that the sheet expected next when the sender read it. `undoes`: the key of the record to be undone,
    which must be the one in force for the last event; without it `number` must be the table's next one. Raises Refused,
    StaleSheet, KeyReused, TournamentClosed, SheetConfirmed, NotNow."""
    write_request = WriteRequest.of(["undo"], key=key, number=number, actor=actor, reason=reason)
    if is_retry(sheet, write_request):
        return sheet
    if undoes:
        check_may_undo(sheet, write_request, undoes)
    else:
        check_may_write(sheet, write_request, "write_undo")
    if not sheet.events:
        raise NotNow(_("Il n’y a rien à annuler : aucun coup n’est marqué."))
    draft = build_undo_record(sheet, write_request)
    post_records([draft])
    RECENT.keep_sheet(draft.after)
    return draft.after


def build_undo_record(sheet: Sheet, request: WriteRequest) -> UnsavedRecord:
    """Build the record that undoes the sheet's last event."""
    position = len(sheet.events)
    back = compute_effect(sheet.get_state_before(position), sheet.steps[-1]).reversed()
    row = build_record(sheet, request, Record.RecordKind.UNDO, position, None)
    return UnsavedRecord(sheet, row, back, sheet.with_steps([row], sheet.steps[:-1]))


@transaction.atomic
def play_tables(tables: Iterable[int], choose_event: Callable[[Sheet], dict[str, Any] | None], *, actor: str) -> None:
    """Write events at each of these tables (ids), one after the other. `choose_event` gets the table's present sheet
    and returns its next event (players by name), or None to stop. Raises Refused."""
    chosen = Table.objects.filter(pk__in=list(tables))
    lock_tables(chosen)
    drafts: list[UnsavedRecord] = []
    for sheet in iterate_sheets(chosen.order_by("pk")):
        check_state(sheet.tournament, "play_tables")
        while event := choose_event(sheet):
            draft, sheet = build_event_record(sheet, event, build_bulk_request(sheet, actor))
            drafts.append(draft)
    post_records(drafts)
