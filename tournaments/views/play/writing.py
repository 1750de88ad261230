"""What a table writes: the next coup, and whatever else may happen to it. Each asks a form, then one action."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from tournaments import actions
from tournaments.declared import said
from tournaments.forms.play import EndForm, LeaveForm, PenaltyForm, RecaveForm, TableForm, VoidForm
from tournaments.forms.play_games import coup_form
from tournaments.models import Table
from tournaments.sheets import Sheet
from tournaments.views.access import View, table_key
from tournaments.views.numbers import number

from . import kept
from .sheet import back_to_sheet, seat_of, sheet_of, show


def asked(request: HttpRequest, sheet: Sheet) -> dict[str, Any]:
    """The id, the number and the author that come with every writing; a number that is none is never the next one."""
    seat = seat_of(request, sheet)
    return {
        "key": request.POST.get("key", ""),
        "number": number(request.POST.get("number")) or 0,
        "by": f"table:{seat}" if seat else "table",
    }


def write(request: HttpRequest, name: str, form: TableForm, act: Callable[[], Sheet]) -> HttpResponse:
    """Do it, and go to the sheet; or show it with what is wrong and all that was typed, nothing being written."""
    try:
        sheet = act()
    except actions.Refused as refused:
        form.tell(refused.problems, said)
        over = form.sheet.state is not None and form.sheet.state.complete and name not in ("count", "confirm")
        return show(request, form.sheet, 422, " ".join(form.told_whole) if over else "", **{name: form})
    except actions.NotDone as not_done:
        return show_newer(request, name, type(form), not_done)
    if kept.keeps(request):
        return kept.recorded(sheet, request.POST["key"])
    return back_to_sheet()


def show_newer(request: HttpRequest, name: str, form: Callable[..., Any], not_done: actions.NotDone) -> HttpResponse:
    """The sheet as it is now, which is not what the phone believed; a phone that keeps is shown both."""
    sheet = Table.objects.for_sheet(request.table.pk)  # type: ignore[attr-defined]
    if kept.keeps(request):
        return kept.both(request, form, asked(request, sheet), not_done)
    return show(request, sheet, 409, str(not_done), **{name: form(sheet, request.POST)})


def record(request: HttpRequest, name: str, form_class: Callable[..., Any]) -> HttpResponse:
    """One more event of the partie, from the form of that name. A retry is read on the sheet as it stood."""
    sheet = sheet_of(request)
    sent = asked(request, sheet)
    before = kept.written(sheet, sent["key"])
    form = form_class(kept.stood(sheet, before.number) if before else sheet, request.POST)
    if form.is_valid():
        event = sheet.to_seats(form.event())
        return write(request, name, form, lambda: actions.record_event(sheet.table.pk, event, **sent))
    if before:
        return show_newer(request, name, form_class, actions.KeyReused())
    if kept.keeps(request) and (late := kept.too_late(sheet, sent["number"])):
        return show_newer(request, name, form_class, late)
    return show(request, sheet, 422, **{name: form})


def recording(name: str, form_class: Callable[..., Any]) -> View:
    """The view that records events of one kind, from the form of that name."""

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
    sheet = sheet_of(request)
    form = EndForm(sheet, request.POST)
    return write(request, "undo", form, lambda: actions.undo_last(sheet.table.pk, **asked(request, sheet)))
