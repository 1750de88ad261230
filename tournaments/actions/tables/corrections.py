"""Correcting an earlier event of a table. The table is scored again from there on: each later event whose outcome
changes is reversed and written again as a consequence. If a later event becomes impossible, the correction is refused
and says which one."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.actions.errors import NO_REASON, FieldError, NotNow, Refused
from tournaments.book.loading import load_sheet
from tournaments.book.recount import BlockedEvent, Recount, compare_sheets
from tournaments.book.sheet import Sheet
from tournaments.models import Record, Table
from tournaments.presentation.text.option_text import localise

from .posting import UnsavedRecord, post_records
from .preconditions import WriteRequest, build_record, check_may_correct, is_retry, lock_tables


@dataclass(frozen=True)
class Correction(Recount):
    """The effect of replacing the event at `position` by `event`; `consequences` are later events."""

    position: int
    event: dict[str, Any]

    @property
    def problems(self) -> tuple[scoring.Problem | FieldError, ...]:
        """The problems of the corrected event itself, or of the later event that becomes impossible; empty if the
        correction can be written."""
        return tuple(problem for each in self.blocked for problem in to_problems(each, self.position))


def to_problems(blocked: BlockedEvent, corrected: int) -> Iterator[scoring.Problem | FieldError]:
    """Yield the problems of an event that a correction makes impossible: as they are if it is the event at position
    `corrected` itself, else in a message that names its line."""
    if blocked.position == corrected:
        yield from blocked.problems
        return
    message = _("La ligne %(n)s ne tient plus après cette correction : %(why)s")
    for problem in blocked.problems:
        told_why = message % {"n": blocked.position, "why": localise(problem.message)}
        yield FieldError(f"events[{blocked.position - 1}]", told_why, problem.rule)


def preview_correction(table_id: int, position: int, event: dict[str, Any]) -> Correction:
    """Return what would change if `event` (players "1"…"n") replaced the event at `position` (from 1). Writes nothing.
    Raises NotNow."""
    return plan_correction(load_sheet(table_id), position, event)


def plan_correction(sheet: Sheet, position: int, event: dict[str, Any]) -> Correction:
    """Compute the correction of the event at `position`. Raises NotNow if there is no such event, or if nothing would
    change."""
    if sheet.setting is None or not 1 <= position <= len(sheet.events):
        raise NotNow(_("Il n’y a pas de ligne à cet endroit de la feuille."))
    named = sheet.to_names(event)
    events = (*sheet.events[: position - 1], named, *sheet.events[position:])
    steps = scoring.play_events(sheet.setting, events, played=sheet.steps[: position - 1])
    after = sheet.with_steps((), steps)
    if not steps[position - 1].problems and after.events[position - 1] == sheet.events[position - 1]:
        raise NotNow(_("Cette correction ne change rien à ce qui est marqué."))
    blocked, moved, consequences = compare_sheets(sheet, after, position + 1)
    return Correction(sheet, after, blocked, moved, consequences, position, named)


@transaction.atomic
def correct_event(
    table_id: int, position: int, event: dict[str, Any], *, key: str, number: int, actor: str, reason: str
) -> Sheet:
    """Write the correction of the event at `position` (from 1) and its consequences, and return the new sheet.
    `number`: the record number that the sheet expected next when the event was read. A retry with the same `key` writes
    nothing. Raises Refused (with `Correction.problems`, or if no reason is given), LineChanged (a StaleSheet),
    KeyReused, TournamentClosed, SheetConfirmed, NotNow."""
    write_request = WriteRequest.of(["correction", position, event], key=key, number=number, actor=actor, reason=reason)
    lock_tables(Table.objects.filter(pk=table_id))
    sheet = load_sheet(table_id)
    if is_retry(sheet, write_request):
        return sheet
    check_may_correct(sheet, write_request, position)
    if not write_request.reason:
        raise Refused([NO_REASON])
    correction = plan_correction(sheet, position, event)
    if correction.blocked:
        raise Refused(correction.problems)
    post_records(list(build_correction_records(correction, write_request)))
    return load_sheet(table_id)


def build_correction_records(correction: Correction, request: WriteRequest) -> Iterator[UnsavedRecord]:
    """Yield the record of the correction, then the record of each consequence, in order."""
    sheet, at = correction.sheet, correction.position
    body = sheet.to_seats(correction.steps[at - 1].event)
    first = build_record(sheet, request, Record.RecordKind.CORRECTION, at, body)
    yield UnsavedRecord(sheet, first, correction.build_effect_change(at), correction.new_sheet)
    yield from build_consequence_records(correction, first)


def build_consequence_records(change: Recount, cause: Record) -> Iterator[UnsavedRecord]:
    """Yield the records of the consequences of the record `cause`, in order."""
    for number, position in enumerate(change.consequences, cause.number + 1):
        row = build_consequence(cause, number, position)
        yield UnsavedRecord(change.sheet, row, change.build_effect_change(position), change.new_sheet)


def build_consequence(cause: Record, number: int, position: int) -> Record:
    """Build the table's record of this `number`, which says that the event at `position` is scored again because of the
    record `cause`. Its key «12:13» contains a colon, which the key of a request cannot."""
    return Record(
        table_id=cause.table_id,
        number=number,
        kind=Record.RecordKind.CONSEQUENCE,
        position=position,
        key=f"{cause.number}:{number}",
        actor=cause.actor,
        cause=cause.number,
    )
