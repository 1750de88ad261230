"""Operations that write at a table: its next event, a correction of an earlier one, an undo, a confirmation. A request
with a key that was sent before is answered as the first time."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from ninja import Router, Status

import scoring
from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.tables import closing, corrections
from tournaments.actions.tables.preconditions import open_locked_sheet
from tournaments.actions.tables.recording import write_event, write_undo
from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.models import Table
from tournaments.models.rights import Right
from tournaments.presentation.text.option_text import localise_lazily

from .bodies import ConfirmIn, CorrectionIn, EventIn, RecordIn
from .callers import CallRequest
from .links import find_address
from .lookups import Code, Number, find_own_tournament, get_actor
from .once import act_once
from .routes import tell_created, write, write_keyed
from .schemas import ConfirmedOut, RecordOut

router = Router(tags=["writing: tables"])
OF_PARTIE = re.compile(r"^events\[\d+\]\.?")
TABLE = "/tournaments/{code}/rounds/{n}/tables/{table}"
NO_SUCH_SEAT = FieldError("position", _("Cette place n’existe pas à cette table."))
UNREADABLE = FieldError("event", _("Quelqu’un y est nommé qui n’est pas à cette table."))


def find_own_table(request: CallRequest, code: str, n: int, table: int) -> Table:
    """Return a table of the caller's club. Raises Http404."""
    return get_object_or_404(Table, round__tournament=find_own_tournament(request, code), round__n=n, n=table)


@write_keyed(router, f"{TABLE}/events", {201: RecordOut}, Right.ARBITRATE)
def record_event(request: CallRequest, code: Code, n: Number, table: Number, body: EventIn) -> Status[Any]:
    """Record the table's next event: a coup, a penalty, a void deal, a departure, the end."""
    with tell_faults_of_event(), open_locked_sheet(find_own_table(request, code, n, table).pk) as sheet:
        event = seat_event(sheet, body, sheet.state)
        after = write_event(sheet, event, **build_sending(request, body))
    return tell_created(request, find_address("get_table", code.upper(), n, table), record_to_json(after, body.key))


def build_sending(request: CallRequest, body: RecordIn) -> dict[str, Any]:
    """Return the arguments that every write at a table takes, by name: `key`, `number`, `actor` and `reason`."""
    return {"key": body.key, "number": body.number, "actor": get_actor(request), "reason": body.reason}


def seat_event(sheet: Sheet, body: EventIn, state: scoring.TableState | None) -> dict[str, Any]:
    """Return the event with seat positions in place of names. If an event with the body's key was recorded before, the
    names are those of all who ever sat at the table. Raises Refused if the event names somebody who does not sit there,
    with all faults that the rules find in it. `state`: the table's state before the event; None where the table cannot
    play."""
    is_known = any(record.key == body.key for record in sheet.records)
    try:
        return sheet.to_former_seats(body.event) if is_known else sheet.to_seats(body.event)
    except (KeyError, TypeError) as unknown:
        problems = scoring.play_event(state, body.event).problems if state is not None else ()
        raise Refused(problems or [UNREADABLE]) from unknown


@contextmanager
def tell_faults_of_event() -> Iterator[None]:
    """Context manager for the check of an event. If it is refused inside, the refusal is raised with paths from the
    root of the body, whether the rules refuse the event itself or a later one that it makes impossible."""
    try:
        yield
    except Refused as refused:
        raise Refused([place_fault(each) for each in refused.problems]) from refused


def place_fault(fault: scoring.Problem | FieldError) -> FieldError:
    """Return a fault with its path from the root of the body: «points» becomes «event.points»."""
    if isinstance(fault, FieldError):
        return replace(fault, path="event" if fault.path.startswith("events[") else fault.path)
    within = OF_PARTIE.sub("", fault.path)
    return FieldError(f"event.{within}" if within else "event", localise_lazily(fault.message), fault.rule)


def record_to_json(sheet: Sheet, key: str) -> dict[str, Any]:
    """Return the record with this key as `RecordOut`: the same at each retry."""
    record = next(each for each in sheet.records if each.key == key)
    return {"key": key, "number": record.number, "event": record.position, "head": record.link.digest}


@write_keyed(router, f"{TABLE}/events/{{event}}/correct", RecordOut, Right.ARBITRATE)
def correct_event(
    request: CallRequest, code: Code, n: Number, table: Number, event: Number, body: CorrectionIn
) -> dict[str, Any]:
    """Correct an event of the table, the first one being 1: `event` of the body replaces it (one of type `void` annuls
    a coup), and the table is scored again from there on. The event as it was stays readable, with the reason. Refused
    if a later event becomes impossible."""
    own_table = find_own_table(request, code, n, table)
    sheet = load_sheet(own_table.pk)
    if all(record.position != event for record in sheet.records):
        raise Http404
    with tell_faults_of_event():
        before = sheet.get_state_before(event) if event <= len(sheet.steps) else None
        corrected = seat_event(sheet, body, before)
        after = corrections.correct_event(own_table.pk, event, corrected, **build_sending(request, body))
    return record_to_json(after, body.key)


@write_keyed(router, f"{TABLE}/undo", RecordOut, Right.ARBITRATE)
def undo_last_event(request: CallRequest, code: Code, n: Number, table: Number, body: RecordIn) -> dict[str, Any]:
    """Annul the table's last event; it stays readable."""
    with open_locked_sheet(find_own_table(request, code, n, table).pk) as sheet:
        after = write_undo(sheet, **build_sending(request, body))
    return record_to_json(after, body.key)


@write(router, f"{TABLE}/confirm", ConfirmedOut, Right.ARBITRATE)
def confirm_sheet(request: CallRequest, code: Code, n: Number, table: Number, body: ConfirmIn) -> dict[str, Any]:
    """Confirm the finished sheet for a player who did not keep it."""
    own_table = find_own_table(request, code, n, table)
    if not own_table.seats.filter(position=body.position).exists():
        raise Refused([NO_SUCH_SEAT])
    act_once(request, lambda: closing.confirm_sheet(own_table.pk, body.position, actor=get_actor(request)))
    return {"table": own_table.n, "confirmed": load_sheet(own_table.pk).is_confirmed}
