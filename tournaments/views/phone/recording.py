"""The views by which a table writes: the next coup, and the other events of the partie. Each validates a form, then
calls one action."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from tournaments import actions
from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.forms.events.end import EndForm
from tournaments.forms.events.leave import LeaveForm
from tournaments.forms.events.penalty import PenaltyForm
from tournaments.forms.events.recave import RecaveForm
from tournaments.forms.events.table_form import TableForm
from tournaments.forms.events.void import VoidForm
from tournaments.forms.phone.games import build_coup_form
from tournaments.views.access import View, require_table_key
from tournaments.views.numbers import parse_number
from tournaments.views.requests import TableRequest

from . import queue_protocol
from .sheet import get_sheet, read_seat, redirect_to_sheet, render_sheet


def read_record_fields(request: TableRequest, sheet: Sheet) -> dict[str, Any]:
    """Read the fields that come with every write: the record's id (`key`), the expected number, and the actor. A number
    that cannot be parsed becomes 0, which is never the next one."""
    seat = read_seat(request, sheet)
    return {
        "key": request.POST.get("key", ""),
        "number": parse_number(request.POST.get("number")) or 0,
        "actor": f"table:{seat}" if seat else "table",
    }


def run_form_action(request: TableRequest, name: str, form: TableForm, act: Callable[[], Sheet]) -> HttpResponse:
    """Run an action and redirect to the sheet. If it is refused, write nothing and show the sheet again with the errors
    and all that was typed. A phone with a queue gets JSON facts instead of the redirect. `name`: the form's name on the
    page."""
    try:
        sheet = act()
    except actions.Refused as refused:
        form.add_problems(refused.problems)
        over = form.sheet.state is not None and form.sheet.state.complete and name not in ("count", "confirm")
        return render_sheet(request, form.sheet, 422, " ".join(form.page_errors) if over else "", **{name: form})
    except actions.ActionError as not_done:
        return show_conflict(request, name, type(form), not_done)
    if queue_protocol.is_from_queue(request):
        return queue_protocol.answer_recorded(sheet, request.POST["key"])
    return redirect_to_sheet()


def show_conflict(
    request: TableRequest, name: str, form: Callable[..., Any], not_done: actions.ActionError
) -> HttpResponse:
    """Show the sheet as it is now, because it is not what the phone expected (409); a phone with a queue sees both
    versions."""
    sheet = load_sheet(request.table.pk)
    if queue_protocol.is_from_queue(request):
        return queue_protocol.render_conflict(request, form, read_record_fields(request, sheet), not_done)
    return render_sheet(request, sheet, 409, str(not_done), **{name: form(sheet, request.POST)})


def record_from_form(request: TableRequest, name: str, form_class: Callable[..., Any]) -> HttpResponse:
    """Record one more event of the partie from the form of that name. A retry is validated against the sheet as it was
    at its first try."""
    sheet = get_sheet(request)
    sent = read_record_fields(request, sheet)
    before = queue_protocol.find_record(sheet, sent["key"])
    form = form_class(queue_protocol.rebuild_sheet_at(sheet, before.number) if before else sheet, request.POST)
    if form.is_valid():
        event = sheet.to_seats(form.build_event())
        return run_form_action(request, name, form, lambda: actions.record_event(sheet.table.pk, event, **sent))
    if before:
        return show_conflict(request, name, form_class, actions.KeyReused())
    if queue_protocol.is_from_queue(request) and (late := queue_protocol.find_obstacle(sheet, sent["number"])):
        return show_conflict(request, name, form_class, late)
    return render_sheet(request, sheet, 422, **{name: form})


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
    """Undo the table's last event."""
    sheet = get_sheet(request)
    form = EndForm(sheet, request.POST)
    return run_form_action(
        request, "undo", form, lambda: actions.undo_last(sheet.table.pk, **read_record_fields(request, sheet))
    )
