"""The views by which a table writes, the next coup and the other events of the partie, and the previews of what is
being typed: a coup, figure by figure or card by card, a penalty, a departure, a purchase of fiches."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render

import scoring
from tournaments.actions.errors import ActionError, KeyReused, Refused
from tournaments.actions.tables import closing
from tournaments.actions.tables.preconditions import open_locked_sheet
from tournaments.actions.tables.recording import write_event, write_undo
from tournaments.book.sheet import Sheet
from tournaments.forms.events.end import EndForm
from tournaments.forms.events.leave import LeaveForm
from tournaments.forms.events.penalty import PenaltyForm
from tournaments.forms.events.recave import RecaveForm
from tournaments.forms.events.table_form import TableForm
from tournaments.forms.events.void import VoidForm
from tournaments.forms.games import build_coup_form
from tournaments.forms.phone.coup import PhoneCoupForm
from tournaments.forms.phone.repairs import WrongFigure
from tournaments.forms.phone.tricks import TricksForm, has_tricks_form
from tournaments.presentation.text.sheet_text import list_moves
from tournaments.views.access import SEND, View, require_table_key
from tournaments.views.numbers import parse_number
from tournaments.views.requests import TableRequest

from . import queue_protocol
from .page import Page
from .sheet import get_sheet, read_seat, redirect_to_sheet, render_sheet

FORESEEN_FORMS = {"penalty": PenaltyForm, "leave": LeaveForm, "recave": RecaveForm}


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
        with open_locked_sheet(request.table.pk) as sheet:
            sent = read_record_fields(request, sheet)
            form = form_class(queue_protocol.rebuild_sheet_for(sheet, sent["key"]), request.POST)
            new_sheet = write_form_event(request, sheet, form, sent)
    except ActionError as not_done:
        return answer_refused(request, name, sheet, form, not_done)
    if new_sheet is None:
        return render_sheet(request, sheet, 422, **{name: form})
    return answer_written(request, new_sheet)


def write_form_event(request: TableRequest, sheet: Sheet, form: Any, sent: dict[str, Any]) -> Sheet | None:
    """Write the form's event on the locked sheet and return the new sheet; None if the form is not valid. Raises
    ActionError if it is refused, or if no event at all could be written there any more. `sent`: the id, number and
    actor of the record, as `read_record_fields` returns them."""
    if form.is_valid():
        return write_event(sheet, sheet.to_seats(form.build_event()), **sent)
    if queue_protocol.find_record(sheet, sent["key"]):
        raise KeyReused
    if queue_protocol.is_from_queue(request) and (late := queue_protocol.find_obstacle(sheet, sent["number"])):
        raise late
    return None


def answer_written(request: TableRequest, sheet: Sheet) -> HttpResponse:
    """Redirect to the new sheet; a phone with a queue gets JSON facts instead."""
    if queue_protocol.is_from_queue(request):
        return queue_protocol.answer_recorded(sheet, request.POST["key"])
    return redirect_to_sheet()


def answer_refused(
    request: TableRequest, name: str, sheet: Sheet, form: TableForm, not_done: ActionError
) -> HttpResponse:
    """Show the sheet again with the errors and all that was typed, because nothing was written. `name`: the form's name
    on the page; `sheet`: the table's present sheet."""
    if not isinstance(not_done, Refused):
        return show_conflict(request, name, type(form), sheet, not_done)
    form.add_problems(not_done.problems)
    over = form.sheet.state is not None and form.sheet.state.complete and name not in ("count", "confirm")
    return render_sheet(request, form.sheet, 422, " ".join(form.page_errors) if over else "", **{name: form})


def show_conflict(
    request: TableRequest, name: str, form_class: Callable[..., Any], sheet: Sheet, not_done: ActionError
) -> HttpResponse:
    """Show the sheet as it is now, because it is not what the phone expected (409); a phone with a queue sees both
    versions. `name`, `form_class`: the name and the class of the form that it sent; `not_done`: why it was refused."""
    if queue_protocol.is_from_queue(request):
        return queue_protocol.render_conflict(request, form_class, sheet, read_record_fields(request, sheet), not_done)
    return render_sheet(request, sheet, 409, str(not_done), **{name: form_class(sheet, request.POST)})


def build_recording_view(name: str, form_class: Callable[..., Any]) -> View:
    """Build the view that records events of one kind from the form of that name."""

    @require_table_key(SEND)
    def view(request: TableRequest) -> HttpResponse:
        return record_from_form(request, name, form_class)

    return view


