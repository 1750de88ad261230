"""The views by which a table writes: the next coup, and the other events of the partie. Each validates a form, then
calls one action."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from tournaments import actions
from tournaments.book.sheet import Sheet
from tournaments.forms.phone.games import coup_form
from tournaments.forms.phone.table import EndForm, LeaveForm, PenaltyForm, RecaveForm, TableForm, VoidForm
from tournaments.models import Table
from tournaments.text.option_text import said
from tournaments.views.access import View, table_key
from tournaments.views.numbers import number

from . import queue_protocol
from .sheet import back_to_sheet, seat_of, sheet_of, show


def asked(request: HttpRequest, sheet: Sheet) -> dict[str, Any]:
    """Read the fields that come with every write: the record's id (`key`), the expected number, and the actor. A number
    that cannot be parsed becomes 0, which is never the next one."""
    seat = seat_of(request, sheet)
    return {
        "key": request.POST.get("key", ""),
        "number": number(request.POST.get("number")) or 0,
        "by": f"table:{seat}" if seat else "table",
    }


def write(request: HttpRequest, name: str, form: TableForm, act: Callable[[], Sheet]) -> HttpResponse:
    """Run an action and redirect to the sheet. If it is refused, write nothing and show the sheet again with the errors
    and all that was typed. A phone with a queue gets JSON facts instead of the redirect. `name`: the form's name on the
    page."""
    try:
        sheet = act()
    except actions.Refused as refused:
        form.tell(refused.problems, said)
        over = form.sheet.state is not None and form.sheet.state.complete and name not in ("count", "confirm")
        return show(request, form.sheet, 422, " ".join(form.told_whole) if over else "", **{name: form})
    except actions.NotDone as not_done:
        return show_newer(request, name, type(form), not_done)
    if queue_protocol.keeps(request):
        return queue_protocol.recorded(sheet, request.POST["key"])
    return back_to_sheet()


def show_newer(request: HttpRequest, name: str, form: Callable[..., Any], not_done: actions.NotDone) -> HttpResponse:
    """Show the sheet as it is now, because it is not what the phone expected (409); a phone with a queue sees both
    versions."""
    sheet = Table.objects.for_sheet(request.table.pk)  # type: ignore[attr-defined]
    if queue_protocol.keeps(request):
        return queue_protocol.both(request, form, asked(request, sheet), not_done)
    return show(request, sheet, 409, str(not_done), **{name: form(sheet, request.POST)})


def record(request: HttpRequest, name: str, form_class: Callable[..., Any]) -> HttpResponse:
    """Record one more event of the partie from the form of that name. A retry is validated against the sheet as it was
    at its first try."""
    sheet = sheet_of(request)
    sent = asked(request, sheet)
    before = queue_protocol.written(sheet, sent["key"])
    form = form_class(queue_protocol.stood(sheet, before.number) if before else sheet, request.POST)
    if form.is_valid():
        event = sheet.to_seats(form.event())
        return write(request, name, form, lambda: actions.record_event(sheet.table.pk, event, **sent))
    if before:
        return show_newer(request, name, form_class, actions.KeyReused())
    if queue_protocol.keeps(request) and (late := queue_protocol.too_late(sheet, sent["number"])):
        return show_newer(request, name, form_class, late)
    return show(request, sheet, 422, **{name: form})


def recording(name: str, form_class: Callable[..., Any]) -> View:
    """Build the view that records events of one kind from the form of that name."""

    @table_key
    @require_POST
    def view(request: HttpRequest) -> HttpResponse:
        return record(request, name, form_class)

    return view


coup = recording("coup", coup_form)
penalty = recording("penalty", PenaltyForm)
recave = recording("recave", RecaveForm)
void = recording("void", VoidForm)
leave = recording("leave", LeaveForm)
end = recording("end", EndForm)


@table_key
@require_POST
def undo(request: HttpRequest) -> HttpResponse:
    """Undo the table's last event."""
    sheet = sheet_of(request)
    form = EndForm(sheet, request.POST)
    return write(request, "undo", form, lambda: actions.undo_last(sheet.table.pk, **asked(request, sheet)))
