"""The views by which a table writes: the next coup, and the other events of the partie.

A coup's way, from top to bottom: `views.access` (the table's key), `record_from_form` here, `preconditions` (locks the
table, `book.loading` loads its `book.sheet`), the game's form (reads what was typed), `actions.tables.recording` (asks
`scoring.session`, makes a record and its `book.effects`), `posting` (writes and reads back), and the answer, made here
or by `queue_protocol` from the sheet that the action returned. Nothing is loaded or scored twice.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from tournaments import actions
from tournaments.book.sheet import Sheet
from tournaments.forms.events.end import EndForm
from tournaments.forms.events.leave import LeaveForm
from tournaments.forms.events.penalty import PenaltyForm
from tournaments.forms.events.recave import RecaveForm
from tournaments.forms.events.table_form import TableForm
from tournaments.forms.events.void import VoidForm
from tournaments.forms.games import build_coup_form
from tournaments.views.access import View, require_table_key
from tournaments.views.numbers import parse_number
from tournaments.views.requests import TableRequest

from . import queue_protocol
from .sheet import read_seat, redirect_to_sheet, render_sheet


def read_record_fields(request: TableRequest, sheet: Sheet) -> dict[str, Any]:
    """Read the fields that come with every write: the record's id (`key`), the expected number, and the actor. A number
    that cannot be parsed becomes 0, which is never the next one."""
    seat = read_seat(request, sheet)
    return {
        "key": request.POST.get("key", ""),
        "number": parse_number(request.POST.get("number")) or 0,
        "actor": f"table:{seat}" if seat else "table",
    }


def record_from_form(request: TableRequest, name: str, form_class: Callable[..., Any]) -> HttpResponse:
    """Record one more event of the partie from the form of that name: validated on the table's sheet and written in the
    transaction that has locked it. A retry is validated against the sheet as it was at its first try."""
    try:
        with actions.open_locked_sheet(request.table.pk) as sheet:
            sent = read_record_fields(request, sheet)
            form = form_class(queue_protocol.rebuild_sheet_for(sheet, sent["key"]), request.POST)
            new_sheet = write_form_event(request, sheet, form, sent)
    except actions.ActionError as not_done:
        return answer_refused(request, name, sheet, form, not_done)
    if new_sheet is None:
        return render_sheet(request, sheet, 422, **{name: form})
    return answer_written(request, new_sheet)


def write_form_event(request: TableRequest, sheet: Sheet, form: Any, sent: dict[str, Any]) -> Sheet | None:
    """Write the form's event on the locked sheet and return the new sheet; None if the form is not valid. Raises
    ActionError if it is refused, or if no event at all could be written there any more."""
    if form.is_valid():
        return actions.write_event(sheet, sheet.to_seats(form.build_event()), **sent)
    if queue_protocol.find_record(sheet, sent["key"]):
        raise actions.KeyReused
    if queue_protocol.is_from_queue(request) and (late := queue_protocol.find_obstacle(sheet, sent["number"])):
        raise late
    return None


def answer_written(request: TableRequest, sheet: Sheet) -> HttpResponse:
    """Redirect to the new sheet; a phone with a queue gets JSON facts instead."""
    if queue_protocol.is_from_queue(request):
        return queue_protocol.answer_recorded(sheet, request.POST["key"])
    return redirect_to_sheet()


def answer_refused(
    request: TableRequest, name: str, sheet: Sheet, form: TableForm, not_done: actions.ActionError
) -> HttpResponse:
    """Show the sheet again with the errors and all that was typed, because nothing was written. `name`: the form's name
    on the page; `sheet`: the table's present sheet."""
    if not isinstance(not_done, actions.Refused):
        return show_conflict(request, name, type(form), sheet, not_done)
    form.add_problems(not_done.problems)
    over = form.sheet.state is not None and form.sheet.state.complete and name not in ("count", "confirm")
    return render_sheet(request, form.sheet, 422, " ".join(form.page_errors) if over else "", **{name: form})


def show_conflict(
    request: TableRequest, name: str, form_class: Callable[..., Any], sheet: Sheet, not_done: actions.ActionError
) -> HttpResponse:
    """Show the sheet as it is now, because it is not what the phone expected (409); a phone with a queue sees both
    versions."""
    if queue_protocol.is_from_queue(request):
        return queue_protocol.render_conflict(request, form_class, sheet, read_record_fields(request, sheet), not_done)
    return render_sheet(request, sheet, 409, str(not_done), **{name: form_class(sheet, request.POST)})


def build_recording_view(name: str, form_class: Callable[..., Any]) -> View:
    """Build the view that records events of one kind from the form of that name."""

    @require_table_key
    @require_POST
    def view(request: TableRequest) -> HttpResponse:
        return record_from_form(request, name, form_class)

    return view


record_coup = build_recording_view("coup", build_coup_form)
record_penalty = build_recording_view("penalty", PenaltyForm)
record_recave = build_recording_view("recave", RecaveForm)
record_void = build_recording_view("void", VoidForm)
record_leave = build_recording_view("leave", LeaveForm)
record_end = build_recording_view("end", EndForm)


@require_table_key
@require_POST
def undo_last_event(request: TableRequest) -> HttpResponse:
    """Undo the table's last event, which the phone names by the id of its record (`undoes`)."""
    try:
        with actions.open_locked_sheet(request.table.pk) as sheet:
            undoes = request.POST.get("undoes", "")
            new_sheet = actions.write_undo(sheet, **read_record_fields(request, sheet), undoes=undoes)
    except actions.ActionError as not_done:
        return answer_refused(request, "undo", sheet, EndForm(sheet, request.POST), not_done)
    return answer_written(request, new_sheet)