record_coup = build_recording_view("coup", build_coup_form)
record_penalty = build_recording_view("penalty", PenaltyForm)
record_recave = build_recording_view("recave", RecaveForm)
record_void = build_recording_view("void", VoidForm)
record_leave = build_recording_view("leave", LeaveForm)
record_end = build_recording_view("end", EndForm)


@require_table_key(SEND)
def undo_last_event(request: TableRequest) -> HttpResponse:
    """Undo the table's last event, which the phone names by the id of its record (`undoes`)."""
    try:
        with open_locked_sheet(request.table.pk) as sheet:
            undoes = request.POST.get("undoes", "")
            new_sheet = write_undo(sheet, **read_record_fields(request, sheet), undoes=undoes)
    except ActionError as not_done:
        return answer_refused(request, "undo", sheet, EndForm(sheet, request.POST), not_done)
    return answer_written(request, new_sheet)


def build_tricks_form(sheet: Sheet, data: Any) -> TricksForm:
    """Build the form of a coup card by card; raise Http404 where the table's game has none."""
    if not has_tricks_form(sheet):
        raise Http404
    return TricksForm(sheet, data)


@require_table_key(SEND)
def preview_tricks(request: TableRequest) -> HttpResponse:
    """Show what the cards so far mean: who took each trick, whose turn it is, what is counted, what is wrong. 204 if
    the table cannot play or the partie is over."""
    sheet = get_sheet(request)
    if sheet.state is None or sheet.state.complete:
        return HttpResponse(status=204)
    form = build_tricks_form(sheet, request.POST)
    context = {"page": Page(sheet, read_seat(request, sheet)), "sheet": sheet, "form": form}
    return render(request, "phone/so_far.html", context | form.build_preview())


record_tricks = build_recording_view("tricks", build_tricks_form)


@require_table_key(SEND)
def preview_coup(request: TableRequest) -> HttpResponse:
    """Show a few sentences on the coup as far as it is typed, and what is still to be entered. 204 if the phone's
    `number` is not the table's next number, because then it would preview another coup."""
    sheet = get_sheet(request)
    if request.POST.get("number", str(sheet.next_number)) != str(sheet.next_number):
        return HttpResponse(status=204)
    form = build_coup_form(sheet, request.POST)
    page = Page(sheet, read_seat(request, sheet))
    if page.may_write:
        save_auction(sheet, form)
    preview = form.build_preview()
    wrong_parts: dict[str, list[WrongFigure]] = {part: [] for part in form.wrong_parts}
    for each in preview.pop("wrong_figures", ()):
        wrong_parts[each.part].append(each)
    return render(
        request,
        "phone/preview.html",
        {"page": page, "sheet": sheet, "form": form, "wrong_parts": wrong_parts} | preview,
    )


@require_table_key(SEND)
def foretell_event(request: TableRequest, kind: str) -> HttpResponse:
    """Show what an event of this kind («penalty») would move, as far as it is typed, or why it cannot be recorded. For
    an event that moves something, the page shows its first sentence and who gains or loses how much; for any other, all
    its sentences. 204 if the table cannot play or the partie is over."""
    if kind not in FORESEEN_FORMS:
        raise Http404
    sheet = get_sheet(request)
    state = sheet.state
    if state is None or state.complete:
        return HttpResponse(status=204)
    form = FORESEEN_FORMS[kind](sheet, request.POST)
    step = scoring.play_event(state, form.build_event()) if form.is_valid() else None
    sentences = scoring.narrate_event(state, step) if step and step.outcome else ()
    nets = list_moves(state, step) if step and step.outcome and step.outcome.moves else []
    wrong = [problem.message for problem in step.problems] if step else []
    context = {"page": Page(sheet, read_seat(request, sheet)), "sheet": sheet, "wrong": wrong}
    context |= {"sentences": sentences[:1] if nets else sentences, "nets": nets}
    context["winners"] = step.state.winners if step and step.outcome and step.state.complete else ()
    return render(request, "phone/foreseen_event.html", context)


def save_auction(sheet: Sheet, form: PhoneCoupForm) -> None:
    """Save what others may see of the coup before it is played out (its auction), if it has changed."""
    early = form.build_early_keys()
    if early and early != sheet.auction:
        with suppress(ActionError):  # then the board does not show it; nothing else is lost
            closing.save_auction(sheet.table.pk, sheet.to_seats(early), number=sheet.next_number)
