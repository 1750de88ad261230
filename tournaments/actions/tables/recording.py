"""Recording a table's next event, and undoing its last one. Each is one transaction: check first, then write."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.actions.errors import NotNow, Refused
from tournaments.book.effects import effect
from tournaments.book.sheet import Sheet
from tournaments.models import Record, Table

from .posting import Draft, seal
from .preconditions import Asked, check_may_write, done_before, locked_sheet, record
from .unplayed import take_up


@transaction.atomic
def record_event(table_id: int, event: dict[str, Any], *, key: str, number: int, by: str, reason: str = "") -> Sheet:
    """Write the table's next event, its players named "1"…"n", and return the new sheet. A retry with the same key
    writes nothing and returns the current sheet. Raises Refused, StaleSheet, KeyReused, TournamentClosed,
    SheetConfirmed, NotNow."""
    asked = Asked.of(["event", event], key=key, number=number, by=by, reason=reason)
    sheet = locked_sheet(table_id)
    if done_before(sheet, asked):
        return sheet
    check_may_write(sheet, asked)
    draft, _after = event_draft(sheet, sheet.to_names(event), asked)
    seal([draft])
    take_up(sheet, by)
    return Table.objects.for_sheet(table_id)


def event_draft(sheet: Sheet, event: dict[str, Any], asked: Asked) -> tuple[Draft, Sheet]:
    """Build the record of this event (players by name) at the end of the sheet. Returns it with the sheet that includes
    it. Raises Refused with every problem that the rules find."""
    assert sheet.state is not None
    step = scoring.play(sheet.state, event)
    if step.problems:
        raise Refused(step.problems)
    row = record(sheet, asked, Record.Kind.EVENT, len(sheet.events) + 1, sheet.to_seats(step.event))
    return Draft(sheet, row, effect(sheet.state, step)), sheet.with_steps([row], (*sheet.steps, step))


@transaction.atomic
def undo_last(table_id: int, *, key: str, number: int, by: str, reason: str = "") -> Sheet:
    """Annul the table's last event and reverse its transfers; return the new sheet. Raises the same errors as
    record_event."""
    asked = Asked.of(["undo"], key=key, number=number, by=by, reason=reason)
    sheet = locked_sheet(table_id)
    if done_before(sheet, asked):
        return sheet
    check_may_write(sheet, asked)
    if not sheet.events:
        raise NotNow(_("Il n’y a rien à annuler : aucun coup n’est marqué."))
    seal([undo_draft(sheet, asked)])
    return Table.objects.for_sheet(table_id)


def undo_draft(sheet: Sheet, asked: Asked) -> Draft:
    """Build the record that undoes the sheet's last event."""
    position = len(sheet.events)
    back = effect(sheet.before(position), sheet.steps[-1]).reversed()
    return Draft(sheet, record(sheet, asked, Record.Kind.UNDO, position, None), back)
